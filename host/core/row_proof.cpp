// See row_proof.hpp. Growing from i looks at each arc once, for both the properties of distances.
#include "core/row_proof.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace apsp {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

std::string RowProof::name(std::size_t vertex) const {
    return labels_ == nullptr ? fmt::format("{}", vertex) : labels_->name(vertex);
}

WrongEntry RowProof::wrong_distance(std::size_t i, std::size_t j, double found,
                                    const std::string& why) const {
    return {j, fmt::format("distance {} -> {} is {}, {}", name(i), name(j), found, why)};
}

std::optional<WrongEntry> RowProof::distances(std::size_t i, std::span<const double> d) {
    if (d[i] != 0) return wrong_distance(i, i, d[i], "expected 0");
    double largest = 0;
    for (std::size_t j = 0; j < d.size(); ++j) {
        if (!(d[j] > -kInfinity)) return wrong_distance(i, j, d[j], "expected a number");
        if (d[j] < kInfinity) largest = std::max(largest, std::abs(d[j]));
    }
    // Sums over one more arc must be exact, too, for comparing them exactly.
    const double reach =
        largest + std::max(std::abs(graph_.min_weight()), std::abs(graph_.max_weight()));
    return tolerance_.exact(reach) ? grow<true>(i, d) : grow<false>(i, d);
}

template <bool kExact>
std::optional<WrongEntry> RowProof::grow(std::size_t i, std::span<const double> d) {
    const auto equal = [this](double a, double b) {
        return a == b || (!kExact && tolerance_.equal(a, b));
    };
    std::optional<WrongEntry> wrong;
    reached_.assign(d.size(), 0);
    if (!kExact) along_.assign(d.size(), 0);
    queue_.assign(1, i);
    reached_[i] = 1;
    for (std::size_t next = 0; next < queue_.size() && !wrong; ++next) {
        const std::size_t k = queue_[next];
        graph_.for_each_arc(k, [&](std::size_t j, double w) {
            const double over_k = d[k] + w;
            if (d[j] > over_k && !equal(d[j], over_k)) {
                if (wrong) return;
                wrong = wrong_distance(
                    i, j, d[j],
                    fmt::format("over {} and an arc of weight {} it is {}", name(k), w, over_k));
            }
            if (reached_[j] || !equal(d[j], over_k)) return;
            // Arc after arc within the tolerance could add up to a path far outside it.
            if (!kExact && !equal(d[j], along_[k] + w)) return;
            if (!kExact) along_[j] = along_[k] + w;
            reached_[j] = 1;
            queue_.push_back(j);
        });
    }
    if (wrong) return wrong;
    for (std::size_t j = 0; j < d.size(); ++j) {
        if (d[j] < kInfinity && !reached_[j]) return unreached(i, d);
    }
    return std::nullopt;
}

/// Of the vertices that were not reached, one that no arc leads to tightly explains the others.
WrongEntry RowProof::unreached(std::size_t i, std::span<const double> d) const {
    std::vector<double> best(d.size(), kInfinity);
    best[i] = 0;
    for (std::size_t k = 0; k < d.size(); ++k) {
        if (d[k] == kInfinity) continue;
        graph_.for_each_arc(
            k, [&](std::size_t j, double w) { best[j] = std::min(best[j], d[k] + w); });
    }
    std::optional<std::size_t> first;
    for (std::size_t j = 0; j < d.size(); ++j) {
        if (d[j] == kInfinity || reached_[j]) continue;
        if (!tolerance_.equal(d[j], best[j])) {
            return wrong_distance(i, j, d[j],
                                  fmt::format("the best way over a last arc gives {}", best[j]));
        }
        if (!first) first = j;
    }
    return wrong_distance(i, *first, d[*first],
                          fmt::format("no path from {} is that short", name(i)));
}

/// What is wrong with predecessor p of j, by itself; "" if nothing is.
std::string RowProof::fault_of(std::size_t i, std::size_t j, std::span<const double> d,
                               std::int32_t p) const {
    if (i == j || d[j] == kInfinity) {
        if (p == -1) return "";
        return i == j ? "expected -1 on the diagonal" : "expected -1, as there is no path";
    }
    if (p < 0 || static_cast<std::size_t>(p) >= d.size()) {
        return fmt::format("expected a vertex from 0 to {}, as there is a path", d.size() - 1);
    }
    const auto k = static_cast<std::size_t>(p);
    const double w = graph_.weight(k, j);
    if (w == kInfinity) return fmt::format("there is no arc {} -> {}", name(k), name(j));
    if (tolerance_.equal(d[j], d[k] + w)) return "";
    return fmt::format("over {} and an arc of weight {} the distance is {} instead of {}", name(k),
                       w, d[k] + w, d[j]);
}

std::optional<WrongEntry> RowProof::predecessors(std::size_t i, std::span<const double> d,
                                                 std::span<const std::int32_t> p) {
    const auto wrong = [&](std::size_t j, const std::string& why) {
        return WrongEntry{
            j, fmt::format("predecessor {} -> {} is {}, {}", name(i), name(j), p[j], why)};
    };
    for (std::size_t j = 0; j < d.size(); ++j) {
        if (std::string fault = fault_of(i, j, d, p[j]); !fault.empty()) return wrong(j, fault);
    }
    enum : char { unknown, followed, ends };
    reached_.assign(d.size(), unknown);
    reached_[i] = ends;
    for (std::size_t j = 0; j < d.size(); ++j) {
        if (d[j] == kInfinity) continue;
        queue_.clear();
        std::size_t v = j;
        for (; reached_[v] == unknown; v = static_cast<std::size_t>(p[v])) {
            reached_[v] = followed;
            queue_.push_back(v);
        }
        if (reached_[v] == followed) {
            return wrong(v, fmt::format("following predecessors from {} never ends in {}", name(v),
                                        name(i)));
        }
        for (const std::size_t u : queue_) reached_[u] = ends;
    }
    return std::nullopt;
}

}  // namespace apsp
