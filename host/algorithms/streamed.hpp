// Blocked Kleene closure of a matrix that is larger than the devices. Its stripes visit them in
// turn; each visit relaxes a stripe through as many pivots as a stripe has rows.
//
// In each round, every engine takes a copy of the stripe of the pivots, which is closed, and then
// one other stripe after the other that no engine has taken yet: while one is relaxed, the one
// before is copied back and the next one is copied in. The stripe with the next round's pivots
// comes first. The engine that takes it closes it, and keeps it for the next round. With enough
// pivots per round, copies hide behind the computation: a stripe takes pivots / 2 relaxations per
// element copied.
#pragma once

#include <array>
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

/// Slabs that an engine holds: for the pivots, for the next ones, for the stripe that is computed
/// in, and for one that is copied. Each has room for the tallest stripe.
inline constexpr std::size_t kStreamSlots = 4;
using StreamSlots = std::array<Slab, kStreamSlots>;

class StripeTurns;

/// One engine's part, in a thread of its own. Does not repeat rounds that the stripes have already
/// been through.
void kleene_streamed(Tiles& tiles, DeviceMemory& memory, const StreamSlots& slots,
                     const std::vector<Range>& stripes, StripeTurns& turns,
                     const Progress& progress);

}  // namespace apsp
