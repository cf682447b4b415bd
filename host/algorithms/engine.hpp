// A device at work for one solve: what a backend opens. Schedules take only the interfaces that
// they call.
#pragma once

#include "algorithms/device_memory.hpp"
#include "algorithms/engine_options.hpp"
#include "algorithms/results.hpp"
#include "algorithms/sweeps.hpp"
#include "algorithms/tiles.hpp"

namespace apsp {

class Engine {
  public:
    /// Waits for all operations first, so that no kernel writes to a freed slab even after an
    /// exception.
    virtual ~Engine() = default;

    virtual DeviceMemory& memory() = 0;
    virtual Tiles* tiles() { return nullptr; }          ///< Null for `fw`.
    virtual Steps* steps() { return nullptr; }          ///< Of `fw` only.
    virtual Results* results() { return nullptr; }      ///< Over min_plus only.
    virtual Sweeps* sweeps() { return nullptr; }        ///< With EngineOptions::slots.
    virtual KeptWeights* weights() { return nullptr; }  ///< With EngineOptions::keep_weights.

    /// The slabs hold the matrix to be closed; compute_seconds() counts from the next operation on.
    virtual void begin() {}
    /// Waits until all but a bounded number of the operations so far have been done.
    virtual void throttle() {}
    /// Waits for everything.
    virtual void finish() = 0;
    /// Seconds from the first operation's start to the last one's end, on the device's own clock
    /// where it has one; after `finish`.
    virtual double compute_seconds() const = 0;
};

}  // namespace apsp
