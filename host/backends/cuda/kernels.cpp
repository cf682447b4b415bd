// From a type and a semiring to their kernels.
#include "backends/cuda/kernels.hpp"

#include "base/text.hpp"

namespace apsp::cuda {
namespace {

const Kernels* find(Dtype dtype, Semiring semiring) {
    struct Row {
        Semiring semiring;
        const Kernels *f32, *f64, *i32, *i16, *u8;
    };
    static constexpr Row rows[] = {
        {Semiring::min_plus, &kMinPlusF32, &kMinPlusF64, &kMinPlusI32, &kMinPlusI16, &kMinPlusU8},
        {Semiring::max_min, &kMaxMinF32, &kMaxMinF64, &kMaxMinI32, &kMaxMinI16, &kMaxMinU8},
        {Semiring::min_max, &kMinMaxF32, &kMinMaxF64, &kMinMaxI32, &kMinMaxI16, &kMinMaxU8},
        {Semiring::max_times, &kMaxTimesF32, &kMaxTimesF64, nullptr, nullptr, nullptr},
        {Semiring::or_and, nullptr, nullptr, nullptr, nullptr, &kOrAndU8},
    };
    static_assert(std::size(rows) == kSemirings.size() && kDtypes.size() == 5);
    for (const Row& row : rows) {
        if (row.semiring != semiring) continue;
        switch (dtype) {
            case Dtype::f32: return row.f32;
            case Dtype::f64: return row.f64;
            case Dtype::i32: return row.i32;
            case Dtype::i16: return row.i16;
            case Dtype::u8: return row.u8;
        }
    }
    return nullptr;
}

}  // namespace

const Kernels& kernels_for(Dtype dtype, Semiring semiring) {
    const Kernels* kernels = find(dtype, semiring);
    if (kernels == nullptr) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} is not defined in {}", name(semiring), name(dtype)));
    }
    return *kernels;
}

}  // namespace apsp::cuda
