// Chooses among the instruction sets that relax_arcs_kernel.cpp was compiled for.
#include "algorithms/relax_arcs.hpp"

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
RelaxArcs<T> find_relax_arcs(Semiring semiring) {
#ifdef APSP_CPU_X86
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
        return avx512::find_relax_arcs<T>(semiring);
    }
    if (__builtin_cpu_supports("avx2")) return avx2::find_relax_arcs<T>(semiring);
#endif
    return baseline::find_relax_arcs<T>(semiring);
}

template RelaxArcs<float> find_relax_arcs(Semiring);
template RelaxArcs<double> find_relax_arcs(Semiring);
template RelaxArcs<std::int32_t> find_relax_arcs(Semiring);
template RelaxArcs<std::int16_t> find_relax_arcs(Semiring);
template RelaxArcs<std::uint8_t> find_relax_arcs(Semiring);

}  // namespace apsp
