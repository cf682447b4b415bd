// See row_proof.hpp. One pass over all arcs finds those that are tight; only a few are.
#include "verify/row_proof.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/longer_vectors.hpp"
#include "base/packed_bits.hpp"
#include "base/text.hpp"
#include "graph/rounding.hpp"
#include "negative/bellman_ford.hpp"
#include "negative/label_rounds.hpp"
#include "negative/negative_reach.hpp"

namespace apsp {
std::string wrong_shape(const Graph& graph, const Matrix& distances, std::size_t rows,
                        const Matrix* predecessors) {
    const std::size_t n = graph.vertices();
    const auto differs = [&](const Matrix& matrix, std::size_t expected, std::string_view what) {
        if (matrix.n() != n) {
            return fmt::format("the graph has {} vertices, the {} {}", n, what, matrix.n());
        }
        if (matrix.rows() == expected) return std::string();
        return fmt::format("the {} have {} rows, expected {}", what, matrix.rows(), expected);
    };
    std::string wrong = differs(distances, rows, "distances");
    if (wrong.empty() && predecessors != nullptr) wrong = differs(*predecessors, n, "predecessors");
    if (!wrong.empty()) return wrong;
    if (predecessors != nullptr && predecessors->dtype() != Dtype::i32) {
        return fmt::format("predecessors are {}, expected i32", name(predecessors->dtype()));
    }
    return "";
}

std::unique_ptr<const Potentials> potentials_to_check(const Graph& graph, const Labels& labels,
                                                      std::string& failure) {
    if (graph.min_weight() >= 0) return nullptr;
    BellmanFord found = bellman_ford(graph);
    if (found.negative_cycle.empty()) {
        return std::make_unique<const Potentials>(std::move(found.potentials));
    }
    failure = fmt::format("the graph has a negative cycle through vertex {}",
                          labels.name(found.negative_cycle.front()));
    return nullptr;
}

WrongEntry wrong_distance(const Labels& labels, std::size_t i, std::size_t j, double found,
                          const std::string& why) {
    return {j,
            fmt::format("distance {} -> {} is {}, {}", labels.name(i), labels.name(j), found, why)};
}

std::vector<double> row_of(const Matrix& matrix, std::size_t i, Semiring semiring) {
    return visit(matrix.dtype(), [&](auto sample) {
        using T = decltype(sample);
        const auto row = matrix.row<T>(i);
        const T worst = zero<T>(semiring), best = one<T>(semiring);
        const double worst_of_f64 = zero<double>(semiring), best_of_f64 = one<double>(semiring);
        std::vector<double> values(row.size());
        std::ranges::transform(row, values.begin(), [&](T d) {
            return d == worst ? worst_of_f64 : d == best ? best_of_f64 : static_cast<double>(d);
        });
        return values;
    });
}

WrongEntry RowProof::wrong_length(std::size_t i, std::size_t j, double found,
                                  double expected) const {
    return wrong_distance(labels_, i, j, found,
                          expected == kInfinity
                              ? "there is no path"
                              : fmt::format("the shortest path has length {}", expected));
}

WrongEntry RowProof::wrong_predecessor(std::size_t i, std::size_t j, std::int32_t p,
                                       const std::string& why) const {
    return {
        j, fmt::format("predecessor {} -> {} is {}, {}", labels_.name(i), labels_.name(j), p, why)};
}

/// Whether all sums that make up this row, of weights and of costs, are integers without rounding.
bool RowProof::exact(std::size_t i, std::span<const double> d) const {
    if (is_integral(dtype_)) return true;
    if (!graph_.integral() || (potentials_ != nullptr && !potentials_->integral())) return false;
    double largest = 0;
    for (std::size_t j = 0; j < d.size(); ++j) {
        if (!std::isfinite(d[j])) continue;
        const double cost =
            potentials_ == nullptr ? 0 : d[j] + (potentials_->high()[i] - potentials_->high()[j]);
        largest = std::max({largest, std::abs(d[j]), cost});
    }
    return exact_integers(dtype_, largest + graph_.largest_magnitude());
}

std::optional<WrongEntry> RowProof::no_number(std::size_t i, std::span<const double> d) const {
    if (d[i] != 0) return wrong_distance(labels_, i, i, d[i], "expected 0");
    for (std::size_t j = 0; j < d.size(); ++j) {
        if (!(d[j] > -kInfinity)) return wrong_distance(labels_, i, j, d[j], "expected a number");
    }
    return std::nullopt;
}

std::optional<WrongEntry> RowProof::distances(std::size_t i, std::span<const double> d,
                                              bool search) {
    if (graph_.negative_reach() != nullptr) return beside_minus_infinity(i, d, search);
    if (auto wrong = no_number(i, d)) return wrong;
    return numbers(i, d, search);
}

/// The vertices at minus infinity lie on no shortest path to any other. So they are set apart as
/// NaN, which compares with nothing, and the rest of the row is proved.
std::optional<WrongEntry> RowProof::beside_minus_infinity(std::size_t i, std::span<const double> d,
                                                          bool search) {
    const NegativeReach& reach = *graph_.negative_reach();
    std::vector<double> rest(d.begin(), d.end());
    std::optional<WrongEntry> wrong;
    reach.for_each(i, [&](std::size_t j) {
        rest[j] = reach.between(i, i) ? kInfinity : std::numeric_limits<double>::quiet_NaN();
        if (wrong || d[j] == -kInfinity) return;
        wrong = wrong_distance(labels_, i, j, d[j],
                               "expected -inf, as a negative cycle lies on the way");
    });
    if (wrong) return wrong;
    if (reach.between(i, i)) rest[i] = 0;  // all that it reaches is at minus infinity
    for (std::size_t j = 0; j < d.size(); ++j) {
        if (!reach.between(i, j) && !(d[j] > -kInfinity)) {
            return wrong_distance(labels_, i, j, d[j], "expected a number");
        }
    }
    if (rest[i] != 0) return wrong_distance(labels_, i, i, d[i], "expected 0");
    return numbers(i, rest, search);
}

std::optional<WrongEntry> RowProof::numbers(std::size_t i, std::span<const double> d, bool search) {
    exact_ = exact(i, d);
    return exact_ && !search ? grow(i, d) : compare(i, d);
}

void RowProof::search(std::size_t i) {
    source_ = i;
    reference_.find(i);
    found_.resize(graph_.vertices());
    for (std::size_t j = 0; j < found_.size(); ++j) found_[j] = reference_.distance(j).high;
    exact_ = exact(i, found_);
    before_.assign(found_.size(), -1);
}

std::optional<WrongEntry> RowProof::distance(std::size_t j, double d) {
    const DoubleDouble expected = reference_.distance(j);
    if (d == expected.high && (d == kInfinity || expected.low == 0)) return std::nullopt;
    const double difference = std::abs((d - expected.high) - expected.low);
    if (std::isfinite(difference) && difference <= slack(j)) return std::nullopt;
    return wrong_length(source_, j, d, expected.high);
}

std::optional<WrongEntry> RowProof::predecessor(std::size_t j, std::int32_t p) {
    const std::string fault = fault_of(source_, j, found_, p);
    if (!fault.empty()) return wrong_predecessor(source_, j, p, fault);
    before_[j] = p;
    return std::nullopt;
}

std::optional<WrongEntry> RowProof::circle() {
    return circle(source_, before_);
}

std::optional<WrongEntry> RowProof::compare(std::size_t i, std::span<const double> d) {
    source_ = i;
    reference_.find(i);
    for (std::size_t j = 0; j < d.size(); ++j) {
        if (std::isnan(d[j])) continue;
        if (auto wrong = distance(j, d[j])) return wrong;
    }
    return std::nullopt;
}

namespace {

/// Of the arcs from a vertex k to some others: bits of those over which a path is as long as the
/// distance, or shorter.
struct ArcBits {
    std::uint64_t tight, shorter;
};

/// For at most 64 others. Arcs of length 0 from k to itself are tight.
template <class W>
APSP_LONGER_VECTORS ArcBits compare_arcs(const W* weights, const double* distances, double to_k,
                                         std::size_t count) {
    unsigned char tight[64] = {}, shorter[64] = {};
#pragma omp simd
    for (std::size_t j = 0; j < count; ++j) {
        const double over_k = to_k + static_cast<double>(weights[j]);
        const bool arc = weights[j] != infinity<W>();
        tight[j] = static_cast<unsigned char>((distances[j] >= over_k) & arc);
        shorter[j] = static_cast<unsigned char>((distances[j] > over_k) & arc);
    }
    return {packed_bits(tight), packed_bits(shorter)};
}

}  // namespace

std::optional<WrongEntry> RowProof::grow(std::size_t i, std::span<const double> d) {
    // Arcs are visited in the order of memory, as nearly all of them need no more than this
    // comparison: 413 million for n = 4096, m = 100,000. The search along tight arcs comes
    // afterwards.
    const double* const distance = d.data();
    bool too_long = false;
    std::size_t count = 0;
    tight_from_.assign(d.size() + 1, 0);
    for (std::size_t k = 0; k < d.size(); ++k) {
        tight_from_[k] = count;
        const double to_k = distance[k];
        if (to_k == kInfinity) continue;
        if (tight_.size() < count + d.size()) tight_.resize(2 * (count + d.size()));
        std::uint32_t* const tight = tight_.data();
        // No branches: one arc in ten is tight, and no processor can predict which.
        if (graph_.dense()) {
            visit(graph_.matrix()->dtype(), [&](auto zero) {
                const auto* const weights = graph_.matrix()->row<decltype(zero)>(k).data();
                for (std::size_t first = 0; first < d.size(); first += 64) {
                    ArcBits found = compare_arcs(weights + first, distance + first, to_k,
                                                 std::min<std::size_t>(64, d.size() - first));
                    too_long |= found.shorter != 0;
                    for (; found.tight != 0; found.tight &= found.tight - 1) {
                        const auto bit = static_cast<std::size_t>(std::countr_zero(found.tight));
                        tight[count++] = static_cast<std::uint32_t>(first + bit);
                    }
                }
            });
        } else {
            graph_.for_each_arc(k, [&](std::size_t j, double w) {
                const double over_k = to_k + w;
                tight[count] = static_cast<std::uint32_t>(j);
                count += distance[j] >= over_k;
                too_long |= distance[j] > over_k;
            });
        }
    }
    tight_from_.back() = count;
    if (too_long) return explain(i, d);

    reached_.assign(d.size(), 0);
    queue_.assign(1, i);
    reached_[i] = 1;
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        const std::size_t k = queue_[next];
        for (std::size_t a = tight_from_[k]; a < tight_from_[k + 1]; ++a) {
            const std::size_t j = tight_[a];
            if (reached_[j]) continue;
            reached_[j] = 1;
            queue_.push_back(j);
        }
    }
    for (std::size_t j = 0; j < d.size(); ++j) {
        if (d[j] < kInfinity && !reached_[j]) return explain(i, d);
    }
    return std::nullopt;
}

/// A wrong entry of a row that is known to have one.
WrongEntry RowProof::explain(std::size_t i, std::span<const double> d) const {
    const std::size_t n = d.size();
    std::vector<double> best(n, kInfinity);
    best[i] = 0;
    const auto cycle = label_rounds(graph_, i, [&](std::size_t k, std::size_t j, double w) {
        if (!(best[k] + w < best[j])) return false;
        best[j] = best[k] + w;
        return true;
    });
    if (cycle) {
        return wrong_distance(labels_, i, *cycle, d[*cycle],
                              "there is a negative cycle through it or on the way to it");
    }
    for (std::size_t j = 0; j < n; ++j) {
        if (!std::isnan(d[j]) && d[j] != best[j]) return wrong_length(i, j, d[j], best[j]);
    }
    return wrong_distance(labels_, i, i, d[i],
                          "but some distance in its row is not the length of any path");
}

/// What is wrong with predecessor p of j, by itself; "" if nothing is.
std::string RowProof::fault_of(std::size_t i, std::size_t j, std::span<const double> d,
                               std::int32_t p) {
    if (i == j || !std::isfinite(d[j])) {
        if (p == -1) return "";
        return i == j              ? "expected -1 on the diagonal"
               : d[j] == kInfinity ? "expected -1, as there is no path"
                                   : "expected -1, as there is no shortest path";
    }
    if (p < 0 || static_cast<std::size_t>(p) >= d.size()) {
        return fmt::format("expected a vertex from 0 to {}, as there is a path", d.size() - 1);
    }
    const auto k = static_cast<std::size_t>(p);
    const double w = graph_.weight(k, j);
    if (w == kInfinity) {
        return fmt::format("there is no arc {} -> {}", labels_.name(k), labels_.name(j));
    }
    const double over_k = d[k] + w;
    if (d[j] == over_k || std::abs(d[j] - over_k) <= 2 * (slack(j) + slack(k))) return "";
    return fmt::format("over {} and an arc of weight {} the distance is {} instead of {}",
                       labels_.name(k), w, over_k, d[j]);
}

std::optional<WrongEntry> RowProof::predecessors(std::size_t i, std::span<const double> d,
                                                 std::span<const std::int32_t> p) {
    for (std::size_t j = 0; j < d.size(); ++j) {
        if (std::string fault = fault_of(i, j, d, p[j]); !fault.empty()) {
            return wrong_predecessor(i, j, p[j], fault);
        }
    }
    return circle(i, p);
}

std::optional<WrongEntry> RowProof::circle(std::size_t i, std::span<const std::int32_t> p) {
    enum : char { unknown, followed, ends };
    reached_.assign(p.size(), unknown);
    for (std::size_t j = 0; j < p.size(); ++j) {
        queue_.clear();
        std::size_t v = j;
        for (; reached_[v] == unknown && p[v] != -1; v = static_cast<std::size_t>(p[v])) {
            reached_[v] = followed;
            queue_.push_back(v);
        }
        if (reached_[v] == followed) {
            return wrong_predecessor(i, v, p[v],
                                     fmt::format("following predecessors from {} never ends in {}",
                                                 labels_.name(v), labels_.name(i)));
        }
        for (const std::size_t u : queue_) reached_[u] = ends;
    }
    return std::nullopt;
}

}  // namespace apsp
