// What AMX's tile registers and tdpbf16ps do, in plain C++, after Intel's manual.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

namespace {

/// As Tiles in backends/cpu/tensor.cpp.
class EmulatedTiles {
  public:
    explicit EmulatedTiles(std::size_t depth) : pairs_(depth / 2) {}

    template <int kTile>
    void zero() {
        std::memset(tiles_[kTile], 0, sizeof tiles_[kTile]);
    }
    template <int kTile>
    void load(const void* from) {
        const bool of_b = kTile > 5;
        const std::size_t bytes = of_b ? kWidth * sizeof(std::uint32_t) : pairs_ * 4;
        zero<kTile>();
        for (std::size_t r = 0; r < (of_b ? pairs_ : kWidth); ++r) {
            std::memcpy(tiles_[kTile][r], static_cast<const char*>(from) + r * 64, bytes);
        }
    }
    template <int kTile>
    void store(void* to) {
        for (std::size_t r = 0; r < kWidth; ++r) {
            std::memcpy(static_cast<char*>(to) + r * 256, tiles_[kTile][r],
                        sizeof tiles_[kTile][r]);
        }
    }
    /// Products of even places and those of odd ones are summed up apart. Each addition rounds to
    /// nearest, and numbers too small to be normal are 0.
    template <int kTo, int kA, int kB>
    void multiply() {
        for (std::size_t m = 0; m < kWidth; ++m) {
            float even[kWidth] = {}, odd[kWidth] = {};
            for (std::size_t k = 0; k < pairs_; ++k) {
                const std::uint32_t a = tiles_[kA][m][k];
                for (std::size_t n = 0; n < kWidth; ++n) {
                    const std::uint32_t b = tiles_[kB][k][n];
                    even[n] = flushed(std::fma(value(a << 16), value(b << 16), even[n]));
                    odd[n] = flushed(std::fma(value(a & kHigh), value(b & kHigh), odd[n]));
                }
            }
            for (std::size_t n = 0; n < kWidth; ++n) {
                std::uint32_t& to = tiles_[kTo][m][n];
                to = std::bit_cast<std::uint32_t>(flushed(value(to) + flushed(even[n] + odd[n])));
            }
        }
    }

  private:
    static constexpr std::size_t kWidth = 16;
    static constexpr std::uint32_t kHigh = 0xFFFF0000;

    static float flushed(float x) {
        return std::fabs(x) < std::numeric_limits<float>::min() ? 0 : x;
    }
    static float value(std::uint32_t bits) { return flushed(std::bit_cast<float>(bits)); }

    std::size_t pairs_;
    alignas(64) std::uint32_t tiles_[8][kWidth][kWidth];
};

}  // namespace
