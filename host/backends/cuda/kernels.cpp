// Finds kernels of a type and a semiring.
#include "backends/cuda/kernels.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace apsp::cuda {

std::vector<const NamedKernel*> kernels_named(std::string_view file, std::string_view name,
                                              const KernelOptions& options) {
    std::vector<const NamedKernel*> found;
#define APSP_LIST_OF(file) &file##_kernels(),
    for (const auto* const list : {APSP_FOR_KERNEL_LISTS(APSP_LIST_OF)}) {
        for (const NamedKernel& kernel : *list) {
            if (kernel.file == file && kernel.name == name &&
                kernel.options.dtype == options.dtype &&
                kernel.options.semiring == options.semiring) {
                found.push_back(&kernel);
            }
        }
    }
    return found;
}

std::size_t NamedKernel::value(std::string_view macro) const {
    return std::ranges::find(options.defines, macro, &Defines::value_type::first)->second;
}

const void* find_kernel(std::string_view file, std::string_view name,
                        const KernelOptions& options) {
    const auto defined = [&](const Defines::value_type& macro) {
        return std::ranges::find(options.defines, macro) != options.defines.end();
    };
    for (const NamedKernel* const kernel : kernels_named(file, name, options)) {
        if (std::ranges::all_of(kernel->options.defines, defined)) return kernel->address;
    }
    if (file.starts_with("ladder/") && options.semiring != Semiring::min_plus) {
        throw Error(ErrorKind::usage,
                    fmt::format("the ladder's CUDA kernels are for min-plus, not {}; those of "
                                "OpenCL are for every semiring",
                                apsp::name(options.semiring)));
    }
    throw Error(ErrorKind::internal, fmt::format("no CUDA kernel {} of {}", name, file));
}

}  // namespace apsp::cuda
