// Blocked Kleene closure of a matrix that is larger than the devices. Its stripes visit them in
// turn; each visit relaxes a stripe through as many pivots as a stripe has rows.
//
// In each round, every engine takes a copy of the stripe of the pivots, which is closed, and then
// one other stripe after the other that no engine has taken yet: while one is relaxed, the one
// before is copied back and the next one is copied in. The engine that takes the stripe with the
// next round's pivots closes it, and keeps it for that round. With enough pivots per round, copies
// hide behind the computation: a stripe takes pivots / 2 relaxations per element copied.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/algorithms.hpp"
#include "algorithms/device_memory.hpp"

namespace apsp {

/// Holds the stripes that are not on the device, and how many rounds each has been through.
class StripeStore {
  public:
    virtual ~StripeStore() = default;
    virtual const void* read(std::size_t stripe) const = 0;
    /// Memory for the stripe's next content, which `commit` makes current.
    virtual void* next(std::size_t stripe) = 0;
    virtual void commit(std::size_t stripe, std::size_t rounds) = 0;
    /// Rounds that the stripe has been through: what `commit` said last, 0 at first.
    virtual std::size_t rounds(std::size_t stripe) const = 0;
};

/// Slabs that each of so many engines needs, with room for the tallest stripe: for the pivots, for
/// the stripe that is computed in, for one that is copied, and, if others wait for the next pivots,
/// so that these cannot come last, for those.
inline std::size_t stream_slots(std::size_t engines) {
    return engines == 1 ? 3 : 4;
}

class StripeTurns;

/// One engine's part, in a thread or process of its own. Does not repeat rounds that the stripes
/// have already been through. Returns the seconds in which it waited for others.
double kleene_streamed(Tiles& tiles, DeviceMemory& memory, const std::vector<Slab>& slots,
                       const std::vector<Range>& stripes, StripeTurns& turns,
                       const Progress& progress);

}  // namespace apsp
