// Blocked Kleene closure of a matrix that is dealt over several engines, by its rows or by rows and
// columns.
//
// Every engine relaxes its own part through each block of pivots. The engines that have the block's
// rows close it, relax these rows, and send them, the row panel, to those that have other rows of
// the same columns. Where an engine does not have all columns, those that have the block's columns
// send them before that, the column panel, to those that have other columns of the same rows. What
// the next block needs is relaxed, sent and closed before the rest, so that nobody waits for a
// panel while there is work. All rows and columns take part in every step, so contiguous shares are
// balanced.
//
// Beside its columns an engine has room for two column panels, of even and of odd steps: pivots
// that it has not got are columns there.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "algorithms/engine.hpp"

namespace apsp {

/// Panels on their way from the engine that has them to the others, in host memory. Each engine
/// calls it from a thread or process of its own.
class Panels {
  public:
    virtual ~Panels() = default;
    /// Memory for the panel of a step; waits until there is some.
    virtual void* outgoing(std::size_t step) = 0;
    virtual void send(std::size_t step) = 0;
    /// Waits for the panel of a step of another engine's; good until `release`.
    virtual const void* receive(std::size_t step) = 0;
    virtual void release(std::size_t step) = 0;
};

/// Steps of at most `block` pivots, none of which is cut by a stripe. `stripes` are all engines',
/// in order of their rows.
std::vector<Range> panel_steps(std::span<const Range> stripes, std::size_t block);

/// One engine's part, and who brings it panels; null where there is nobody to send them.
struct Share {
    Engine& engine;
    /// Its rows: stripes 0 .. of the engine, in order. Two more are for row panels of others.
    std::vector<Range> stripes;
    Range cols;  ///< Its columns, of elements of so many bytes.
    std::size_t element_bytes;
    std::size_t block;  ///< Pivots of a step, at most; where there are column panels, padded.
    Panels* row_panels = nullptr;
    Panels* column_panels = nullptr;
};

/// Columns of an engine's stripes with those for column panels of so many pivots, padded.
inline std::size_t width_with_panels(Range cols, std::size_t block) {
    return cols.size() + 2 * block;
}

/// Carries out the steps first .. last - 1 of those of the whole matrix on an engine that holds its
/// part, which has been through all before. Returns the seconds that were spent waiting for others.
double kleene_share(const Share& share, std::span<const Range> steps, Range turns,
                    const std::function<void(double)>& progress);

}  // namespace apsp
