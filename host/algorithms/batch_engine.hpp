// A device that closes many small matrices at a time.
#pragma once

#include <cstddef>

#include "algorithms/device_memory.hpp"

namespace apsp {

class BatchEngine {
  public:
    virtual ~BatchEngine() = default;

    /// Each row of its slabs holds one matrix, followed by as many elements for the predecessors if
    /// there are any.
    virtual DeviceMemory& memory() = 0;
    /// Edge of the matrix that holds a graph of n vertices; 0 if n is too large for the kernels.
    virtual std::size_t edge(std::size_t n) const = 0;
    /// Closes the first `count` matrices of a slab and waits for them. Returns the seconds that
    /// this took, by the device's own clock if it has one. On entry, the predecessors must be those
    /// of single arcs.
    virtual double close(const Slab& matrices, std::size_t count, std::size_t edge) = 0;
};

}  // namespace apsp
