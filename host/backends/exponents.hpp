// Distances as exponents, for tensor_gpu.cl, tensor_amd.cl and cpu/tensor.hpp: which ones, and how
// many terms a sum of them can have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace apsp {

/// Of a min-plus product by multiplications and additions, after Yuval (1976): a distance d stands
/// as the bf16 with the bits first - step * d, and "no path" as 0. Read as integers, these bits are
/// a logarithm to base 2, in 128ths, that is never above the true one and at most 0.0861 below it.
/// So the product of two of them falls with a + b, and the sum of `terms` products tells the
/// smallest a + b if a step is more than log2(terms) + 3 * 0.0861 in 128ths, with a little for
/// roundings: no sum of larger distances reaches it. `first` is as high as the largest sum allows,
/// and at `limit` a bf16 is still a normal number. The steps are the smallest that stand the test:
/// tests/unit/exponents.cpp goes through all pairs.
struct Exponents {
    std::size_t terms;
    std::size_t first, step;
    std::size_t limit;  ///< The largest distance that can be an operand, or be told exactly.
    /// The high half h of a sum's bits means the distance (from - h) * by / 2^16, rounded down. It
    /// is above `limit` for sums of larger distances.
    std::size_t from, by;

    constexpr std::uint16_t encode(std::size_t distance) const {
        return static_cast<std::uint16_t>(distance <= limit ? first - step * distance : 0);
    }
    /// Of the bits of a sum. Of 0, there is no path: more than a byte holds.
    constexpr std::uint32_t decode(std::uint32_t sum) const {
        const auto from32 = static_cast<std::uint32_t>(from * by);
        return (from32 - ((sum - 1) >> 16) * static_cast<std::uint32_t>(by)) >> 16;
    }
    /// Of the high half alone, which is not 0; a byte holds it.
    constexpr std::uint32_t decode_half(std::uint32_t half) const {
        return (static_cast<std::uint32_t>(from) - half) * static_cast<std::uint32_t>(by) >> 16;
    }
};

/// The ones with fewer maxima to take first.
constexpr Exponents kExponents[] = {{1024, 23778, 1310, 18, 32611, 50},
                                    {64, 24063, 799, 29, 32662, 82},
                                    {16, 24175, 537, 44, 32632, 122}};
/// Those that tensor_gpu.cl is compiled for.
constexpr Exponents kGpuExponents[] = {kExponents[0], kExponents[2]};
/// Edge of the tiles of a product, and of its slabs of pivots.
constexpr unsigned kExponentTile = 128, kExponentDepth = 32;
constexpr unsigned kExponentItems = 128;  ///< Work-items per tile of tensor_gpu.cl.

/// The least compute capability where that was measured to be faster.
constexpr std::size_t kMeasuredExponents = 90;

/// Kernels for GPUs: a file, its work-items per tile, and the encodings that it is for.
struct TensorKernels {
    std::string_view file;
    std::size_t items;
    std::span<const Exponents> exponents;
};
constexpr TensorKernels kTensorGpu = {"tensor_gpu.cl", kExponentItems, kGpuExponents};
/// Its sums have half of the terms.
constexpr TensorKernels kTensorAmd = {"tensor_amd.cl", 256, std::span(kExponents).last(1)};

/// The first for graphs without distances above `largest`; null if that is too large.
constexpr const Exponents* exponents_for(std::span<const Exponents> some, double largest) {
    for (const Exponents& each : some) {
        if (largest <= static_cast<double>(each.limit)) return &each;
    }
    return nullptr;
}

}  // namespace apsp
