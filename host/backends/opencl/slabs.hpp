// Slabs on an OpenCL device, or in the host's memory where the device works in that.
#pragma once

#include <vector>

#include "backends/gpu_slabs.hpp"
#include "backends/opencl/configuration.hpp"
#include "backends/opencl/copies.hpp"
#include "base/host_memory.hpp"

namespace apsp::opencl {

using Words = apsp::Words<cl::Buffer>;

class Slabs final : public GpuSlabs<Launcher, Copies> {
  public:
    Slabs(Launcher& launcher, const EngineOptions& options)
        : GpuSlabs(launcher, options, slab_layout(launcher.description(), options)) {}

    /// As of GpuSlabs; the host's own where the device works in its memory.
    cl::Buffer on_device(const void* host, std::size_t bytes, std::string_view what) override;
    using GpuSlabs::on_device;
    void give_back(const cl::Buffer& memory, std::size_t bytes) override;

    Slab allocate(std::size_t rows, std::size_t ld, void* host) override;
    void wait(Mark mark) override { copies_.wait(marks_[mark % kMarks]); }
    void put(const View& view, const void* host, Mark mark, const Pieces& readable) override;
    void get(const View& view, void* host, Mark mark, const Pieces& written) override;
    void put(const Slab& slab, Range rows, const RowSource& source) override;
    void get(const Slab& slab, Range rows, const RowSink& sink) override;

  private:
    std::vector<HostMemory> own_;
};

}  // namespace apsp::opencl
