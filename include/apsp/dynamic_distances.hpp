// All shortest distances of a graph whose arcs change: inserted, made shorter or longer, removed.
//
// Shorter arcs: G. Ausiello et al., "Incremental algorithms for minimal length paths", 1991, for
// many arcs at once. Longer ones: G. Ramalingam, T. Reps, "An incremental algorithm for a
// generalization of the shortest-path problem", 1996, from each source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "apsp/devices.hpp"
#include "apsp/export.h"
#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"
#include "apsp/paths.hpp"
#include "apsp/solve.hpp"
#include "apsp/statistics.hpp"
#include "apsp/vertex_pair.hpp"

namespace apsp {

/// An arc and its new weight. An arc that does not exist is inserted; infinity removes the arc.
struct ArcChange {
    std::uint32_t source;
    std::uint32_t target;
    double weight;
};

/// The work that a change took.
struct ChangeReport {
    /// Pairs whose distances were computed again, because their shortest paths may have led through
    /// arcs that became longer.
    std::size_t recomputed = 0;
    /// Rows and columns that were relaxed by arcs that became shorter.
    std::size_t rows = 0;
    std::size_t columns = 0;
    /// All distances were solved anew, because that was cheaper.
    bool solved = false;
};

/// Holds a graph and its distances over min_plus, and predecessors if asked. Distances keep one
/// type throughout: integers are what a solve would find, floats the same to within roundings. With
/// negative weights, errors in f32 after a change are relative to the largest distance, so `verify`
/// may refuse distances that are much smaller. They lie in the host's memory, or in a device's. On
/// a device, a change of a few arcs takes time in proportion to the entries that it concerns, and
/// only what is asked for is copied to the host. Only one thread at a time may use an object.
class APSP_EXPORT DynamicDistances {
  public:
    /// Solves, and holds the distances in the host's memory. Later solves use the same options and
    /// keep the type.
    /// @throws Error as solve, and usage for a semiring other than min_plus, `rows` or a workspace
    explicit DynamicDistances(Graph graph, const SolveOptions& options = {});
    /// Solves on a device, now and later, and holds the distances in its memory, or in the host's
    /// for "cpu" or with predecessors. While it solves anew, the device needs memory for two
    /// matrices.
    /// @throws Error out_of_memory
    DynamicDistances(Graph graph, const Device& device, const SolveOptions& options = {});
    /// Takes over distances in the host's memory that have been solved already, without checking
    /// them (apsp::verify does). Predecessors are those of `paths`, or none.
    /// @throws Error bad_input for a matrix of another size, or a type that does not hold the
    ///         weights; usage as above
    DynamicDistances(Graph graph, Matrix distances, Paths paths = {},
                     const SolveOptions& options = {});
    DynamicDistances(DynamicDistances&&) noexcept;
    DynamicDistances& operator=(DynamicDistances&&) noexcept;
    ~DynamicDistances();

    /// Makes all changes as one step; of several changes to an arc the last one counts. When it
    /// throws, nothing has changed.
    /// @throws NegativeCycle; Error bad_input for an invalid arc or weight, or where the type does
    ///         not hold a weight or a distance; out_of_memory; no_device where a device failed, and
    ///         then the distances are lost; Stopped
    ChangeReport change(std::span<const ArcChange> changes);

    std::size_t vertices() const noexcept;
    Dtype dtype() const noexcept;
    /// The graph with all changes; each call makes a new one.
    Graph graph() const;

    // Of distances on a device, these copy only what is asked for to the host. They throw Error
    // no_device if the device has failed.

    /// Distances from some vertices: a row for each.
    /// @throws Error bad_input for a vertex that does not exist
    Matrix rows(std::span<const std::uint32_t> vertices) const;
    /// Distances of some pairs; infinity where there is no path. @throws as rows
    std::vector<double> entries(std::span<const VertexPair> pairs) const;
    Statistics statistics(const StatisticsOptions& options = {}) const;
    /// All distances; if they are on a device, a copy that the first call after a change makes.
    /// Valid until the next change.
    const Matrix& distances() const;
    /// With n() = 0 if there are no predecessors.
    const Paths& paths() const noexcept;
    /// Give up the matrices; the object must not be used any more.
    Matrix release_distances() &&;
    Paths release_paths() && noexcept;

  private:
    DynamicDistances(Graph graph, Solution solution, const SolveOptions& options,
                     const Device* device);
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace apsp
