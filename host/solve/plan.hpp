// What a solve will do and need, worked out before anything is allocated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/engine.hpp"
#include "apsp/devices.hpp"
#include "apsp/dtype.hpp"
#include "apsp/solve.hpp"
#include "backends/engine_plan.hpp"

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

/// Whether the device can hold the matrix in one piece.
/// @throws Error out_of_memory, naming the limit and what would fit; no_device when the device
///         lacks the type
void check_plan(const Plan& plan, const Device& device);

/// Whether the host can hold these bytes of the matrix now.
/// @throws Error out_of_memory
void check_host_memory(const Plan& plan, std::uint64_t bytes);
inline void check_host_memory(const Plan& plan) {
    check_host_memory(plan, plan.matrix_bytes);
}

/// Bytes of the result that the host is to hold: the whole, or the options' rows.
std::uint64_t host_bytes(const Plan& plan, bool whole, const SolveOptions& options);

/// How a matrix lies: in one piece on one device; dealt over devices by rows, or over several
/// pieces of memory of one; or beside the device, through which its stripes are brought.
enum class Layout { whole, shares, streamed };

/// One device's part where the layout is not `whole`.
struct PartPlan {
    Device device;
    EngineOptions engine;
    Settings configuration;
    EnginePlan memory;           ///< With the rows that it holds.
    std::vector<Range> stripes;  ///< Of its share; all that are brought through it.
};

/// Every decision of a solve.
struct SolvePlan {
    Plan matrix;
    std::string dtype_reason;
    Losses losses;
    /// Of negative weights: no distance is shorter than minus this.
    std::optional<double> potentials_spread;
    EngineOptions engine;
    bool tuned = false;      ///< Whether engine.settings are what tuning found.
    Settings configuration;  ///< Of the kernels, whole; empty where there is nothing to set.
    std::vector<std::string> warnings;
    EnginePlan memory;
    Layout layout = Layout::whole;
    std::size_t block = 0;         ///< Pivots of a step, where the layout is `shares`.
    std::vector<PartPlan> parts;   ///< Where it is not `whole`.
    bool new_matrix = true;        ///< The graph has none that could become the result.
    std::uint64_t host_bytes = 0;  ///< Of the result that the host holds: all, or some rows.
};

/// All but configuration, memory and layout; for several devices, what the first one is to do. A
/// graph with negative weights has its potentials (see give_potentials).
/// @throws Error as `solve`, but for memory that others have taken
SolvePlan plan_solve(const Graph& graph, const Device& device, const SolveOptions& options);

/// Configuration, memory and layout; the backend may ask its driver, which can take a while.
/// @throws Error usage, out_of_memory
void plan_engine(SolvePlan& plan, const std::vector<Device>& devices, const SolveOptions& options);

/// Devices as the solve may use them: with no more memory than the options allow.
std::vector<Device> limited(std::vector<Device> devices, const SolveOptions& options);

/// How long the computation should take.
struct Expectation {
    double seconds = 0;  ///< 0 when nothing is known.
    std::string from;    ///< What the seconds are from, or how to know.
};

/// By the rate that `apsp-ocl tune` measured on the device, or else no sooner than its nominal
/// limit allows.
Expectation expected_time(const SolvePlan& plan, const Device& device);

}  // namespace apsp
