// Launching a kernel.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace apsp::cuda {

struct Launch {
    unsigned blocks_x, blocks_y, threads;
    std::size_t shared_bytes;
    cudaStream_t stream;
    bool all_at_once = false;  ///< Every block must run before any can end.
};

template <class... Parameters>
cudaError_t launch(const Launch& how, void (*kernel)(Parameters...), Parameters... arguments) {
    if (how.blocks_x == 0 || how.blocks_y == 0) return cudaSuccess;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(how.blocks_x, how.blocks_y);
    config.blockDim = dim3(how.threads);
    config.dynamicSmemBytes = how.shared_bytes;
    config.stream = how.stream;
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    config.attrs = &attribute;
    config.numAttrs = how.all_at_once ? 1 : 0;
    return cudaLaunchKernelEx(&config, kernel, arguments...);
}

inline unsigned blocks_for(std::size_t items, std::size_t of_a_block) {
    return static_cast<unsigned>((items + of_a_block - 1) / of_a_block);
}

}  // namespace apsp::cuda
