// A matrix in one piece on one device: from its rows to those of its closure.
#pragma once

#include <memory>

#include "algorithms/algorithms.hpp"
#include "algorithms/engine.hpp"
#include "apsp/devices.hpp"

namespace apsp {

// Rows of a matrix of n vertices, with padding, in a slab that begins with them: from a source,
// with the padding filled, and to a sink, without it.
void put_rows(DeviceMemory& memory, const Slab& slab, Range rows, std::size_t n,
              const RowSource& source);
void get_rows(DeviceMemory& memory, const Slab& slab, Range rows, std::size_t n,
              const RowSink& sink);

class DeviceMatrix {
  public:
    DeviceMatrix(const Device& device, const EngineOptions& options);

    Engine& engine() { return *engine_; }
    bool in_place() { return engine_->memory().in_place(); }

    /// A device that is in_place() works at `host`, which must outlive this.
    void allocate(void* host);
    /// May be called again for another matrix.
    void put(const RowSource& rows);
    /// By the algorithm that the options name; until the device has done everything.
    void close(const Progress& progress);
    void get(const RowSink& rows);

  private:
    std::unique_ptr<Engine> engine_;
    EngineOptions options_;
    Slab slab_;
};

}  // namespace apsp
