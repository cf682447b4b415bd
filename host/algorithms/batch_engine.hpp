// A device at work on small matrices, many at a time.
#pragma once

#include <cstddef>

#include "algorithms/device_memory.hpp"

namespace apsp {

class BatchEngine {
  public:
    virtual ~BatchEngine() = default;

    /// Slabs of it have a matrix in each row, and where there are predecessors behind it as many
    /// elements for them.
    virtual DeviceMemory& memory() = 0;
    /// Of the matrices that graphs of n vertices lie in; 0 for more than it has kernels for.
    virtual std::size_t edge(std::size_t n) const = 0;
    /// Closes the first so many of a slab, and waits for it; the seconds that it took, by the
    /// device's own clock where it has one. Predecessors, the vertices before the last, are those
    /// of single arcs before.
    virtual double close(const Slab& matrices, std::size_t count, std::size_t edge) = 0;
};

}  // namespace apsp
