// The ladder: the steps by which the literature climbed from a serial loop to a blocked kernel, and
// what each takes on a device.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/devices.hpp"
#include "apsp/solve.hpp"
#include "backends/limits.hpp"

namespace apsp {

/// A step: what a user would give to `solve` to run it.
struct LadderStep {
    std::string_view name;
    std::string_view source;
    std::string_view what;  ///< One sentence.
    Algorithm algorithm = Algorithm::fw;
    std::string_view variant = {};  ///< Empty for the device's default.
    bool on_cpu = false;            ///< On the program's own `cpu`, whatever the device.
    std::size_t tile = 0;
    std::optional<Dtype> dtype = {};  ///< The step's own type, if it is about one.
    bool symmetric = false;           ///< Of an undirected graph, with half the work.
};

/// From the bottom to the top: the last is the product's own.
std::span<const LadderStep> ladder_steps();

struct LadderRow {
    enum class Status {
        measured,
        unsupported,  ///< The device, or its backend, cannot.
        skipped,      ///< Beyond the budget.
        failed,       ///< A driver's failure, or no memory.
        wrong         ///< Another result than the program's own `cpu`.
    };
    const LadderStep* step = nullptr;
    Dtype dtype = Dtype::f32;
    Status status = Status::measured;
    std::string reason;           ///< Of what was not measured.
    std::vector<double> seconds;  ///< Of the timed runs.
    bool warm = true;  ///< False when the only run was the first, kernels' start included.
    Limit limit;       ///< Of the device that it ran on.

    double median() const;  ///< 0 when it was not measured.
};

struct LadderOptions {
    std::size_t n = 2048;
    Dtype dtype = Dtype::f32;
    std::size_t repeat = 3;  ///< Timed runs of each, behind a first one, as far as time allows.
    double budget = 60;      ///< Seconds for all of it.
    std::function<void()> tick = {};
};

/// Runs every step on a device, the quickest first, until the time is out; one row a step, in their
/// order. What a step will take is estimated from fewer vertices. Each step's first result is
/// compared bit for bit with the one of the program's own `cpu`, which is verified.
/// @throws Error as solve, for the program's own `cpu`; verification when that is wrong
std::vector<LadderRow> climb(const Device& device, const Device& cpu, const LadderOptions& options);

}  // namespace apsp
