// Pairs of vertices that are near each other: within a distance, or the nearest of each vertex.
// What this costs grows with the pairs that are found, not with n^2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "apsp/algorithm.hpp"
#include "apsp/devices.hpp"
#include "apsp/dtype.hpp"
#include "apsp/elimination.hpp"
#include "apsp/errors.hpp"
#include "apsp/export.h"
#include "apsp/graph.hpp"
#include "apsp/paths.hpp"
#include "apsp/verify.hpp"
#include "apsp/vertex_pair.hpp"

namespace apsp {

class NearSink;

struct NearOptions {
    /// The largest distance of a pair, which is included.
    double cutoff = std::numeric_limits<double>::infinity();
    /// At most so many targets per source, the nearest; of targets at the same distance those with
    /// smaller numbers come first. 0: as many as there are.
    std::size_t nearest = 0;
    /// The sources, one row for each, in any order and possibly repeated; none named: all vertices.
    std::vector<std::size_t> sources = {};
    /// The only targets that count, among them the source itself. Without them all vertices count
    /// but the source itself.
    std::optional<std::vector<std::size_t>> among = {};
    /// `search`: Dijkstra's algorithm from each source, which ends at the limit. `sparse`: a
    /// descent through the eliminated vertices, which leaves out whatever lies beyond the cutoff.
    /// `automatic` takes the faster one of these. All others solve for the rows as a whole and keep
    /// what is near; so does `automatic` where weights are negative, since a path beyond the limit
    /// may come back.
    Algorithm algorithm = Algorithm::automatic;
    /// Of a graph with the same arcs, for `sparse`; see Elimination.
    std::shared_ptr<const Elimination> elimination = {};
    /// Where to find them, by `sparse` with a cutoff or by an algorithm that solves for whole rows.
    /// By default the former runs on the processor, and the latter on the best device; `search` and
    /// the nearest of few targets always run on the processor.
    std::optional<Device> device = {};
    /// By default the smallest type that is proven to hold every distance up to the cutoff; see
    /// choose_dtype.
    std::optional<Dtype> dtype = {};
    /// Finds the predecessor of each pair, too: the last vertex before the target on a shortest
    /// path, which need not be one of the source's targets itself. Where sums of weights are
    /// rounded or weights are 0, `automatic` takes `search` then, which knows last arcs.
    bool predecessors = false;
    /// Only counts the pairs of each source: NearPairs::Row has a size and nothing else.
    bool count_only = false;
    /// The most bytes for pairs; 0: what the system has available.
    std::uint64_t memory_limit = 0;
    /// Takes the pairs, which are not kept: the answer has their numbers only. `search` and
    /// `sparse` find them twice then, unless only the nearest are wanted, first to count them; so
    /// they need hardly any memory.
    NearSink* sink = nullptr;
    std::function<void(double)> progress = {};
    std::stop_token stop = {};
};

/// Rows of pairs, as compressed rows have them: the targets of each source, and their distances.
/// Targets ascend; with NearOptions::nearest, distances do, and targets among equal ones.
struct NearPairs {
    struct Row {
        const std::uint32_t* targets = nullptr;
        const void* distances = nullptr;
        /// Null unless asked for; kNoPredecessor from a source to itself.
        const std::int32_t* predecessors = nullptr;
        std::size_t size = 0;
    };

    std::size_t n = 0;  ///< Vertices of the graph.
    Dtype dtype = Dtype::f32;
    Algorithm algorithm = Algorithm::search;    ///< The one that found them.
    std::optional<Device> device;               ///< Where, if not on the processor.
    std::vector<Row> rows;                      ///< One per source.
    std::vector<std::shared_ptr<void>> memory;  ///< Where the rows are.

    /// Gives all rows to a sink.
    APSP_EXPORT void give(NearSink& sink) const;

    std::uint64_t size() const noexcept {
        std::uint64_t all = 0;
        for (const Row& row : rows) all += row.size;
        return all;
    }
    /// All pairs, row by row; `sources` as in the question.
    APSP_EXPORT std::vector<VertexPair> pairs(std::span<const std::size_t> sources) const;
    std::span<const std::uint32_t> targets(std::size_t row) const {
        return {rows[row].targets, rows[row].size};
    }
    /// Of a result that has predecessors.
    std::span<const std::int32_t> predecessors(std::size_t row) const {
        return {rows[row].predecessors, rows[row].size};
    }
    /// @throws Error internal, when T is not the type of the distances
    template <class T>
    std::span<const T> distances(std::size_t row) const {
        if (kDtypeOf<T> != dtype) {
            throw Error(ErrorKind::internal, "distances accessed as another type");
        }
        return {static_cast<const T*>(rows[row].distances), rows[row].size};
    }
};

/// Where near pairs go as they are found; see NearOptions::sink.
class NearSink {
  public:
    virtual ~NearSink() = default;
    /// First, with the size of each row.
    virtual void begin(const NearPairs& sizes) = 0;
    /// Each row once, in any order, with those that follow it if they were found together; from
    /// several threads at the same time. The pairs are there during the call only.
    virtual void take(std::size_t first, std::span<const NearPairs::Row> rows) = 0;
    /// Last, unless an exception ended the search.
    virtual void end() {}
};

/// Finds the near pairs of a graph, over min_plus.
/// @throws NegativeCycle; Error usage (a negative or NaN cutoff, `sparse` or `search` with negative
///         weights, no limit at all), bad_input (vertices that are not there), out_of_memory (more
///         pairs than fit); Stopped
APSP_EXPORT NearPairs near_pairs(const Graph& graph, const NearOptions& options);

/// Compares near pairs with the rows of their sources that Johnson's algorithm finds, or with those
/// of a sample if the budget does not suffice: the distances, to within the roundings of their own
/// paths, the predecessors, and that no pair is missing. Of the options, the budget, the labels and
/// the progress count.
APSP_EXPORT Verification verify(const Graph& graph, const NearPairs& near,
                                const NearOptions& question, const VerifyOptions& options = {});

}  // namespace apsp
