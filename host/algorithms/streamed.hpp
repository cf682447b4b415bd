// Blocked Kleene closure of a matrix that is larger than the device: its stripes visit the device,
// each relaxed through as many pivots a visit as one stripe has.
//
// A round brings the pivots' stripe, closes it and relaxes its rows, and then all other stripes,
// one after the other, while the one before goes back and the one behind comes. The stripe of the
// next round's pivots is the last of a round and stays. So with enough pivots a round, copies hide
// behind the computation: a stripe's relaxations are pivots / 2 for every element copied.
#pragma once

#include <array>
#include <vector>

#include "algorithms/algorithms.hpp"
#include "algorithms/device_memory.hpp"

namespace apsp {

/// Where the stripes are when they are not on the device, and how far each has come.
class StripeStore {
  public:
    virtual ~StripeStore() = default;
    virtual const void* read(std::size_t stripe) const = 0;
    /// Memory for what the stripe becomes, which `commit` then makes the stripe.
    virtual void* next(std::size_t stripe) = 0;
    virtual void commit(std::size_t stripe, std::size_t rounds) = 0;
    /// How many rounds it has been through: what `commit` said, at first 0.
    virtual std::size_t rounds(std::size_t stripe) const = 0;
};

/// Slabs that an engine holds: that of the pivots, one that is computed in, and one that is copied.
/// Each has room for the highest stripe.
inline constexpr std::size_t kStreamSlots = 3;
using StreamSlots = std::array<Slab, kStreamSlots>;

/// Rounds that the stripes have been through are not repeated.
void kleene_streamed(Tiles& tiles, DeviceMemory& memory, const StreamSlots& slots,
                     const std::vector<Range>& stripes, StripeStore& store,
                     const Progress& progress);

}  // namespace apsp
