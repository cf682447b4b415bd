// Distances from some vertices to some others, as a table. What this costs grows with the table and
// the part of the graph between them, not with n^2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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

struct TableOptions {
    /// The vertices of the rows and of the columns, in any order and possibly repeated; none named:
    /// all of them.
    std::vector<std::size_t> sources = {}, targets = {};
    /// `sparse`: a descent through those eliminated vertices that are above the sources and targets
    /// in the elimination tree, on the processor. Others solve for the rows of the sources, or for
    /// those of the targets with all arcs turned round, if these are fewer. `automatic` takes the
    /// faster way; where weights are negative, rows.
    Algorithm algorithm = Algorithm::automatic;
    /// Of a graph with the same arcs, for `sparse`; see Elimination.
    std::shared_ptr<const Elimination> elimination = {};
    /// For algorithms that solve for rows; the best one by default.
    std::optional<Device> device = {};
    /// By default the smallest type that is proven to hold every distance; see choose_dtype.
    std::optional<Dtype> dtype = {};
    /// Finds predecessors, too, by a search from each source, or if they are fewer against the arcs
    /// from each target.
    bool predecessors = false;
    std::function<void(double)> progress = {};
    std::stop_token stop = {};
};

/// Row by row; infinity<T>() where there is no path.
struct DistanceTable {
    std::size_t rows = 0, columns = 0;
    Dtype dtype = Dtype::f32;
    Algorithm algorithm = Algorithm::sparse;  ///< The one that found them.
    std::shared_ptr<void> memory;
    /// If asked for, as many entries: the last vertex before the target on a shortest path;
    /// kNoPredecessor from a vertex to itself and where there is no path.
    std::vector<std::int32_t> predecessors = {};

    /// @throws Error internal, when T is not the type of the distances
    template <class T>
    std::span<T> row(std::size_t i) {
        return {first<T>() + i * columns, columns};
    }
    template <class T>
    std::span<const T> row(std::size_t i) const {
        return {first<T>() + i * columns, columns};
    }

  private:
    template <class T>
    T* first() const {
        if (kDtypeOf<T> != dtype) {
            throw Error(ErrorKind::internal, "distances accessed as another type");
        }
        return static_cast<T*>(memory.get());
    }
};

/// Finds the distances of a table, over min_plus.
/// @throws NegativeCycle; Error usage (`sparse` with negative weights), bad_input (vertices that
///         are not there), out_of_memory; Stopped
APSP_EXPORT DistanceTable distance_table(const Graph& graph, const TableOptions& options);

/// Finds the distances of pairs, over min_plus: one row, with a column for each pair. The options
/// name no sources and targets. `sparse` finds the distances between each vertex and those above it
/// in the elimination tree, and joins them for each pair. @throws as distance_table
APSP_EXPORT DistanceTable distance_pairs(const Graph& graph, std::span<const VertexPair> pairs,
                                         const TableOptions& options);

/// Compares a table, with its predecessors if it has them, with the rows of its sources that
/// Johnson's algorithm finds, as the same function for near pairs does.
APSP_EXPORT Verification verify(const Graph& graph, const DistanceTable& table,
                                const TableOptions& question, const VerifyOptions& options = {});
/// The same for the distances of pairs.
APSP_EXPORT Verification verify(const Graph& graph, const DistanceTable& table,
                                std::span<const VertexPair> pairs,
                                const VerifyOptions& options = {});

}  // namespace apsp
