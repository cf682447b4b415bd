// Labels of vertices that are sums of weights without rounding, however different their sizes.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/potentials.hpp"
#include "base/fixed_point.hpp"

namespace apsp {

inline constexpr std::uint32_t kNoParent = static_cast<std::uint32_t>(-1);

class ExactLabels {
  public:
    using Word = FixedPoint::Word;

    explicit ExactLabels(const Graph& graph);

    /// Sets each label to the sum of the arcs from parent to parent, up to a vertex without one
    /// (kNoParent); to 0 where the parents lead into a cycle.
    void begin(std::span<const std::uint32_t> parents);
    /// Sets the label of the source to 0 and all others to infinity.
    void begin(std::size_t source);

    /// Makes the label of j that of i plus w, if that is smaller; returns whether it is.
    bool improve(std::size_t i, std::size_t j, double w) {
        const double from = leading_[i], to = leading_[j];
        const double size = std::abs(w) + std::abs(from) + std::abs(to);
        if ((from + w) - to > size * 0x1p-50) return false;  // nearly always
        return improve_exactly(i, j, w);
    }

    /// The label as a DoubleDouble, and whether that is exact.
    struct Value {
        DoubleDouble rounded;
        bool whole;
    };
    Value value(std::size_t i) const;

    /// Sums below this are exact as a DoubleDouble.
    double whole_below() const;

  private:
    bool improve_exactly(std::size_t i, std::size_t j, double w);
    /// The first 53 bits of `number`, which are subtracted from it.
    double leading_of(std::span<Word> number) const;
    std::span<Word> label(std::size_t i) { return {labels_.data() + i * words_, words_}; }

    const Graph& graph_;
    FixedPoint format_;
    std::size_t words_ = 1;
    std::vector<double> leading_;  // the labels' first 53 bits, or +infinity
    std::vector<Word> labels_;
    std::vector<Word> candidate_;
};

}  // namespace apsp
