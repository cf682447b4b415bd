// Checks a question about near pairs, chooses how to answer it, and has it answered.
#include "apsp/near_pairs.hpp"

#include <fmt/format.h>

#include <cmath>

#include "apsp/solve.hpp"
#include "base/parallel_for.hpp"
#include "base/stop.hpp"
#include "graph/order.hpp"
#include "near/near_descent.hpp"
#include "near/near_search.hpp"
#include "near/nearest_labels.hpp"
#include "solve/elimination.hpp"

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

/// Solves for the rows and keeps what is near.
void filter_rows(const Graph& graph, NearRows& near, Algorithm& algorithm) {
    const NearOptions& asked = near.options();
    SolveOptions options;
    options.algorithm = asked.algorithm;
    options.elimination = asked.elimination;
    options.dtype = near.dtype();
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
    algorithm =
        (asked.device ? solve(graph, *asked.device, options) : solve(graph, options)).algorithm;
}

/// The costs of the two ways in nanoseconds of one thread; from a sample, and from the fill of the
/// elimination. The constants are those of two cores of an EPYC with AVX-512.
struct NearCosts {
    static constexpr double kArc = 12;       // of a search
    static constexpr double kPair = 40;      // the same
    static constexpr double kOrder = 600;    // per vertex
    static constexpr double kEliminate = 1;  // per relaxation
    static constexpr double kVector = 1.5;   // per vector of an entry of a list
};

bool sparse_is_faster(const Graph& graph, const NearRows& near, const Elimination* known,
                      std::shared_ptr<const EliminationCounts>& counts) {
    using Costs = NearCosts;
    const NearSample sample = sample_near(graph, near);
    const auto sources = static_cast<double>(near.size()),
               n = static_cast<double>(graph.vertices());
    const double search = sources * (sample.relaxed * Costs::kArc + sample.pairs * Costs::kPair) /
                          static_cast<double>(team_limit());
    if (search < n * Costs::kOrder) return false;
    counts = counts_of(graph, known);
    double entries = 0, eliminate = 0;
    for (const std::uint32_t length : counts->length) {
        entries += length;
        eliminate += static_cast<double>(length) * length;
    }
    // Neighbouring sources share a vector; what they find together is about twice what each finds,
    // and as much lies on the rim.
    constexpr double kFound = 4, kSources = 16;
    const double descend = sources * sample.pairs * (entries / n) * kFound / kSources *
                           Costs::kVector / static_cast<double>(team_limit());
    return eliminate * Costs::kEliminate + descend < search;
}

void answer(const Graph& graph, NearRows& near, Algorithm& algorithm) {
    const NearOptions& options = near.options();
    const bool automatic = algorithm == Algorithm::automatic;
    const bool negative = graph.min_weight() < 0;
    if (automatic && negative) return filter_rows(graph, near, algorithm);
    const bool own = automatic || algorithm == Algorithm::search || algorithm == Algorithm::sparse;
    if (!own) return filter_rows(graph, near, algorithm);
    if (negative) {
        throw Error(
            ErrorKind::usage,
            fmt::format("{}: a path beyond the limit may come back over a negative weight, so "
                        "{} cannot stop there; leave the algorithm to the program, which "
                        "solves for whole rows",
                        graph.origin(), name(algorithm)));
    }
    const bool few_targets =
        options.among && options.nearest != 0 && options.among->size() < near.size();
    if (automatic && few_targets) {
        algorithm = Algorithm::search;
        return label_nearest(graph, near);
    }
    std::shared_ptr<const EliminationCounts> counts;
    if (automatic) {
        const bool prunes = std::isfinite(options.cutoff) && can_order() && !graph.dense();
        algorithm = prunes && sparse_is_faster(graph, near, options.elimination.get(), counts)
                        ? Algorithm::sparse
                        : Algorithm::search;
    }
    if (algorithm == Algorithm::search) return search_near(graph, near);
    constexpr auto kNoCore = static_cast<std::uint32_t>(-1);
    std::shared_ptr<const EliminationTree> tree;
    if (options.elimination != nullptr && options.elimination->fits(graph)) {
        tree = options.elimination->structure().tree(kNoCore);
    } else {
        if (counts == nullptr) counts = counts_of(graph, options.elimination.get());
        tree =
            std::make_shared<const EliminationTree>(make_elimination_tree(graph, *counts, kNoCore));
    }
    descend_near(graph, *tree, near);
}

}  // namespace

NearPairs near_pairs(const Graph& graph, const NearOptions& options) {
    check(options);
    const StopScope stop(options.stop);
    const Dtype dtype = choose_dtype(graph, Semiring::min_plus, options.dtype).dtype;
    NearRows near(options, graph.vertices(), dtype);
    Algorithm algorithm = options.algorithm;
    answer(graph, near, algorithm);
    return std::move(near).finish(algorithm);
}

}  // namespace apsp
