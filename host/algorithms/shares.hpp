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
#pragma once

#include <array>
#include <span>
#include <vector>

#include "algorithms/algorithms.hpp"
#include "algorithms/device_memory.hpp"

namespace apsp {

/// Panels of an engine's own, or of others, that are under way at a time.
inline constexpr std::size_t kPanelSlots = 3;

/// Panels on their way from the engine that has them to the others, in the host's memory or in
/// memory that DeviceMemory::allocate_panel gives. Each engine calls it from a thread or process of
/// its own.
class Panels {
  public:
    virtual ~Panels() = default;
    /// Memory for the panel of a step; waits until some is free.
    virtual void* outgoing(std::size_t step) = 0;
    /// The first so many bytes of it are there; in the end all of them.
    virtual void send(std::size_t step, std::size_t bytes) = 0;
    /// The panel of a step of another engine's, and waits for its first so many bytes; they are
    /// good until `release`.
    virtual const void* incoming(std::size_t step) = 0;
    virtual void receive(std::size_t step, std::size_t bytes) = 0;
    virtual void release(std::size_t step) = 0;
};

/// One engine's part, and who brings it panels; null where there is nobody to send them.
struct Share {
    Tiles& tiles;
    DeviceMemory& memory;
    std::vector<Stripe> stripes;  ///< In order of their rows.
    Range cols;                   ///< Its columns of the matrix.
    std::size_t element_bytes = 0;
    /// For panels of others, of even and of odd steps: a step's rows in the engine's columns, and
    /// the engine's rows in a step's columns. An engine that works in the host's memory reads the
    /// rows where they are, and needs no slabs for them.
    std::array<Slab, 2> row_slabs = {};
    std::array<Slab, 2> column_slabs = {};
    Panels* row_panels = nullptr;
    Panels* column_panels = nullptr;
};

/// Carries out the steps first .. last - 1 of those of the whole matrix on an engine that holds its
/// part, which has been through all before. Returns the seconds in which the engine had nothing to
/// do, as it waited for others.
double kleene_share(const Share& share, std::span<const Range> steps, Range turns,
                    const Progress& progress);

}  // namespace apsp
