// Sums of the columns of a block, for one instruction set.
#pragma once

#include <limits>
#include <type_traits>

#include "backends/cpu/simd.hpp"

namespace apsp::cpu::APSP_ISA {
namespace {

/// See Kernels. Integers are added up in halves of their bits, which needs no wider lanes, and
/// floats as doubles.
template <class T>
requires std::is_floating_point_v<T>
void add_columns(const T* rows, std::size_t count, T none, ColumnSums<T>& to) {
    constexpr std::size_t kWidth = kTargets<T>;
    double sums[kWidth] = {};
    T pairs[kWidth] = {}, largest[kWidth] = {};
    for (std::size_t r = 0; r < count; ++r) {
        const T* const row = rows + r * kWidth;
        for (std::size_t j = 0; j < kWidth; ++j) {
            const T value = row[j] < none ? row[j] : T{0};
            pairs[j] += row[j] < none ? T{1} : T{0};
            sums[j] += static_cast<double>(value);
            largest[j] = largest[j] < value ? value : largest[j];
        }
    }
    for (std::size_t j = 0; j < kWidth; ++j) {
        to.pairs[j] += static_cast<std::uint32_t>(pairs[j]);
        to.sum[j] += sums[j];
        to.largest[j] = to.largest[j] < largest[j] ? largest[j] : to.largest[j];
    }
}
template <class T>
requires std::is_integral_v<T>
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

/// See Kernels. What adds nothing is infinitely far away: no division depends on a condition, so
/// that compilers make the loop one of vectors.
template <class T>
void add_inverses(const T* rows, std::size_t count, T none, ColumnSums<T>& to) {
    constexpr std::size_t kWidth = kTargets<T>;
    constexpr double kFar = std::numeric_limits<double>::infinity();
    double sums[kWidth] = {};
    for (std::size_t r = 0; r < count; ++r) {
        const T* const row = rows + r * kWidth;
        for (std::size_t j = 0; j < kWidth; ++j) {
            const bool counts = (row[j] != 0) & (row[j] < none);
            sums[j] += 1 / (static_cast<double>(row[j]) + (counts ? 0 : kFar));
        }
    }
    for (std::size_t j = 0; j < kWidth; ++j) to.harmonic[j] += sums[j];
}

/// See Kernels.
template <class T>
void add_within(const T* rows, std::size_t count, std::span<const T> limits, const double* weights,
                double* to) {
    constexpr std::size_t kWidth = kTargets<T>;
    for (const T limit : limits) {
        const Vec<T> beyond = broadcast(limit);
        const bool in_vectors = std::is_integral_v<T> && weights == nullptr;
        for (std::size_t j = 0; in_vectors && j < kWidth; j += kLanes<T>) {
            Vec<T> found{};
            for (std::size_t r = 0; r < count; ++r) {
                found -= reinterpret_cast<Vec<T>>(load(rows + r * kWidth + j) < beyond);
            }
            for (std::size_t k = 0; k < kLanes<T>; ++k) to[j + k] += found[k];
        }
        for (std::size_t r = 0; !in_vectors && r < count; ++r) {
            const double weight = weights == nullptr ? 1 : weights[r];
            for (std::size_t j = 0; j < kWidth; ++j) {
                to[j] += rows[r * kWidth + j] < limit ? weight : 0;
            }
        }
        to += kWidth;
    }
}

}  // namespace
}  // namespace apsp::cpu::APSP_ISA
