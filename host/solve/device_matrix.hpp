// A matrix in one piece on one device: it takes rows and gives back those of the closure.
#pragma once

#include <memory>

#include "algorithms/algorithms.hpp"
#include "algorithms/engine.hpp"
#include "apsp/devices.hpp"

namespace apsp {

// Copy rows of a matrix of n vertices, with padding, to and from a slab that begins with them.
// `put_rows` fills the padding; `get_rows` leaves it out.
void put_rows(DeviceMemory& memory, const Slab& slab, Range rows, std::size_t n,
              const RowSource& source);
void get_rows(DeviceMemory& memory, const Slab& slab, Range rows, std::size_t n,
              const RowSink& sink);

class DeviceMatrix {
  public:
    DeviceMatrix(const Device& device, const EngineOptions& options);

    Engine& engine() { return *engine_; }
    bool in_place() { return engine_->memory().in_place(); }

    /// A device that is in_place() works at `host`, which must outlive this object.
    void allocate(void* host);
    /// May be called again for another matrix.
    void put(const RowSource& rows);
    /// Runs the algorithm that the options name and waits until the device has finished.
    void close(const Progress& progress);
    void get(const RowSink& rows);
    /// Gives up the matrix, as DeviceMemory::release.
    ReleasedMemory release() { return engine_->memory().release(slab_); }

  private:
    std::unique_ptr<Engine> engine_;
    EngineOptions options_;
    Slab slab_;
};

}  // namespace apsp
