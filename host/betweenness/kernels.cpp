// Chooses among the instruction sets that the kernels were compiled for.
#include "betweenness/kernels.hpp"

#include "base/instruction_sets.hpp"

namespace apsp {

#define APSP_LOAD_KERNELS_OF(set)            \
    namespace set {                          \
    TargetPasses target_passes();            \
    void search_sources(SourceBlock& block); \
    }
APSP_FOR_INSTRUCTION_SETS(APSP_LOAD_KERNELS_OF)

std::vector<LoadKernels> available_load_kernels() {
    std::vector<LoadKernels> available;
#define APSP_ADD_LOAD_KERNELS(set) \
    if (has_##set()) available.push_back({set::target_passes(), &set::search_sources});
    APSP_FOR_INSTRUCTION_SETS(APSP_ADD_LOAD_KERNELS)
    return available;
}

}  // namespace apsp
