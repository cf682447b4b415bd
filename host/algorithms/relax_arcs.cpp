// Chooses among the instruction sets that relax_arcs_kernel.cpp was compiled for.
#include "algorithms/relax_arcs.hpp"

#include "base/all_dtypes.hpp"

namespace apsp {

namespace avx512 {
template <class T>
RelaxArcs<T> find_relax_arcs(Semiring);
}
namespace avx2 {
template <class T>
RelaxArcs<T> find_relax_arcs(Semiring);
}
namespace baseline {
template <class T>
RelaxArcs<T> find_relax_arcs(Semiring);
}

template <class T>
std::vector<RelaxArcs<T>> available_relax_arcs(Semiring semiring) {
    std::vector<RelaxArcs<T>> available;
#ifdef APSP_CPU_X86
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
        available.push_back(avx512::find_relax_arcs<T>(semiring));
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        available.push_back(avx2::find_relax_arcs<T>(semiring));
    }
#endif
    available.push_back(baseline::find_relax_arcs<T>(semiring));
    return available;
}

#define APSP_RELAX_ARCS(T) template std::vector<RelaxArcs<T>> available_relax_arcs(Semiring);
APSP_FOR_DTYPES(APSP_RELAX_ARCS)

}  // namespace apsp
