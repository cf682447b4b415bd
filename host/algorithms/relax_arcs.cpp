// Chooses among the instruction sets that relax_arcs_kernel.cpp was compiled for.
#include "algorithms/relax_arcs.hpp"

#include "base/all_dtypes.hpp"
#include "base/instruction_sets.hpp"

namespace apsp {

#define APSP_FIND_RELAX_ARCS(set)           \
    namespace set {                         \
    template <class T>                      \
    RelaxArcs<T> find_relax_arcs(Semiring); \
    }
APSP_FOR_INSTRUCTION_SETS(APSP_FIND_RELAX_ARCS)

template <class T>
std::vector<RelaxArcs<T>> available_relax_arcs(Semiring semiring) {
    std::vector<RelaxArcs<T>> available;
#define APSP_ADD_RELAX_ARCS(set) \
    if (has_##set()) available.push_back(set::find_relax_arcs<T>(semiring));
    APSP_FOR_INSTRUCTION_SETS(APSP_ADD_RELAX_ARCS)
    return available;
}

#define APSP_RELAX_ARCS(T) template std::vector<RelaxArcs<T>> available_relax_arcs(Semiring);
APSP_FOR_DTYPES(APSP_RELAX_ARCS)

}  // namespace apsp
