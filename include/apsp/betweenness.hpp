// Betweenness: how many of a graph's shortest paths pass each vertex and each arc.
//
// L. C. Freeman, "A set of measures of centrality based on betweenness", Sociometry 40, 1977.
// M. Girvan, M. E. J. Newman, "Community structure in social and biological networks", PNAS 99,
// 2002 (of edges).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "apsp/devices.hpp"
#include "apsp/enumerators.hpp"
#include "apsp/export.h"
#include "apsp/graph.hpp"
#include "apsp/verify.hpp"

namespace apsp {

/// How shortest paths are counted: by eliminating the graph's vertices, which suits road and power
/// networks, grids and meshes, or by a search from each source, which suits all others.
/// `automatic` takes the way that should need less time. The results are the same but for rounding.
/// Rounding also decides which sums of fractions are equal: `search` adds weights up from the
/// source on, `elimination` in another order.
enum class BetweennessMethod { automatic, elimination, search };

struct BetweennessMethodTraits {
    BetweennessMethod value;
    std::string_view name;
};
inline constexpr auto kBetweennessMethodTraits = std::to_array<BetweennessMethodTraits>({
    {BetweennessMethod::automatic, "auto"},
    {BetweennessMethod::elimination, "elimination"},
    {BetweennessMethod::search, "search"},
});
static_assert(in_order(kBetweennessMethodTraits));
inline constexpr auto kBetweennessMethods = enumerators(kBetweennessMethodTraits);

constexpr std::string_view name(BetweennessMethod method) {
    return name_in(kBetweennessMethodTraits, method);
}
constexpr std::optional<BetweennessMethod> parse_betweenness_method(std::string_view text) {
    return parse_in(kBetweennessMethodTraits, text);
}

struct BetweennessOptions {
    /// Of each vertex as the source of paths, and as their target: a pair counts as often as the
    /// product says, such as the trips between both. 0 leaves a vertex out. Empty: 1 each.
    std::vector<double> source_weights = {};
    std::vector<double> target_weights = {};
    /// Whether paths count for their first and last vertices, too.
    bool endpoints = false;
    /// Whether the loads of arcs are wanted.
    bool arcs = false;
    BetweennessMethod method = BetweennessMethod::automatic;
    /// Only pairs of at most this distance count.
    double cutoff = std::numeric_limits<double>::infinity();
    /// If above 0, weights are rounded to multiples of it first, so that paths tie whose sums of
    /// fractions differ by less. The paths are the shortest ones by the rounded weights.
    double tolerance = 0;
    /// A GPU, or another device of OpenCL, that counts; it needs doubles. Searches of graphs whose
    /// weights differ run on the processor, and so does all that names none or "cpu".
    std::optional<Device> device = {};
    /// If not 0, paths from so many sources, drawn by `seed` among those of a positive weight,
    /// stand for those from all. They are searched.
    std::size_t sample = 0;
    std::uint64_t seed = 1;
};

/// Sums over all ordered pairs of two vertices s and t with a path, each times its weight.
struct Betweenness {
    /// Of each vertex: the share of the shortest paths from s to t that pass it.
    std::vector<double> vertices;
    /// Of each arc, in the order of Graph::for_each_arc: the share that uses it. Empty unless asked
    /// for.
    std::vector<double> arcs;
    /// For a sample, of each vertex: the standard error of its load, estimated from how much the
    /// sources differ; too small where only few of all sources have paths. Else empty.
    std::vector<double> errors;
    double pairs = 0;                                         ///< The total weight of these pairs.
    BetweennessMethod method = BetweennessMethod::automatic;  ///< The one that was taken.
    std::optional<Device> device = {};  ///< That took it, if not the processor.
};

/// Counts all shortest paths: those whose sums of weights are equal, as doubles, and smallest. Sums
/// of integers are exact. Weights may be negative if all are integers. All cores work; loads of
/// two calls may differ in their last digits.
/// @throws Error bad_input for a cycle of weight 0, which makes numbers of paths infinite, for
///         negative weights with fractions, and for pairs that have more than 1e300 shortest paths;
///         usage for weights of vertices that are negative or of another number of vertices, for
///         a sample of one, and for `elimination` of a sample, with a cutoff and negative weights,
///         or where the build has no ordering library; NegativeCycle; out_of_memory; Stopped
APSP_EXPORT Betweenness betweenness(const Graph& graph, const BetweennessOptions& options = {});

/// Checks loads of vertices and of all arcs, whatever computed them, against the graph's distances,
/// which `solve` finds: each vertex has as much load on its arcs as paths pass it, begin, and end
/// there, and all loads times weights add up to all distances, so that no path is longer than a
/// shortest one. How paths of equal length share a pair's weight is not checked. Relative to 1e-8.
/// @throws Error usage for a sample, without the loads of arcs, and for weights of vertices as
///         above; what `solve` throws
APSP_EXPORT Verification verify(const Graph& graph, const Betweenness& found,
                                const BetweennessOptions& options = {},
                                const Labels* labels = nullptr);

/// What loads of vertices are divided by to be normalised as in NetworkX: the number of ordered
/// pairs of a graph of n vertices, without those of the vertex itself unless `endpoints`. 1 where
/// there is no pair.
APSP_EXPORT double pairs_past_vertex(std::size_t n, bool endpoints = false);
/// The same for arcs.
APSP_EXPORT double pairs_past_arc(std::size_t n);

}  // namespace apsp
