// The operations on tiles, for one kind of device. Which kernels and configuration they run with is
// data: see configurations.hpp.
#pragma once

#include <memory>
#include <span>

#include "algorithms/engine.hpp"
#include "backends/engine_plan.hpp"
#include "backends/opencl/launcher.hpp"

namespace apsp::opencl {

/// Rows of the matrix, from `first_row` on, in a buffer.
struct BufferRows {
    cl::Buffer buffer;
    std::size_t first_row = 0;
};

class Tiles {
  public:
    virtual ~Tiles() = default;

    virtual std::span<const std::size_t> blocks() const = 0;

    /// Takes the matrix, whose leading dimension is ld, and allocates what the operations need.
    virtual void attach(const cl::Buffer& matrix, std::size_t ld) = 0;
    /// Puts the result into the matrix, where the operations worked on another form of it.
    virtual void detach() = 0;

    /// Where the matrix may also lie in several buffers, instead of `attach` and `detach`.
    virtual void attach_rows(std::size_t /*ld*/) {
        throw Error(ErrorKind::internal, "tiles without stripes were asked for them");
    }
    /// Operations concern the rows in `target`, and read those of `via` in `source`.
    virtual void work_on(const BufferRows& /*target*/, const BufferRows& /*source*/) {}

    // As in Engine.
    virtual void close(Range tile) = 0;
    virtual void update(const Rows& rows, Range via, Range cols, Part part) = 0;
    virtual void eliminate(Range rows, Range tile, Range cols) {
        close(tile);
        update({tile}, tile, cols, Part::all);
        if (rows.size() > tile.size()) update({rows, tile}, tile, cols, Part::all);
    }
    /// False, having done nothing, where matrix.cl's kernel is as good as any.
    virtual bool mirror(Range, Range) { return false; }
};

// What each kind will take beside the matrix. The order of buffers is that in which `attach`
// allocates them, by these sizes.
EnginePlan plan_gpu_tiles(const Device& device, const EngineOptions& options);
EnginePlan plan_gpu_bit_tiles(const Device& device, const EngineOptions& options);
EnginePlan plan_cpu_tiles(const Device& device, const EngineOptions& options);

/// Operands through local memory into registers; a closed tile costs no launch of its own.
std::unique_ptr<Tiles> open_gpu_tiles(Launcher& launcher, const EngineOptions& options);

/// The same for or_and, with 32 vertices a word.
std::unique_ptr<Tiles> open_gpu_bit_tiles(Launcher& launcher, const EngineOptions& options);

/// One work-item a tile, packed operands, no local memory and no barrier.
std::unique_ptr<Tiles> open_cpu_tiles(Launcher& launcher, const EngineOptions& options);

}  // namespace apsp::opencl
