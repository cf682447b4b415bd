// From a type and a semiring to their kernels.
#include "backends/cuda/kernels.hpp"

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

}  // namespace apsp::cuda
