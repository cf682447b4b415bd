// Solving: all shortest distances of a graph on one device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/algorithm.hpp"
#include "apsp/devices.hpp"
#include "apsp/dtype.hpp"
#include "apsp/elimination.hpp"
#include "apsp/export.h"
#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"
#include "apsp/paths.hpp"
#include "apsp/semiring.hpp"
#include "apsp/statistics.hpp"
#include "apsp/summary.hpp"

namespace apsp {

/// Some rows of a result, all of which come in such batches, in order.
struct RowBatch {
    const Matrix& distances;
    Range rows;                               ///< Of `distances`.
    std::size_t first;                        ///< The first one's place in the result.
    std::span<const std::uint32_t> vertices;  ///< Which they are of.
};

struct SolveOptions {
    /// `search` runs on "cpu" only; `sparse` where the build has SuiteSparse's AMD. It pays where
    /// elimination adds few arcs: on road networks, grids, trees.
    Algorithm algorithm = Algorithm::automatic;
    /// Of a graph with the same arcs: `sparse` takes its order and its lists. See Elimination.
    std::shared_ptr<const Elimination> elimination = {};
    /// One of the ways a backend has of running the algorithm; "" is its default.
    /// `fw` on "opencl": "step"; on "cpu": "openmp" (default) or "serial".
    /// `kleene` and `rkleene` on "cpu": an instruction set, "avx512", "avx2" or "baseline"
    /// (default: the best that the processor has); on "opencl": "gpu" or "cpu", the kernels for
    /// either kind. See also `ladder_variants`.
    std::string variant = {};
    Semiring semiring = Semiring::min_plus;
    /// Element type; none is the smallest that is proven to hold every result (see choose_dtype).
    std::optional<Dtype> dtype = {};
    /// Half the work for a symmetric matrix, with `kleene` and `rkleene`: true insists on it (and
    /// refuses other matrices), false does without; none is wherever it pays.
    std::optional<bool> symmetric = {};
    /// Edge of the tiles that are closed, and pivots of an outer block; 0 is the device's choice.
    std::size_t tile = 0;
    std::size_t block = 0;
    /// Finds predecessors, too; over `min_plus` only.
    bool paths = false;
    /// Takes the configuration that tuning found for this device, if it did.
    bool use_tuning = true;
    /// Parts of the kernels' configuration by name, {"tm", 64}, instead of what tuning found; of
    /// the kernels of one algorithm, which is to be named, too.
    std::map<std::string, std::size_t> settings = {};
    /// Statistics of the distances, from sums that the device takes; over min_plus only.
    bool statistics = false;
    /// Sums up the distances of the result's rows as they come.
    bool summary = false;
    /// The vertices whose rows of the distances are wanted, in any order, also more than once; none
    /// is all. The result has no others; during the solve the host may hold all: where the device
    /// works in its memory, or there is a workspace. Not with `paths` or `statistics`, which need
    /// all.
    std::vector<std::size_t> rows = {};
    /// Takes the rows of the result, from the solving thread.
    std::function<void(const RowBatch&)> take_rows = {};
    /// Whether the solution has the distances. Without them, or with `rows`, `sparse` and `search`
    /// have no n x n matrix in memory, but for `paths`: a batch of rows is let go before the next.
    bool keep_distances = true;
    /// Bytes that a device is said to have where it has more; 0 is all it has. A matrix that does
    /// not fit is brought through the device in parts (`kleene`).
    std::uint64_t memory_limit = 0;
    /// Folder for a file that holds the matrix, instead of the host's memory, and checkpoints of
    /// it: what has been solved is not lost when the process is killed (`kleene`, `sparse` and
    /// `search`; one device). The distances then lie in that file, which stays until
    /// `remove_workspace`.
    std::filesystem::path workspace = {};
    /// Goes on with what an earlier solve of the same graph and options has left there, if any.
    bool resume = false;
    /// Called from the solving thread, now and then, with the done share of the computation (0..1).
    std::function<void(double)> progress = {};
    /// Once a stop is requested, the solve throws Stopped, as in a StopScope.
    std::stop_token stop = {};
};

/// Seconds of each part of a solve. `compute` is the device's own time where it reports one.
struct SolveSeconds {
    double potentials = 0;  ///< Of negative weights.
    double plan = 0;        ///< The type proven, symmetry looked for, memory worked out.
    /// Kernels built or loaded, the matrix made where the host holds it; before a sweep on a
    /// device that is not `cpu`, the graph's vertices eliminated.
    double build = 0;
    double upload = 0;    ///< Host to device; rows made of arcs on the way.
    double compute = 0;   ///< First kernel's start to last kernel's end.
    double download = 0;  ///< Device to host, and the summary.
    double paths = 0;     ///< Predecessors from distances.
    double statistics = 0;
};

/// A device's part of a solve.
struct SolutionShare {
    Device device;
    Range rows;            ///< Of the matrix, that it held; all, where they were brought to it.
    double compute = 0;    ///< Seconds between its first and its last operation.
    double waiting = 0;    ///< Seconds spent waiting for other devices.
    std::size_t made = 0;  ///< Rows, wherever they are, with `sparse` and `search`.
};

/// What the type of the distances does not hold exactly. Integer types hold all.
struct Losses {
    bool weights_rounded = false;    ///< Some weight is not a number of the type.
    bool weights_underflow = false;  ///< Some is too small for it: 0 there, or of fewer digits.
    bool distances_rounded = false;  ///< Sums or products of weights may be rounded.
};

/// What an algorithm should take.
struct AlgorithmEstimate {
    Algorithm algorithm = Algorithm::kleene;
    double relaxations = 0;
    double seconds = 0;  ///< By rates of the device that tuning measured, or that are usual.
};

/// What was chosen where the options leave it open.
struct SolveChoices {
    Algorithm algorithm = Algorithm::kleene;
    /// Of what `automatic` chose from, the best first; none where there was no choice, or none that
    /// is worth the time to count.
    std::vector<AlgorithmEstimate> estimates;
    std::string dtype_reason;  ///< Why the distances are of that type.
    Losses losses;
    bool symmetric = false;  ///< Whether half the work was done.
    std::string variant;
    std::size_t tile = 0;   ///< Edge of the tiles in vertices; 0 for algorithms without tiles.
    std::size_t block = 0;  ///< Pivots of an outer block; the tile where there are no other blocks.
    bool tuned = false;     ///< Whether a configuration that tuning found was used.
    bool streamed = false;  ///< The matrix was brought through the device.
    double relaxations = 0;  ///< n^3; of `sparse` and `search` what they do, of `search` at most.
    std::vector<std::string> warnings;  ///< A file of tuning that is of no use, and why.
};

struct Solution : SolveChoices {
    /// `zero<T>(semiring)` where there is no path (`infinity<T>()` for min_plus),
    /// `one<T>(semiring)` from a vertex to itself. n x n, or a row for each of `rows`; no row
    /// without SolveOptions::keep_distances.
    Matrix distances;
    /// The vertex that each row of the distances is of, as SolveOptions::rows asked; empty for all,
    /// in their order.
    std::vector<std::size_t> rows;
    Paths paths;  ///< Of `SolveOptions::paths`; else empty, with n() = 0.
    /// Several devices', or one's that did not hold the matrix in one piece; else empty.
    std::vector<SolutionShare> shares;
    SolveSeconds seconds;
    std::optional<Statistics> statistics;  ///< If asked for.
    std::optional<Summary> summary;        ///< Of the result's rows, if asked for.
};

/// An element type and why it is the one.
struct DtypeChoice {
    Dtype dtype = Dtype::f32;
    std::string reason;
    Losses losses = {};
};

/// The smallest type that is proven to hold every weight and every result for this graph. Integers
/// are bounded by (n - 1) times the largest weight, or else by Dijkstra's distances from and to one
/// vertex of each strongly connected component. Other weights get f32; and f64 where they are too
/// large or too small for it, or some are negative: distances are then what is left when weights
/// cancel.
/// `forced` is only checked.
/// @throws Error bad_input when the forced type is not safe (with the one that is), or the semiring
///         does not take such weights; NegativeCycle where it finds one; usage when the semiring
///         does not exist in the forced type
APSP_EXPORT DtypeChoice choose_dtype(const Graph& graph, Semiring semiring,
                                     std::optional<Dtype> forced = {});

/// The variants that a device has of an algorithm, its default first.
APSP_EXPORT std::vector<std::string_view> variants(const Device& device, Algorithm algorithm);

/// Further variants, slower than those: the steps of the literature that lead up to them, each as
/// it was published (see docs/sweeps.md). In fw `tile` is a work-item's cells and `block` a
/// group's work-items.
APSP_EXPORT std::vector<std::string_view> ladder_variants(const Device& device,
                                                          Algorithm algorithm);

/// Computes all shortest distances of `graph` on `device`.
/// The graph of the caller is not changed. One that is moved in, dense and of the right type is
/// solved in its own memory: the host never holds two matrices, except for `paths`, which are found
/// from the graph and the distances.
/// @throws NegativeCycle; Error usage (no such variant, or no paths over the semiring), bad_input
///         (weights or distances that the type does not hold, or of which it would lose too many
///         digits where negative weights cancel), out_of_memory, no_device (type not supported),
///         internal (driver failure); Stopped
APSP_EXPORT Solution solve(Graph graph, const Device& device, const SolveOptions& options = {});

/// The best device that has the algorithm: of those, what `select_device` takes for "".
/// @throws Error no_device when there is none
APSP_EXPORT Device best_device(Algorithm algorithm);
/// The best one for the graph, where the algorithm is `automatic`.
APSP_EXPORT Device best_device(const Graph& graph, const SolveOptions& options);

/// The same on the best device.
APSP_EXPORT Solution solve(Graph graph, const SolveOptions& options = {});

/// The same on several devices, or one, with `kleene`: each holds some rows, in proportion to its
/// rate; or with `sparse` and `search`: each makes some rows, and then some more. One may be named
/// more than once.
/// Several threads may solve at the same time, on any devices.
APSP_EXPORT Solution solve(Graph graph, const std::vector<Device>& devices,
                           const SolveOptions& options = {});

/// Deletes what a solve has left in its folder; distances that are still in use stay readable.
APSP_EXPORT void remove_workspace(const std::filesystem::path& folder);

}  // namespace apsp
