// The closure of an eliminated graph on a device: its core is closed, and blocks of targets, or of
// sources, go up the tree, through the core, and down to all vertices.
#pragma once

#include <memory>

#include "algorithms/elimination.hpp"
#include "algorithms/engine.hpp"
#include "algorithms/row_maker.hpp"
#include "apsp/devices.hpp"

namespace apsp {

/// What of such a sweep is on the device at a time.
struct SweepSizes {
    std::size_t columns = 0;  ///< Targets, with padding.
    std::size_t rows = 0;     ///< Sources whose rows are made.
    std::size_t parts = 1;    ///< Of the schedule, which work-items share.
    bool whole = false;       ///< The result can be there besides.
    std::uint64_t bytes = 0;  ///< Without it.

    SweepSizes(const EliminationTree& tree, Dtype dtype, const Device& device);
};

/// The engine has Sweeps, and tiles for the core and slabs as wide as SweepSizes says. The core has
/// not been closed; the tree outlives the sweep. The engine's semiring is that of the numbers, or
/// max_min where they are truth values.
template <class T>
std::unique_ptr<RowMaker> make_device_sweep(std::unique_ptr<Engine> engine,
                                            const EngineOptions& options, Semiring semiring,
                                            const SweepSizes& sizes, const EliminationTree& tree,
                                            EliminatedArcs<T> arcs);

}  // namespace apsp
