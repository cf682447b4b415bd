// Checks a question about near pairs, chooses how to answer it, and has it answered.
#include "apsp/near_pairs.hpp"

#include <fmt/format.h>

#include <cmath>

#include "apsp/solve.hpp"
#include "base/parallel_for.hpp"
#include "base/stop.hpp"
#include "graph/order.hpp"
#include "near/costs.hpp"
#include "near/near_descent.hpp"
#include "near/near_search.hpp"
#include "near/nearest_targets.hpp"
#include "near/predecessors.hpp"
#include "near/whole_elimination.hpp"
#include "paths/tight_rule.hpp"
#include "solve/plan_parts.hpp"

namespace apsp {
namespace {

void check(const NearOptions& options) {
    if (std::isnan(options.cutoff) || options.cutoff < 0) {
        throw Error(
            ErrorKind::usage,
            fmt::format("NearOptions::cutoff is {}: it cannot be negative or NaN", options.cutoff));
    }
    if (std::isinf(options.cutoff) && options.nearest == 0) {
        throw Error(ErrorKind::usage, "near pairs need NearOptions::cutoff or nearest, or both");
    }
}

/// The smallest type that holds the cutoff, or else all distances.
Dtype dtype_of(const Graph& graph, const NearOptions& options) {
    const Semiring semiring = Semiring::min_plus;
    if (graph.min_weight() < 0) return choose_dtype(graph, semiring, options.dtype).dtype;
    DistanceBounds bounds(graph, options.cutoff);
    return choose_dtype(bounds, semiring, options.dtype).dtype;
}

/// Solves for the rows and keeps what is near.
void filter_rows(const Graph& graph, NearRows& near, Algorithm& algorithm) {
    const NearOptions& asked = near.options();
    SolveOptions options;
    options.algorithm = asked.algorithm;
    options.elimination = asked.elimination;
    options.dtype = near.dtype();
    if (graph.min_weight() >= 0) options.cutoff = asked.cutoff;
    options.rows = asked.sources;
    options.keep_distances = false;
    options.progress = asked.progress;
    options.take_rows = [&](const RowBatch& batch) {
        visit(near.dtype(), [&](auto zero) {
            using T = decltype(zero);
            const T limit = static_cast<T>(near.limit());
            struct Own {
                NearRows::Arena arena;
                std::vector<std::pair<std::uint32_t, T>> found;
            };
            parallel_with(
                {0, batch.rows.size()}, static_cast<double>(near.n()),
                [&](std::size_t) {
                    return Own{NearRows::Arena(near), {}};
                },
                [&](Own& own, std::size_t k) {
                    own.found.clear();
                    const auto row = batch.distances.row<T>(batch.rows.first + k);
                    for (std::uint32_t j = 0; j < row.size(); ++j) {
                        if (row[j] < limit) own.found.emplace_back(j, row[j]);
                    }
                    near.take(own.arena, batch.first + k, own.found);
                });
        });
    };
    if (asked.device) near.found_on(*asked.device);
    algorithm =
        (asked.device ? solve(graph, *asked.device, options) : solve(graph, options)).algorithm;
}

/// How a question is answered.
template <class T>
class Answer {
  public:
    Answer(const Graph& graph, NearRows& near)
        : graph_(graph),
          near_(near),
          options_(near.options()),
          targets_first_(options_.nearest != 0 && options_.among && !options_.among->empty() &&
                         options_.among->size() < near.size()),
          trees_(always_trees(graph, near.dtype())),
          elimination_(graph, options_.elimination) {}

    /// Returns the algorithm that did it.
    Algorithm find() {
        Algorithm algorithm = options_.algorithm;
        const bool automatic = algorithm == Algorithm::automatic;
        const bool prunes =
            automatic || algorithm == Algorithm::search || algorithm == Algorithm::sparse;
        const bool negative = graph_.min_weight() < 0;
        if (!prunes || (automatic && negative)) {
            near_.predecessors_follow();
            filter_rows(graph_, near_, algorithm);
            return algorithm;
        }
        if (negative) {
            throw Error(
                ErrorKind::usage,
                fmt::format(
                    "{}: a path beyond the limit may come back over a negative weight, so "
                    "{} cannot stop there; NearOptions::algorithm auto solves for whole rows",
                    graph_.origin(), name(algorithm)));
        }
        if (automatic) {
            const bool sparse_finds = targets_first_ || (std::isfinite(options_.cutoff) &&
                                                         (trees_ || !near_.wants_predecessors()));
            const bool may = can_order() && !graph_.dense() && sparse_finds;
            algorithm = may && sparse_is_faster() ? Algorithm::sparse : Algorithm::search;
        }
        if (targets_first_ || (algorithm == Algorithm::sparse && !trees_)) {
            near_.predecessors_follow();
        }
        if (algorithm == Algorithm::search) {
            targets_first_ ? search_nearest(graph_, near_) : search_near(arcs(), near_);
        } else {
            const auto tree = elimination_.tree();
            const std::optional<Device>& device = options_.device;
            if (targets_first_) {
                descend_nearest(graph_, *tree, near_);
            } else if (!device || !descend_near(*device, graph_, *tree, near_)) {
                descend_near(graph_, *tree, near_);
            }
        }
        return algorithm;
    }

  private:
    bool sparse_is_faster() {
        const auto n = static_cast<double>(graph_.vertices());
        const auto sources = static_cast<double>(near_.size());
        const auto threads = static_cast<double>(team_limit());
        if (targets_first_) {
            const double search = static_cast<double>(graph_.arcs()) * measured::pairs::kLabel *
                                  static_cast<double>(options_.nearest);
            if (search < n * measured::pairs::kOrder) return false;
            const Fill fill(elimination_.counts());
            return fill.eliminate + 2 * fill.entries * measured::pairs::kEntry < search;
        }
        const auto arcs_of_all = static_cast<double>(graph_.arcs());
        if (sources * (arcs_of_all * measured::pairs::kArc + n * measured::pairs::kPair) <
            threads * n * measured::pairs::kOrder) {
            return false;  // even if all is found
        }
        const NearSample sample = sample_near(arcs(), near_);
        const double search =
            sources *
            (sample.relaxed * measured::pairs::kArc + sample.pairs * measured::pairs::kPair) /
            threads;
        if (search < n * measured::pairs::kOrder) return false;
        const Fill fill(elimination_.counts());
        // Neighbouring sources share a vector; what they find together is about twice what each
        // finds, and as much lies on the rim.
        constexpr double kFound = 4, kSources = 16;
        const double descend = sources * sample.pairs * fill.entries / n * kFound / kSources *
                               measured::pairs::kVector / threads;
        return fill.eliminate + descend < search;
    }

    /// For searches.
    const NearArcs<T>& arcs() {
        if (!arcs_) arcs_.emplace(graph_, near_.size());
        return *arcs_;
    }

    const Graph& graph_;
    NearRows& near_;
    const NearOptions& options_;
    std::optional<NearArcs<T>> arcs_;
    bool targets_first_;  // it is for the nearest of few targets
    bool trees_;          // arcs that are tight end shortest paths, whichever are chosen
    WholeElimination elimination_;
};

}  // namespace

NearPairs near_pairs(const Graph& graph, const NearOptions& options) {
    check(options);
    const StopScope stop(options.stop);
    const Dtype dtype = dtype_of(graph, options);
    NearRows near(options, graph.vertices(), dtype);
    const Algorithm algorithm =
        visit(dtype, [&](auto zero) { return Answer<decltype(zero)>(graph, near).find(); });
    if (near.lacks_predecessors()) find_predecessors(graph, near);
    return std::move(near).finish(algorithm);
}

}  // namespace apsp
