// The closure of an eliminated graph on a device: its core is closed, and blocks of targets, or of
// sources, go up the tree, through the core, and down to all vertices.
#pragma once

#include <functional>
#include <memory>

#include "algorithms/elimination.hpp"
#include "algorithms/engine.hpp"
#include "algorithms/row_maker.hpp"
#include "apsp/devices.hpp"

namespace apsp {

/// What becomes of the rows: they make a matrix, or the host takes some at a time, or the device
/// reduces them.
enum class SweepRows { matrix, host, device };

/// How much of a sweep is on the device at a time.
struct SweepSizes {
    std::size_t columns = 0;  ///< Targets, including padding.
    std::size_t rows = 0;     ///< Sources whose rows are made, or reduced, together.
    std::size_t least = 1;    ///< Fewer sources would take as long to reduce.
    std::size_t parts = 1;    ///< Of the schedule; they run in parallel.
    bool whole = false;       ///< The whole result fits on the device, too.
    std::uint64_t bytes = 0;  ///< Needed without the whole result.

    /// `bounds` are those within which the device reduces.
    SweepSizes(const EliminationTree& tree, Dtype dtype, const Device& device, SweepRows to,
               std::size_t bounds);
};

/// The engine, which `open` makes, has Sweeps, Tiles for the core, and slabs as wide as `sizes`
/// says. `arcs` is called when everything else is ready; the core is not closed yet. `tree` must
/// outlive the sweep. The engine's semiring is that of the numbers, or max_min if they are truth
/// values. If it `adds_up`, it has sizes for SweepRows::device, and only reduces rows.
template <class T>
std::unique_ptr<RowMaker> make_device_sweep(const std::function<std::unique_ptr<Engine>()>& open,
                                            const EngineOptions& options, Semiring semiring,
                                            bool adds_up, const SweepSizes& sizes,
                                            const EliminationTree& tree,
                                            const std::function<EliminatedArcs<T>()>& arcs);

}  // namespace apsp
