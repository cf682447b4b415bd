// The kernels of this folder, by instruction set.
#pragma once

#include <vector>

#include "betweenness/source_block.hpp"
#include "betweenness/target_block.hpp"

namespace apsp {

struct LoadKernels {
    TargetPasses to_targets;
    SearchSources from_sources;
};

/// One for each instruction set that both this build and this processor have, the best first.
std::vector<LoadKernels> available_load_kernels();

}  // namespace apsp
