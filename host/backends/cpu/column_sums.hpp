// Sums of the columns of a block, for one instruction set.
#pragma once

#include "backends/cpu/simd.hpp"

namespace apsp::cpu::APSP_ISA {
namespace {

/// See Kernels. Values are added up in halves of their bits, which needs no wider lanes.
template <class T>
void add_columns(const T* rows, std::size_t count, T none, ColumnSums<T>& to) {
    constexpr unsigned kHalf = sizeof(T) * 4;
    constexpr std::size_t kWidth = kTargets<T>;
    const Vec<T> limit = broadcast(none), mask = broadcast(static_cast<T>((1 << kHalf) - 1));
    for (std::size_t j = 0; j < kWidth; j += kLanes<T>) {
        Vec<T> pairs{}, low{}, high{}, largest{};
        for (std::size_t r = 0; r < count; ++r) {
            const Vec<T> v = load(rows + r * kWidth + j);
            const Vec<T> path = reinterpret_cast<Vec<T>>(v < limit), value = v & path;
            pairs -= path;
            low += value & mask;
            high += value >> kHalf;
            largest = larger<T>(largest, value);
        }
        for (std::size_t k = 0; k < kLanes<T>; ++k) {
            to.pairs[j + k] += static_cast<std::uint32_t>(pairs[k]);
            to.sum[j + k] += (static_cast<std::int64_t>(high[k]) << kHalf) + low[k];
            to.largest[j + k] = to.largest[j + k] < largest[k] ? largest[k] : to.largest[j + k];
        }
    }
}

}  // namespace
}  // namespace apsp::cpu::APSP_ISA
