// See row_proof.hpp. One pass over all arcs finds those that are tight; only a few are.
#include "core/row_proof.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace apsp {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

std::string wrong_shape(const Graph& graph, const Matrix& distances, const Matrix* predecessors) {
    const std::size_t n = graph.vertices();
    if (distances.n() != n) {
        return fmt::format("the graph has {} vertices, the distances {}", n, distances.n());
    }
    if (predecessors != nullptr && predecessors->n() != n) {
        return fmt::format("the graph has {} vertices, the predecessors {}", n, predecessors->n());
    }
    if (predecessors != nullptr && predecessors->dtype() != Dtype::i32) {
        return fmt::format("predecessors are {}, expected i32", name(predecessors->dtype()));
    }
    return "";
}

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
    return tolerance_.exact(reach) ? grow<true>(i, d, reach) : grow<false>(i, d, reach);
}

template <bool kExact>
std::optional<WrongEntry> RowProof::grow(std::size_t i, std::span<const double> d, double reach) {
    const auto equal = [this](double a, double b) {
        return a == b || (!kExact && tolerance_.equal(a, b));
    };
    // Arcs in their order in memory, as nearly all of them need no more than this comparison:
    // 413 million in n = 4096, m = 100,000. Those that are tight are grown along afterwards.
    const double slack = kExact ? 0 : tolerance_.slack(reach);
    const double* const distance = d.data();
    bool too_long = false;
    tight_.resize(graph_.arcs());
    std::uint32_t* const tight = tight_.data();
    std::size_t count = 0;
    tight_from_.assign(d.size() + 1, 0);
    for (std::size_t k = 0; k < d.size(); ++k) {
        tight_from_[k] = count;
        const double to_k = distance[k];
        if (to_k == kInfinity) continue;
        graph_.for_each_arc(k, [&](std::size_t j, double w) {
            const double over_k = to_k + w;
            if constexpr (!kExact) {
                if (distance[j] < over_k - slack) return;
                too_long |= distance[j] > over_k && !equal(distance[j], over_k);
                if (!equal(distance[j], over_k)) return;
            }
            // No branches: one arc in ten is tight, at places that no processor foresees.
            tight[count] = static_cast<std::uint32_t>(j);
            count += !kExact || distance[j] >= over_k;
            too_long |= kExact && distance[j] > over_k;
        });
    }
    tight_from_.back() = count;
    if (too_long) return explain(i, d);

    reached_.assign(d.size(), 0);
    if (!kExact) along_.assign(d.size(), 0);
    queue_.assign(1, i);
    reached_[i] = 1;
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        const std::size_t k = queue_[next];
        for (std::size_t a = tight_from_[k]; a < tight_from_[k + 1]; ++a) {
            const std::size_t j = tight_[a];
            if (reached_[j]) continue;
            if (!kExact) {
                // Arc after arc within the tolerance could add up to a path far outside it.
                const double along = along_[k] + graph_.weight(k, j);
                if (!equal(d[j], along)) continue;
                along_[j] = along;
            }
            reached_[j] = 1;
            queue_.push_back(j);
        }
    }
    for (std::size_t j = 0; j < d.size(); ++j) {
        if (d[j] < kInfinity && !reached_[j]) return explain(i, d);
    }
    return std::nullopt;
}

/// Of a row that is known to be wrong somewhere, an entry that is: by label-correcting search
/// (Bellman-Ford with a queue), which is given up around a negative cycle.
WrongEntry RowProof::explain(std::size_t i, std::span<const double> d) const {
    const std::size_t n = d.size();
    std::vector<double> best(n, kInfinity);
    std::vector<char> queued(n, 0);
    std::vector<std::size_t> round = {i};
    best[i] = 0;
    for (std::size_t rounds = 0; !round.empty(); ++rounds) {
        if (rounds > n) {
            return wrong_distance(i, round.front(), d[round.front()],
                                  "there is a negative cycle through it or on the way to it");
        }
        std::vector<std::size_t> next;
        std::ranges::fill(queued, 0);
        for (const std::size_t k : round) {
            graph_.for_each_arc(k, [&](std::size_t j, double w) {
                if (!(best[k] + w < best[j])) return;
                best[j] = best[k] + w;
                if (!queued[j]) next.push_back(j);
                queued[j] = 1;
            });
        }
        round = std::move(next);
    }
    for (std::size_t j = 0; j < n; ++j) {
        if (tolerance_.equal(d[j], best[j])) continue;
        return wrong_distance(i, j, d[j],
                              best[j] == kInfinity
                                  ? "there is no path"
                                  : fmt::format("the shortest path has length {}", best[j]));
    }
    return wrong_distance(i, i, d[i], "but the row's roundings add up to more than n of them");
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
