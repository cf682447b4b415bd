// What both ways of counting shortest paths are asked, and what they answer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/betweenness_engine.hpp"
#include "algorithms/elimination_tree.hpp"
#include "apsp/betweenness.hpp"
#include "betweenness/cost_arcs.hpp"
#include "betweenness/kernels.hpp"

namespace apsp {

/// BetweennessOptions::`name`, one per vertex: 1 each if there are none.
/// @throws Error usage for weights that are negative or of another number of vertices
std::vector<double> checked_weights(const std::vector<double>& weights, std::size_t n,
                                    std::string_view name);

/// A question with a tolerance, as one without: weights and the cutoff in multiples of it.
struct InMultiples {
    Graph graph;
    BetweennessOptions options;
};
/// Nothing if there is no tolerance. @throws Error usage for one that is negative
std::optional<InMultiples> in_multiples(const Graph& graph, const BetweennessOptions& options);

/// The weights are those of BetweennessOptions, for every vertex.
struct LoadQuestion {
    const Graph& graph;
    const CostArcs& arcs;
    const std::vector<double>& source_weights;
    const std::vector<double>& target_weights;
    bool endpoints;
    bool of_arcs;
    double cutoff = std::numeric_limits<double>::infinity();  ///< The longest paths that count.
    const Device* device = nullptr;  ///< That counts instead of the processor.
    bool sampled = false;            ///< Sources have to be searched from, and squares are wanted.

    bool cut() const { return cutoff < std::numeric_limits<double>::infinity(); }
    /// Whether the cutoff leaves paths out by their lengths, which their costs do not tell.
    bool cut_by_length() const { return cut() && !arcs.potential.empty(); }
};

struct Loads {
    Betweenness found = {};
    double most = 0;  ///< The largest number of paths of a pair, infinite where it overflowed.
    std::vector<double> squares = {};  ///< As of LoadSums.
};

/// @throws Error usage
[[noreturn]] void refuse_device(const Device& device);

/// Gives a device all of these targets or sources, with the weights of their ranks or numbers.
void add_all(LoadEngine& engine, std::span<const std::uint32_t> ends,
             const std::vector<double>& weights);

/// By elimination, for blocks of targets. If there are fewer sources than targets, they change
/// places. There is no way with both a cutoff and potentials.
Loads loads_by_elimination(const LoadQuestion& question, const EliminationCounts& counts,
                           const LoadKernels& kernels = available_load_kernels().front());

/// Estimates the seconds that this takes on so many threads, and its bytes, of which a device needs
/// those of no thread. Measured on an EPYC with AVX2.
double elimination_load_seconds(const EliminationCounts& counts, std::size_t targets,
                                double threads);
double elimination_load_bytes(const EliminationCounts& counts, std::size_t threads);

/// By a search from each source (U. Brandes, "A faster algorithm for betweenness centrality", J.
/// Mathematical Sociology 25(2), 2001): breadth first from several at once if all costs are equal,
/// else Dijkstra's algorithm. If there are fewer targets, arcs are reversed.
Loads loads_by_search(const LoadQuestion& question,
                      const LoadKernels& kernels = available_load_kernels().front());

/// The same for this, if there is no cutoff.
double search_load_seconds(const LoadQuestion& question, std::size_t sources, double threads);

/// How much of the graph a search goes through up to the cutoff, from a few sources.
double searched_share(const LoadQuestion& question);

/// How many vertices a weight leaves in.
inline std::size_t positive(const std::vector<double>& weights) {
    return static_cast<std::size_t>(
        std::ranges::count_if(weights, [](double weight) { return weight > 0; }));
}

inline void add_to(std::vector<double>& sums, const std::vector<double>& more) {
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += more[k];
}

/// Sums of one thread, or of all.
struct LoadSums {
    std::vector<double> load, arc_load;
    std::vector<double> squares;  ///< Of the loads that each source gives to a vertex.
    double pairs = 0, most = 0;

    LoadSums(const LoadQuestion& question, std::size_t vertices, std::size_t arcs)
        : load(vertices, 0),
          arc_load(question.of_arcs ? arcs : 0, 0),
          squares(question.sampled ? vertices : 0, 0) {}
    void add(const LoadSums& more) {
        add_to(load, more.load);
        add_to(squares, more.squares);
        add_to(arc_load, more.arc_load);
        pairs += more.pairs;
        most = std::max(most, more.most);
    }
};

}  // namespace apsp
