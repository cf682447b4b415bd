// What a solve will do and need, decided before anything is allocated. Execution reads the plan,
// and decides nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/device_sweep.hpp"
#include "algorithms/elimination_tree.hpp"
#include "algorithms/engine.hpp"
#include "apsp/devices.hpp"
#include "apsp/dtype.hpp"
#include "apsp/solve.hpp"
#include "backends/engine_plan.hpp"
#include "solve/estimate.hpp"
#include "solve/layouts.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {

struct Plan {
    std::size_t n = 0;
    Dtype dtype = Dtype::f32;
    std::size_t ld = 0;              ///< Padded edge of the matrix, in elements.
    std::uint64_t matrix_bytes = 0;  ///< The matrix, as one allocation on the device.
};

/// A pure function of its arguments.
Plan plan(std::size_t n, Dtype dtype);

/// The largest n whose plan fits the device.
std::size_t largest_n(Dtype dtype, const Device& device);

/// @throws Error no_device when the device lacks the type
void check_dtype(Dtype dtype, const Device& device);

/// What the matrix "needs" beyond what the device can hold in one piece, naming the limit and what
/// would fit.
Refusal why_too_large(const Plan& plan, const Device& device);
/// The same of these bytes of the matrix, and what the host can hold now.
Refusal why_too_large(const Plan& plan, std::uint64_t host_bytes);

/// @throws Error out_of_memory for such a reason
[[noreturn]] void refuse(const Plan& plan, std::string_view why);
/// Whether the device can hold the matrix in one piece.
/// @throws Error out_of_memory; no_device when the device lacks the type
void check_plan(const Plan& plan, const Device& device);

/// One device's part where the layout is not `whole`.
struct PartPlan {
    Device device;
    EngineOptions engine;
    Settings configuration;
    EnginePlan memory;                ///< With the rows that it holds.
    std::vector<Range> stripes;       ///< Of its share; all that are brought through it, or made.
    std::optional<SweepSizes> sweep;  ///< Where that makes rows, with an engine of its own.
};

/// Every decision of a solve: beside the graph, all that carrying it out needs.
struct SolvePlan {
    /// What was asked: what the result consists of and where it lies, and whom to tell of progress.
    /// Whatever they leave to choose is chosen below.
    SolveOptions options;
    std::vector<std::size_t> rows;  ///< Those of `options.rows` that this process keeps.
    SolveChoices choices;
    Plan matrix;
    /// Of negative weights: no distance is shorter than minus this.
    std::optional<double> potentials_spread;
    Device device;           ///< The first, with no more memory than the options allow.
    EngineOptions engine;    ///< Of that device, as are configuration and memory.
    Settings configuration;  ///< Of the kernels, whole; empty where there is nothing to set.
    EnginePlan memory;
    Layout layout = Layout::whole;
    MakeMaker* make_maker = nullptr;   ///< Who carries it out; ranks have makers of their own.
    std::size_t block = 0;             ///< Pivots of an outer block; 0 where there are none.
    std::vector<PartPlan> parts;       ///< Where the layout is not `whole`.
    std::optional<PanelPlace> panels;  ///< Where parts hand over pivots, if they do.
    bool half_shares = false;          ///< Parts do half the work: the matrix is symmetric.
    /// Of `sparse`: what is counted, where that says to stop, and what is done.
    CountedElimination elimination;
    std::shared_ptr<const EliminationTree> tree;
    double seconds = 0;         ///< That making rows should take.
    bool whole_matrix = false;  ///< All rows lie in the host's memory, or a file, together.
    bool stays = false;         ///< They lie in the device's memory, and stay there.
    bool integral = false;      ///< Costs are integers, and so are distances.
    /// Devices reduce rows, which come to the host only if all are wanted there.
    bool reduces = false;
    bool keep_graph = false;  ///< It is needed when its rows are on the devices.
    /// Of pairs with a path, where it is not proven that products on tensor cores tell their
    /// distances: all are found to be told, or the matrix is closed again without tensor cores.
    std::optional<std::uint64_t> pairs_to_tell;
    bool take_over = false;        ///< Its own matrix becomes that of the result.
    std::uint64_t host_bytes = 0;  ///< Of the result that the host holds: all, or some rows.

    /// Rows of the result: all, or those that this process keeps if the options name some.
    std::size_t result_rows() const { return options.rows.empty() ? matrix.n : rows.size(); }
    /// Of the predecessors, which the host holds besides.
    std::uint64_t predecessor_bytes() const {
        return options.paths ? std::uint64_t{matrix.ld} * matrix.ld * sizeof(std::int32_t) : 0;
    }
    /// Of what each vertex has within bounds.
    std::uint64_t within_bytes() const {
        const StatisticsOptions& asked = options.statistics_options;
        return asked.within ? std::uint64_t{matrix.n} * asked.bounds.size() * sizeof(double) : 0;
    }
    /// What is reduced of each row.
    RowQuestion question() const { return RowQuestion(matrix.dtype, options.statistics_options); }
    /// Whether rows that are computed together are passed on in batches, as they come.
    bool in_batches() const {
        return !whole_matrix && options.rows.empty() && options.take_rows != nullptr;
    }
};

/// About so many rows are on the host if none are kept.
constexpr std::size_t kBatchRows = 1024;

/// Whether the result needs all rows in memory, or in a file, together, whatever the layout.
bool needs_whole_matrix(const SolveOptions& options);
/// Whether it consists of statistics alone, for which rows that are made need not be kept.
bool is_statistics_alone(const SolveOptions& options, const Graph& graph);
/// Whether they can be on the device only, if it makes them there: no other memory of them is
/// wanted, and they are distances as they are made.
bool may_stay(const SolveOptions& options, const Graph& graph);

/// Whether devices should reduce the rows: for statistics of a matrix that comes to the host whole,
/// or else where no row then has to come at all. `costs`: they are to be restored.
bool reduces_on_devices(const SolvePlan& plan, bool costs);

/// The rows of the result for a graph of n vertices.
inline std::size_t result_rows(const SolveOptions& options, std::size_t n) {
    return options.rows.empty() ? n : options.rows.size();
}

/// The plan of a solve. A graph with negative weights has its potentials (see give_potentials).
/// Several devices may be measured, and a backend may ask its driver, which can take a while.
/// @throws Error as `solve`; out_of_memory says of each layout that was tried why it does not fit
SolvePlan plan_solve(const Graph& graph, const std::vector<Device>& devices,
                     const SolveOptions& options);

/// The part of a device that makes rows, of a plan that has all but its parts.
/// @throws Error usage for settings that its kernels do not have
PartPlan plan_row_part(const SolvePlan& plan, const Device& device);

/// What `plan_solve` refuses whatever the weights. @throws Error usage
void check_options(const Graph& graph, const std::vector<Device>& devices,
                   const SolveOptions& options);

/// Devices of which one that is named several times has an equal part of its memory each time.
std::vector<Device> sharing_memory(std::vector<Device> devices);

/// Devices as the solve may use them: with no more memory than the options allow.
std::vector<Device> limited(std::vector<Device> devices, const SolveOptions& options);

/// How long the computation should take.
struct Expectation {
    double seconds = 0;  ///< 0 when nothing is known.
    std::string from;    ///< What the seconds are from, or how to know.
};

/// By the rate that `apsp-ocl tune` measured on the first device, or else no sooner than its
/// nominal limit allows.
Expectation expected_time(const SolvePlan& plan);

}  // namespace apsp
