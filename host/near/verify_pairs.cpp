// Compares near pairs and tables with rows that Johnson's algorithm finds.
#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>

#include "apsp/near_pairs.hpp"
#include "apsp/table.hpp"
#include "base/text.hpp"
#include "graph/dijkstra.hpp"
#include "graph/rounding.hpp"
#include "near/near_rows.hpp"
#include "near/pair_groups.hpp"
#include "verify/first_wrong_row.hpp"

namespace apsp {
namespace {

using Wrong = std::optional<WrongEntry>;

/// What there is to compare with the rows of a graph: as many of `rows` as the budget allows.
class Comparison {
  public:
    Comparison(const Graph& graph, Dtype dtype, const VerifyOptions& options)
        : graph_(graph),
          dtype_(dtype),
          options_(options),
          labels_(options.labels == nullptr ? none_ : *options.labels) {}

    /// check(proof, row) calls proof.search, and returns what is wrong with the row.
    Verification rows(std::size_t rows,
                      const std::function<Wrong(RowProof& proof, std::size_t row)>& check) {
        Verification result;
        const auto potentials = potentials_to_check(graph_, labels_, result.failure);
        if (!result.failure.empty()) return result;
        const double steps = 10 * dijkstra_steps(graph_);  // as many relaxations of a plain loop
        const auto most =
            static_cast<std::size_t>(std::min(options_.budget / steps, static_cast<double>(rows)));
        const std::size_t count = std::min(std::max<std::size_t>(most, 1), rows);
        result.method = count == rows ? "johnson" : "sampled johnson";
        const auto wrong = first_wrong_row(
            {{0, rows}, count, steps}, options_.progress,
            [&] { return RowProof(graph_, dtype_, potentials.get(), labels_); }, check, result);
        result.row = wrong.value_or(0);
        return result;
    }
    const Labels& labels() const { return labels_; }

  private:
    const Graph& graph_;
    Dtype dtype_;
    const VerifyOptions& options_;
    const Labels none_;
    const Labels& labels_;
};

/// No path is infinity.
template <class T>
double as_double(T d) {
    return d == infinity<T>() ? kInfinity : static_cast<double>(d);
}

/// The distances of a row of near pairs.
std::vector<double> distances_of(const NearPairs& near, std::size_t row) {
    return visit(near.dtype, [&](auto zero) {
        std::vector<double> found;
        std::ranges::transform(near.distances<decltype(zero)>(row), std::back_inserter(found),
                               [](auto d) { return as_double(d); });
        return found;
    });
}

/// What may be wrong with a row of near pairs.
class NearRowCheck {
  public:
    NearRowCheck(const NearPairs& near, const NearRows& asked, const Labels& labels)
        : near_(near), asked_(asked), labels_(labels) {}

    Wrong operator()(RowProof& proof, std::size_t row) const {
        const std::size_t source = asked_.source(row);
        proof.search(source);
        const std::vector<double> distances = distances_of(near_, row);
        if (Wrong wrong = pairs(proof, row, source, distances)) return wrong;
        if (Wrong wrong = proof.circle()) return wrong;
        return missing(proof, row, source, distances);
    }

  private:
    /// Of the pairs that are there.
    Wrong pairs(RowProof& proof, std::size_t row, std::size_t source,
                const std::vector<double>& distances) const {
        const auto targets = near_.targets(row);
        const bool by_distance = asked_.options().nearest != 0;
        for (std::size_t k = 0; k < targets.size(); ++k) {
            const std::size_t j = targets[k];
            if (j >= near_.n || !asked_.counts(source, j))
                return of(source, j, "is none asked for");
            if (Wrong wrong = proof.distance(j, distances[k])) return wrong;
            if (!(distances[k] < asked_.limit())) {
                return of(source, j, "is beyond the cutoff");
            }
            const bool in_order =
                k == 0 || (by_distance && distances[k - 1] < distances[k]) ||
                ((!by_distance || distances[k - 1] == distances[k]) && targets[k - 1] < j);
            if (!in_order) return of(source, j, "is not in its place");
            if (!asked_.options().predecessors) continue;
            if (Wrong wrong = proof.predecessor(j, near_.predecessors(row)[k])) return wrong;
        }
        const std::size_t most = asked_.options().nearest;
        if (most != 0 && targets.size() > most) {
            return of(source, targets.back(), "is more than were asked for");
        }
        return std::nullopt;
    }

    /// A pair that is not there: within the limit, or if as many as were asked for are, before the
    /// last of them.
    Wrong missing(RowProof& proof, std::size_t row, std::size_t source,
                  const std::vector<double>& distances) const {
        std::vector<std::uint32_t> targets(near_.targets(row).begin(), near_.targets(row).end());
        const bool full =
            asked_.options().nearest != 0 && targets.size() == asked_.options().nearest;
        const std::size_t last = full ? targets.back() : 0;
        const double farthest = full ? distances.back() : asked_.limit();
        std::ranges::sort(targets);
        auto next = targets.begin();
        for (std::size_t j = 0; j < near_.n; ++j) {
            if (next != targets.end() && *next == j) {
                ++next;
                continue;
            }
            const double d = proof.found()[j];
            if (!(d <= farthest) || !asked_.counts(source, j)) continue;
            const double slack = proof.slack(j) + (full ? proof.slack(last) : 0);
            const bool before = d + slack < farthest || (full && slack == 0 && j < last);
            if (!before) continue;
            return of(source, j, fmt::format("is missing: the shortest path has length {}", d));
        }
        return std::nullopt;
    }

    WrongEntry of(std::size_t source, std::size_t target, const std::string& why) const {
        return {target, fmt::format("the pair {} -> {} {}", labels_.name(source),
                                    labels_.name(target), why)};
    }

    const NearPairs& near_;
    const NearRows& asked_;
    const Labels& labels_;
};

/// What is wrong with an entry of the row that was searched for.
Wrong wrong_in(const DistanceTable& table, std::size_t i, std::size_t j, std::size_t target,
               RowProof& proof) {
    const double d =
        visit(table.dtype, [&](auto zero) { return as_double(table.row<decltype(zero)>(i)[j]); });
    if (Wrong wrong = proof.distance(target, d)) return wrong;
    if (table.predecessors.empty()) return std::nullopt;
    return proof.predecessor(target, table.predecessors[i * table.columns + j]);
}

}  // namespace

Verification verify(const Graph& graph, const NearPairs& near, const NearOptions& question,
                    const VerifyOptions& options) {
    const NearRows asked(question, graph.vertices(), near.dtype);
    Comparison comparison(graph, near.dtype, options);
    return comparison.rows(near.rows.size(), NearRowCheck(near, asked, comparison.labels()));
}

Verification verify(const Graph& graph, const DistanceTable& table, const TableOptions& question,
                    const VerifyOptions& options) {
    const auto& [sources, targets] = std::tie(question.sources, question.targets);
    return Comparison(graph, table.dtype, options)
        .rows(table.rows, [&](RowProof& proof, std::size_t i) {
            proof.search(sources.empty() ? i : sources[i]);
            Wrong wrong;
            for (std::size_t j = 0; j < table.columns && !wrong; ++j) {
                wrong = wrong_in(table, i, j, targets.empty() ? j : targets[j], proof);
            }
            return wrong ? wrong : proof.circle();
        });
}

Verification verify(const Graph& graph, const DistanceTable& table,
                    std::span<const VertexPair> pairs, const VerifyOptions& options) {
    const PairGroups groups(pairs, false);
    return Comparison(graph, table.dtype, options)
        .rows(groups.vertices().size(), [&](RowProof& proof, std::size_t group) {
            proof.search(groups.vertices()[group]);
            Wrong wrong;
            for (const std::size_t k : groups.places(group)) {
                if (!wrong) wrong = wrong_in(table, 0, k, groups.other(k), proof);
            }
            return wrong ? wrong : proof.circle();
        });
}

}  // namespace apsp
