// Blocked Kleene closure of a matrix whose rows are dealt over several engines.
//
// Every engine relaxes its own rows through each block of pivots; the one that has the block's rows
// closes it first and sends these rows, its panel, to the others. The engine that has the next
// block relaxes, closes and sends that before the rest of its rows, so that nobody waits for a
// panel while there is work. All rows take part in every step, so shares of contiguous rows are
// balanced.
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

/// One engine's part.
struct Share {
    Engine& engine;
    /// Its rows: stripes 0 .. of the engine, in order. Two more are for panels of others.
    std::vector<Range> stripes;
};

/// The engine holds its rows; `all` is the edge of the padded matrix. `panels` may be null when
/// there is no other engine. Returns the seconds that were spent waiting for others.
double kleene_share(const Share& share, std::span<const Range> steps, std::size_t all,
                    Panels* panels, const std::function<void(double)>& progress);

}  // namespace apsp
