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

// Ends a .cu file: defines the list of its kernels, of the file's name.
#define APSP_LIST(file)                                                        \
    const std::vector<apsp::cuda::NamedKernel>& apsp::cuda::file##_kernels() { \
        return opencl_c::kernels();                                            \
    }
#define APSP_KERNEL(name) \
    { #name, address(name) }
#define APSP_DEFINE(macro) \
    { #macro, macro }
// One of a list, such as APSP_SHAPE: numbers that tell how a file's kernels cut a matrix.
#define APSP_AT0(a, ...) a
#define APSP_AT1(a, b, ...) b
#define APSP_AT2(a, b, c, ...) c
#define APSP_AT3(a, b, c, d, ...) d
#define APSP_AT4(a, b, c, d, e, ...) e
#define APSP_AT5(a, b, c, d, e, f, ...) f
#define APSP_AT(place, ...) PASTE(APSP_AT, place)(__VA_ARGS__)
