// The kernels of kernels_cl that a .cu file compiles, by all_types.cuh.
#pragma once

#include <initializer_list>
#include <vector>

#include "backends/cuda/kernels.hpp"
#include "backends/cuda/opencl_c.cuh"

namespace apsp::cuda::opencl_c {
namespace {

std::vector<NamedKernel>& kernels() {
    static std::vector<NamedKernel> all;
    return all;
}

struct Add {
    Add(std::string_view file, const KernelOptions& options,
        std::initializer_list<std::pair<std::string_view, const void*>> named) {
        for (const auto& [name, kernel] : named) kernels().push_back({file, name, options, kernel});
    }
};

}  // namespace
}  // namespace apsp::cuda::opencl_c

#define APSP_KERNEL(name) \
    { #name, address(name) }
#define APSP_DEFINE(macro) \
    { #macro, macro }
// A namespace for the kernels of a file, semiring and type.
#define APSP_PLACE PASTE(PASTE(APSP_FAMILY, APSP_SEMIRING), T)
