// Labels of vertices that are sums of weights without rounding, however different their sizes.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/potentials.hpp"
#include "graph/fixed_point.hpp"

namespace apsp {

inline constexpr std::uint32_t kNoParent = static_cast<std::uint32_t>(-1);

class ExactLabels {
  public:
    using Word = FixedPoint::Word;

    explicit ExactLabels(const Graph& graph);

    /// Labels are the sums of the arcs from parent to parent, up to one that has none
    /// (kNoParent); 0 where these lead into a cycle.
    void begin(std::span<const std::uint32_t> parents);
    /// That of the source is 0, all others are infinite.
    void begin(std::size_t source);

    /// Makes the label of j that of i and w, where that is smaller, and says so.
    bool improve(std::size_t i, std::size_t j, double w) {
        const double from = leading_[i], to = leading_[j];
        const double size = std::abs(w) + std::abs(from) + std::abs(to);
        if ((from + w) - to > size * 0x1p-50) return false;  // nearly always
        return improve_exactly(i, j, w);
    }

    /// The label, and whether it is all of it.
    struct Value {
        DoubleDouble rounded;
        bool whole;
    };
    Value value(std::size_t i) const;

    /// Sums of less than this are whole as a DoubleDouble.
    double whole_below() const;

  private:
    bool improve_exactly(std::size_t i, std::size_t j, double w);
    /// Its first 53 bits, which are taken off it.
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
