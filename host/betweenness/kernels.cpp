// Chooses among the instruction sets that the kernels were compiled for.
#include "betweenness/kernels.hpp"

namespace apsp {

namespace avx512 {
TargetPasses target_passes();
void search_sources(SourceBlock& block);
}  // namespace avx512
namespace avx2 {
TargetPasses target_passes();
void search_sources(SourceBlock& block);
}  // namespace avx2
namespace baseline {
TargetPasses target_passes();
void search_sources(SourceBlock& block);
}  // namespace baseline

std::vector<LoadKernels> available_load_kernels() {
    std::vector<LoadKernels> available;
#ifdef APSP_CPU_X86
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
        available.push_back({avx512::target_passes(), &avx512::search_sources});
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        available.push_back({avx2::target_passes(), &avx2::search_sources});
    }
#endif
    available.push_back({baseline::target_passes(), &baseline::search_sources});
    return available;
}

}  // namespace apsp
