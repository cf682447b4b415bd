// Launching a kernel.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <initializer_list>

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

/// The first failure of loading these kernels.
inline cudaError_t load(std::initializer_list<const void*> kernels) {
    for (const void* kernel : kernels) {
        cudaFuncAttributes attributes;
        if (const auto code = cudaFuncGetAttributes(&attributes, kernel)) return code;
    }
    return cudaSuccess;
}

template <class... Parameters>
const void* address(void (*kernel)(Parameters...)) {
    return reinterpret_cast<const void*>(kernel);
}

inline unsigned blocks_for(std::size_t items, std::size_t of_a_block) {
    return static_cast<unsigned>((items + of_a_block - 1) / of_a_block);
}

}  // namespace apsp::cuda
