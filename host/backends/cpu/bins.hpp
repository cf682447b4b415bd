// Adds up what lies within many bounds at once: one look-up and one comparison per number.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "apsp/matrix.hpp"
#include "base/unsigned_of.hpp"

namespace apsp::cpu {

/// Numbers are cut into cells of 2^shift, so small that each has at most one limit:
///
///     limits            7        13  17                     bin of x:  k = first[x >> shift],
///     cells     |     |     |     |     |     | ...         and one more unless x < limits[k]
///     first     0     0     1     1     2     3 3
///
/// The last cell stands for all numbers from there on.
template <class T>
class Bins {
  public:
    /// Of limits that ascend, for numbers that are not negative.
    explicit Bins(const std::vector<T>& limits) : limits_(limits) {
        // All distances are below infinity.
        limits_.erase(std::ranges::find(limits_, infinity<T>()), limits_.end());
        infinite_ = limits.size() - limits_.size();
        const T last = limits_.empty() ? T{0} : limits_.back();
        if (!limits_.empty() && limits_.front() < 0) return;
        limits_.push_back(infinity<T>());
        for (shift_ = 8 * sizeof(T) - 1; shift_ > 0 && !apart(); --shift_) {
        }
        if (!apart() || cell(last) >= kMostCells) return;
        std::size_t passed = 0;
        for (std::size_t c = 0; c <= cell(last) + 1; ++c) {
            while (passed + 1 < limits_.size() && cell(limits_[passed]) < c) ++passed;
            first_.push_back(static_cast<std::uint16_t>(passed));
        }
    }

    /// Whether this way pays, which costs about as much as comparing with kPays bytes of limits.
    bool pays(bool weighted) const {
        return !first_.empty() && (weighted || (limits_.size() + infinite_) * sizeof(T) > kPays);
    }
    /// Elements of `to` for each column.
    std::size_t rows() const { return limits_.size() + 1 + infinite_; }

    /// Adds the weight of each of `count` rows of kWidth numbers, or 1, to the bins of its numbers:
    /// to[bin * kWidth + column].
    template <std::size_t kWidth>
    void add(const T* numbers, std::size_t count, const double* weights, double* to) const {
        const std::size_t last = first_.size() - 1;
        for (std::size_t r = 0; r < count; ++r, numbers += kWidth) {
            const double weight = weights == nullptr ? 1 : weights[r];
            for (std::size_t j = 0; j < kWidth; ++j) {
                const T x = numbers[j];
                const std::size_t bin = first_[std::min(cell(x), last)];
                to[(bin + (x >= limits_[bin])) * kWidth + j] += weight;
            }
        }
    }
    /// Makes sums of bins up to each limit of what `add` added to each bin.
    template <std::size_t kWidth>
    void sum_up(double* to) const {
        const std::size_t beyond = limits_.size() - 1;
        for (std::size_t b = 1; b < beyond + infinite_; ++b, to += kWidth) {
            for (std::size_t j = 0; j < kWidth; ++j) {
                to[kWidth + j] = to[j] + (b <= beyond ? to[kWidth + j] : 0);
            }
        }
    }

  private:
    static constexpr std::size_t kMostCells = 4096;  // 8 KiB
    static constexpr std::size_t kPays = 192;

    /// The bits of floats that are not negative ascend, too.
    std::size_t cell(T x) const {
        return static_cast<std::size_t>(std::bit_cast<UnsignedOf<T>>(x) >> shift_);
    }
    bool apart() const {
        return std::ranges::adjacent_find(limits_, [&](T a, T b) { return cell(a) == cell(b); }) ==
               limits_.end();
    }

    std::vector<T> limits_;     // with infinity once, at the end
    std::size_t infinite_ = 0;  // further ones
    unsigned shift_ = 0;
    std::vector<std::uint16_t> first_;  // empty where the limits are too close
};

}  // namespace apsp::cpu
