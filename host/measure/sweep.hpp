// The sweep itself: runs every cell in processes of its own, taking turns over the devices, and
// keeps the file complete after each run.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "backends/limits.hpp"
#include "measure/cells.hpp"
#include "measure/results.hpp"

namespace apsp::sweep {

struct Progress {
    const Cell* cell = nullptr;       ///< The one that runs.
    std::size_t done = 0;             ///< Cells that are done.
    std::size_t cells = 0;            ///< All cells.
    std::optional<double> remaining;  ///< Seconds of the cells left, as far as known.
};

struct SweepSettings {
    std::string program;     ///< What is run: this program.
    std::string kernels;     ///< What tells its OpenCL kernels from others.
    std::string file;        ///< Where the results are kept; "" to keep none.
    double time_limit = 60;  ///< Seconds per run.
    double budget = std::numeric_limits<double>::infinity();      ///< Seconds of all runs.
    std::function<Limit(const Device&, const Cell&)> limit = {};  ///< Asked before each run.
    std::function<void(const Progress&)> progress = {};  ///< Called several times per second.
    /// Called after the rows of cells that took turns have been kept, with these rows in their
    /// order.
    std::function<void(const std::vector<const Row*>&)> group_done = {};
};

/// Resumes the file if it exists, and begins it otherwise. The steps of the ladder are first tried
/// on few vertices, so that the quickest come first and none is begun that exceeds the budget.
/// Cells of a group that have the same graph and type must have the same result.
/// @throws Error usage if the file is of another sweep, bad_input if it is damaged, internal if it
/// cannot be written
Results run_sweep(const Options& options, const Devices& devices, const SweepSettings& settings);

}  // namespace apsp::sweep
