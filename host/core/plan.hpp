// What a solve will do and need, worked out before anything is allocated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
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

/// @throws Error out_of_memory, naming the limit and what would fit; no_device when the device
///         lacks the type
void check_plan(const Plan& plan, const Device& device);

/// Every decision of a solve.
struct SolvePlan {
    Plan matrix;
    std::string dtype_reason;
    EngineOptions engine;
    bool tuned = false;      ///< Whether engine.settings are what tuning found.
    Settings configuration;  ///< Of the kernels, whole; empty where there is nothing to set.
    std::vector<std::string> warnings;
    EnginePlan memory;
};

/// All but configuration and memory.
/// @throws Error as `solve`, but for what only the computation can find: a negative cycle, and
///         memory that others have taken
SolvePlan plan_solve(const Graph& graph, const Device& device, const SolveOptions& options);

/// Configuration and memory; the backend may ask its driver, which can take a while.
/// @throws Error usage, out_of_memory
void plan_engine(SolvePlan& plan, const Device& device);

/// How long the computation should take.
struct Expectation {
    double seconds = 0;  ///< 0 when nothing is known.
    std::string from;    ///< What the seconds are from, or how to know.
};

/// By the rate that `apsp-ocl tune` measured on the device, or else no sooner than its nominal
/// limit allows.
Expectation expected_time(const SolvePlan& plan, const Device& device);

}  // namespace apsp
