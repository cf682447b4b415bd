// Finds the kernels of a type and a semiring.
#include "backends/cuda/kernels.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace apsp::cuda {

const Kernels& kernels_for(Dtype dtype, Semiring semiring) {
    // In the order of kSemirings, and of kDtypes.
    static constexpr const Kernels* all[kSemirings.size()][kDtypes.size()] = {
        {&kMinPlusF32, &kMinPlusF64, &kMinPlusI32, &kMinPlusI16, &kMinPlusU8},
        {&kMaxMinF32, &kMaxMinF64, &kMaxMinI32, &kMaxMinI16, &kMaxMinU8},
        {&kMinMaxF32, &kMinMaxF64, &kMinMaxI32, &kMinMaxI16, &kMinMaxU8},
        {&kMaxTimesF32, &kMaxTimesF64, nullptr, nullptr, nullptr},
        {nullptr, nullptr, nullptr, nullptr, &kOrAndU8},
    };
    const Kernels* kernels =
        all[static_cast<std::size_t>(semiring)][static_cast<std::size_t>(dtype)];
    if (kernels == nullptr) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} is not defined in {}", name(semiring), name(dtype)));
    }
    return *kernels;
}

const void* find_kernel(std::string_view file, std::string_view name,
                        const KernelOptions& options) {
    const auto defined = [&](const Defines::value_type& macro) {
        return std::ranges::find(options.defines, macro) != options.defines.end();
    };
    for (const auto* const list : {&batch_kernels(), &distance_kernels(), &ladder_kernels(),
                                   &matrix_kernels(), &sweep_kernels()}) {
        for (const NamedKernel& kernel : *list) {
            const KernelOptions& own = kernel.options;
            if (kernel.file == file && kernel.name == name && own.dtype == options.dtype &&
                own.semiring == options.semiring && std::ranges::all_of(own.defines, defined)) {
                return kernel.address;
            }
        }
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
