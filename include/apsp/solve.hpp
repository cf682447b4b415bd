// All shortest distances of a graph, on one device or on several.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/algorithm.hpp"
#include "apsp/device_distances.hpp"
#include "apsp/devices.hpp"
#include "apsp/dtype.hpp"
#include "apsp/elimination.hpp"
#include "apsp/export.h"
#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"
#include "apsp/negative_cycles.hpp"
#include "apsp/panel_place.hpp"
#include "apsp/paths.hpp"
#include "apsp/semiring.hpp"
#include "apsp/statistics.hpp"
#include "apsp/summary.hpp"

namespace apsp {

/// Some rows of a result. A result arrives as a sequence of such batches, in order.
struct RowBatch {
    const Matrix& distances;
    Range rows;                               ///< Of `distances`.
    std::size_t first;                        ///< Place of the first of these rows in the result.
    std::span<const std::uint32_t> vertices;  ///< The source of each row.
};

struct SolveOptions {
    /// `search` runs on "cpu" only. `sparse` needs a build with SuiteSparse's AMD, and pays where
    /// elimination adds few arcs: on road networks, grids, trees.
    Algorithm algorithm = Algorithm::automatic;
    /// The elimination of a graph with the same arcs: `sparse` reuses its order and its lists. See
    /// Elimination.
    std::shared_ptr<const Elimination> elimination = {};
    /// One of the backend's ways of running the algorithm; "" is its default.
    /// `fw` on "opencl": "step"; on "cpu": "openmp" (default) or "serial".
    /// `kleene` and `rkleene` on "cpu": an instruction set, "avx512", "avx2" or "baseline", or the
    /// first two with multiply-adds, "avx512-fma" and "avx2-fma" (default: the best for the
    /// processor); on "opencl": "gpu" or "cpu", the kernels for that kind of device; on NVIDIA's
    /// GPUs of compute capability 8.0 and higher, and on processors with AMX, "tensor", the default
    /// with products on tensor cores, for u8 over min_plus if all distances are proven to be small.
    /// For large matrices it is chosen, on GPUs where compute capability is 9.0 or higher. The
    /// steps of the ladder (docs/sweeps.md) are further, slower variants.
    std::string variant = {};
    Semiring semiring = Semiring::min_plus;
    /// Element type; by default the smallest that is proven to hold every result (see
    /// choose_dtype).
    std::optional<Dtype> dtype = {};
    /// Longer distances need not be found: pairs that are farther apart may have no path. So the
    /// dense algorithms take the smallest type that holds the cutoff; others do not use it. For
    /// min-plus, weights that are not negative, and neither paths nor statistics.
    double cutoff = std::numeric_limits<double>::infinity();
    /// Half the work for a symmetric matrix, with `kleene` and `rkleene`: true insists on it (and
    /// refuses other matrices), false rules it out; by default it is used wherever it pays.
    std::optional<bool> symmetric = {};
    /// Edge of the tiles that are closed, and pivots per outer block; 0 leaves it to the device.
    std::size_t tile = 0;
    std::size_t block = 0;
    /// Over `min_plus`: what becomes of a graph with negative cycles. Minus infinity needs f32 or
    /// f64, which are then chosen; its pairs have no predecessors.
    NegativeCycles negative_cycles = NegativeCycles::refuse;
    /// Finds predecessors, too; over `min_plus` only.
    bool paths = false;
    /// Uses the configuration that tuning found for this device, if there is one.
    bool use_tuning = true;
    /// Parameters of the kernels by name, such as {"tm", 64}, in place of those that tuning found.
    /// They belong to the kernels of one algorithm, so `algorithm` must be set, too.
    std::map<std::string, std::size_t> settings = {};
    /// Statistics of the distances, from sums taken on the device; over min_plus only.
    bool statistics = false;
    StatisticsOptions statistics_options = {};
    /// Sums up the distances of the result's rows as they come.
    bool summary = false;
    /// The vertices whose rows of the distances are wanted, in any order and possibly repeated;
    /// empty means all. The result has these rows only, but the host may hold all n rows during the
    /// solve: where the device works in the host's memory, or with a workspace. Not with `paths` or
    /// `statistics`, which need all rows.
    std::vector<std::size_t> rows = {};
    /// Called from the solving thread with the rows of the result.
    std::function<void(const RowBatch&)> take_rows = {};
    /// Whether the solution keeps the distances. Without them, or with `rows`, the host holds no
    /// n x n matrix: each batch of rows is released before the next. But it does hold one for
    /// `paths` and, with the other algorithms than `sparse` and `search`, for devices that work in
    /// its memory and where the matrix is streamed.
    bool keep_distances = true;
    /// The distances stay in the device's memory, and Solution::on_device holds them: of one
    /// device, over min_plus, with all rows and without take_rows or a workspace.
    bool leave_on_device = false;
    /// Each device counts as having at most this many bytes of memory; 0 means no limit. A matrix
    /// that does not fit is streamed through the devices in parts (`kleene`).
    std::uint64_t memory_limit = 0;
    /// How several devices hand over pivots with `kleene`; none means `device` if possible.
    std::optional<PanelPlace> panels = {};
    /// Folder for a file that holds the matrix in place of the host's memory, and for checkpoints:
    /// finished work survives if the process is killed (`kleene`, `sparse` and `search`; one
    /// device). The distances then lie in that file, which stays until `remove_workspace`. For
    /// `statistics` without distances, `sparse` and `search` keep the sums of rows there instead,
    /// unless weights are negative or the device cannot reduce rows.
    std::filesystem::path workspace = {};
    /// Continues from what an earlier solve of the same graph and options left there, if anything.
    bool resume = false;
    /// Called from the solving thread, now and then, with the completed share of the work (0..1).
    std::function<void(double)> progress = {};
    /// Once a stop is requested, the solve throws Stopped, as in a StopScope.
    std::stop_token stop = {};
};

/// Seconds spent in each part of a solve. `compute` is the device's own time where it reports one.
struct SolveSeconds {
    double potentials = 0;  ///< For negative weights.
    double plan = 0;        ///< Proving the type, looking for symmetry, planning memory.
    /// Building or loading kernels, and making the matrix where the host holds it; before a sweep
    /// on a device other than "cpu", also eliminating the graph's vertices.
    double build = 0;
    double upload = 0;    ///< Host to device, including making rows from arcs.
    double compute = 0;   ///< First kernel's start to last kernel's end.
    double download = 0;  ///< Device to host, and the summary, without take_rows.
    double paths = 0;     ///< Predecessors from distances.
    double statistics = 0;
};

/// A device's part of a solve.
struct SolutionShare {
    Device device;
    Range rows;            ///< Of the matrix, that it held; all, where they were streamed.
    double compute = 0;    ///< Seconds between its first and its last operation.
    double waiting = 0;    ///< Seconds without work, waiting for other devices.
    std::size_t made = 0;  ///< Rows that it computed, with `sparse` and `search`.
    std::optional<PanelPlace> panels = {};  ///< None if no pivots were handed over.
};

/// What the type of the distances cannot represent exactly. Integer types lose nothing.
struct Losses {
    bool weights_rounded = false;    ///< Some weight is not representable in the type.
    bool weights_underflow = false;  ///< Some weight is so small that it becomes 0 or loses digits.
    bool distances_rounded = false;  ///< Sums or products of weights may be rounded.
    /// Products may be so small that they become 0, which stands for no path, or lose digits.
    bool products_underflow = false;
};

/// The estimated cost of an algorithm.
struct AlgorithmEstimate {
    Algorithm algorithm = Algorithm::kleene;
    double relaxations = 0;
    double seconds = 0;  ///< From the device's rates, as measured by tuning or as is typical.
};

/// What the solve chose where the options left it open.
struct SolveChoices {
    Algorithm algorithm = Algorithm::kleene;
    /// For the algorithms that `automatic` chose from, the best first; empty where there was no
    /// choice, or none that is worth the time to count.
    std::vector<AlgorithmEstimate> estimates;
    std::string dtype_reason;  ///< Why the distances have that type.
    Losses losses;
    bool symmetric = false;  ///< Whether half the work was done.
    std::string variant;
    /// With the variant "tensor", the largest distance that its products can tell; else 0.
    std::size_t tensor_limit = 0;
    std::size_t tile = 0;    ///< Edge of the tiles in vertices; 0 for algorithms without tiles.
    std::size_t block = 0;   ///< Pivots per outer block; `tile` where there are no outer blocks.
    bool tuned = false;      ///< Whether a configuration that tuning found was used.
    bool streamed = false;   ///< The matrix was streamed through the devices.
    double relaxations = 0;  ///< n^3; for `sparse` what it does, for `search` an upper bound.
    std::vector<std::string> warnings;  ///< Tuning files that could not be used, and why.
};

struct Solution : SolveChoices {
    /// `zero<T>(semiring)` where there is no path (`infinity<T>()` for min_plus),
    /// `one<T>(semiring)` from a vertex to itself. n x n, or one row for each of `rows`; no rows
    /// without SolveOptions::keep_distances.
    Matrix distances;
    /// The source of each row of the distances, as given in SolveOptions::rows; empty if the rows
    /// are those of all vertices in order.
    std::vector<std::size_t> rows;
    /// With SolveOptions::leave_on_device: the distances. `distances` then has no rows.
    std::optional<DeviceDistances> on_device;
    /// Of the distances, wherever they are.
    Dtype dtype() const { return on_device ? on_device->dtype() : distances.dtype(); }
    Paths paths;  ///< With `SolveOptions::paths`; else empty, with n() = 0.
    /// Of several devices, or of one that did not hold the matrix in one piece; else empty.
    std::vector<SolutionShare> shares;
    SolveSeconds seconds;
    std::optional<Statistics> statistics;  ///< If asked for.
    std::optional<Summary> summary;        ///< Of the result's rows, if asked for.
    /// With NegativeCycles::minus_infinity: the number of vertices that are at minus infinity from
    /// themselves.
    std::size_t vertices_at_minus_infinity = 0;
};

/// An element type and why it was chosen.
struct DtypeChoice {
    Dtype dtype = Dtype::f32;
    std::string reason;
    Losses losses = {};
};

/// The smallest type that is proven to hold every weight and every result for this graph. Results
/// of integers are bounded by (n - 1) times the largest weight, or else by Dijkstra's distances
/// from and to one vertex of each strongly connected component. Other weights get f32, or f64 where
/// they are too large or too small for f32 or some are negative: distances are then what remains
/// after weights cancel. So do products that may be too small for f32, by the same bounds; those
/// that may be too small for f64, too, are among the losses.
/// A `forced` type is only checked.
/// @throws Error bad_input when the forced type is not safe (the message names one that is), or the
///         semiring does not take such weights; NegativeCycle where it finds one; usage when the
///         semiring does not exist in the forced type
APSP_EXPORT DtypeChoice choose_dtype(const Graph& graph, Semiring semiring,
                                     std::optional<Dtype> forced = {});

/// The variants of an algorithm that a device offers, its default first.
APSP_EXPORT std::vector<std::string_view> variants(const Device& device, Algorithm algorithm);

/// Computes all shortest distances of `graph` on `device`.
/// The caller's graph is not changed. A dense graph of the right type that is moved in is solved in
/// its own memory: the host never holds two matrices, except for `paths`, which are found from the
/// graph and the distances.
/// @throws NegativeCycle; Error usage (no such variant, or no paths over the semiring), bad_input
///         (weights or distances that the type does not hold, or that would lose too many digits
///         where negative weights cancel), out_of_memory, no_device (type not supported), internal
///         (driver failure); Stopped
APSP_EXPORT Solution solve(Graph graph, const Device& device, const SolveOptions& options = {});

/// The best device that offers the algorithm: of these, the one that `select_device` picks for "".
/// @throws Error no_device when there is none
APSP_EXPORT Device best_device(Algorithm algorithm);

/// The same on the best device that offers the algorithm.
APSP_EXPORT Solution solve(Graph graph, const SolveOptions& options = {});

/// The same on one or several devices. With `kleene`, each holds rows in proportion to its rate;
/// with `sparse` and `search`, each computes some rows, then asks for more. A device may be named
/// more than once.
/// Several threads may solve at the same time, on any devices.
APSP_EXPORT Solution solve(Graph graph, const std::vector<Device>& devices,
                           const SolveOptions& options = {});

/// Deletes what a solve left in its workspace, unless another is under way there; distances that
/// are still in use stay readable.
APSP_EXPORT void remove_workspace(const std::filesystem::path& folder);

}  // namespace apsp
