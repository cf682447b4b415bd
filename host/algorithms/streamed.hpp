// Blocked Kleene closure of a matrix that is larger than the device: its stripes visit the device,
// each relaxed through as many pivots a visit as one stripe has.
//
// A round brings the pivots' stripe, closes it and relaxes its rows, and then all other stripes,
// one after the other, while the one before goes back and the one behind comes. The stripe of the
// next round's pivots is the last of a round and stays. So with enough pivots a round, copies hide
// behind the computation: a stripe's relaxations are pivots / 2 for every element copied.
#pragma once

#include <functional>
#include <vector>

#include "algorithms/engine.hpp"

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

/// Stripes that an engine holds at a time: that of the pivots, one that is computed in, and one
/// that is copied.
inline constexpr std::size_t kStreamSlots = 3;

/// The stripes of equal height, but for the last.
std::vector<Range> equal_stripes(std::size_t all, std::size_t rows);

/// On an engine that holds kStreamSlots stripes of the first one's height. Rounds that the stripes
/// have been through are not repeated.
void kleene_streamed(Engine& engine, const std::vector<Range>& stripes, StripeStore& store,
                     const std::function<void(double)>& progress);

}  // namespace apsp
