// The sweep itself: runs every cell in processes of their own, in turns over the devices, and keeps
// the file whole after each.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "measure/cells.hpp"
#include "measure/results.hpp"

namespace apsp::sweep {

struct Progress {
    const Cell* cell = nullptr;       ///< Which runs.
    std::size_t done = 0;             ///< Cells, of
    std::size_t cells = 0;            ///< all of them.
    std::optional<double> remaining;  ///< Seconds of those of which something is known.
};

struct SweepSettings {
    std::string program;     ///< What is run: this program.
    std::string file;        ///< Where the results are kept; "" for nowhere.
    double time_limit = 60;  ///< Seconds of each run.
    double budget = std::numeric_limits<double>::infinity();  ///< Seconds of all of them.
    std::function<void(const Progress&)> progress = {};       ///< Several times a second.
    /// After they have been kept: the rows of cells that took turns, in their order.
    std::function<void(const std::vector<const Row*>&)> group_done = {};
};

/// Goes on with what the file lacks, where it is there; else begins it. The steps of the ladder are
/// tried on few vertices before, so that the quickest come first and what the budget does not allow
/// is not begun. Cells of a group that have the same graph and type must have the same result.
/// @throws Error usage when the file is of another sweep, bad_input when it is damaged, internal
/// when it cannot be written
Results run_sweep(const Options& options, const Devices& devices, const SweepSettings& settings);

}  // namespace apsp::sweep
