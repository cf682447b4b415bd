// See exact_labels.hpp.
#include "negative/exact_labels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/rounding.hpp"

namespace apsp {
ExactLabels::ExactLabels(const Graph& graph) : graph_(graph) {
    const std::size_t n = graph.vertices();
    for (std::size_t i = 0; i < n; ++i) {
        graph.for_each_arc(i, [&](std::size_t, double w) { format_.hold(w); });
    }
    words_ = format_.words(4 * n + 4);  // walks of several rounds may meet in one label
    labels_.resize(n * words_);
    candidate_.resize(words_);
    leading_.resize(n);
}

void ExactLabels::begin(std::span<const std::uint32_t> parents) {
    std::ranges::fill(labels_, 0);
    std::ranges::fill(leading_, 0);
    enum : char { unknown, followed, known };
    std::vector<char> state(parents.size(), unknown);
    std::vector<std::uint32_t> way;
    for (std::uint32_t start = 0; start < parents.size(); ++start) {
        std::uint32_t v = start;
        for (; v != kNoParent && state[v] == unknown; v = parents[v]) {
            state[v] = followed;
            way.push_back(v);
        }
        const bool circle = v != kNoParent && state[v] == followed;
        for (; !way.empty(); way.pop_back()) {
            const std::uint32_t j = way.back(), i = parents[j];
            state[j] = known;
            if (circle || i == kNoParent) continue;
            std::ranges::copy(label(i), label(j).begin());
            format_.add(label(j), graph_.weight(i, j));
            std::ranges::copy(label(j), candidate_.begin());
            leading_[j] = leading_of(candidate_);
        }
    }
}

void ExactLabels::begin(std::size_t source) {
    std::ranges::fill(leading_, kInfinity);
    std::ranges::fill(label(source), 0);
    leading_[source] = 0;
}

bool ExactLabels::improve_exactly(std::size_t i, std::size_t j, double w) {
    std::ranges::copy(label(i), candidate_.begin());
    format_.add(candidate_, w);
    if (leading_[j] != kInfinity && !FixedPoint::less(candidate_, label(j))) return false;
    std::ranges::copy(candidate_, label(j).begin());
    leading_[j] = leading_of(candidate_);
    return true;
}

double ExactLabels::leading_of(std::span<Word> number) const {
    constexpr double kLargest = std::numeric_limits<double>::max();
    return std::clamp(format_.take_leading(number), -kLargest, kLargest);
}

ExactLabels::Value ExactLabels::value(std::size_t i) const {
    if (leading_[i] == kInfinity) return {{kInfinity, 0}, true};
    std::vector<Word> rest(labels_.data() + i * words_, labels_.data() + (i + 1) * words_);
    const double leading = format_.take_leading(rest);
    if (std::isinf(leading)) return {{leading, 0}, false};
    const DoubleDouble rounded = exact_sum(leading, format_.take_leading(rest));
    return {rounded, std::ranges::all_of(rest, [](Word word) { return word == 0; })};
}

double ExactLabels::whole_below() const {
    return std::ldexp(1.0, format_.lowest() + 104);
}

}  // namespace apsp
