// Plain Floyd-Warshall on CUDA, and what the ladder needs in addition to gpu_ladder.hpp.
#include "backends/cuda/tiles.hpp"
#include "backends/gpu_ladder.hpp"
#include "backends/gpu_steps.hpp"

namespace apsp::cuda {
namespace {

class DeviceSteps final : public LadderSteps<Queue, Slabs> {
  public:
    using LadderSteps::LadderSteps;

  private:
    void relax_persistently() override {
        int of_a_unit = 0;
        queue_.card().check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                                &of_a_unit, kernel_.address, static_cast<int>(group_), 0),
                            "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
        const std::size_t most =
            static_cast<std::size_t>(of_a_unit) * queue_.description().compute_units;
        if (groups() > most) refuse_together(fmt::format("runs only {} of them at a time", most));
        const std::size_t bytes = (groups() + 1) * sizeof(unsigned);
        flags_ = queue_.allocate(bytes, "flags");
        queue_.clear(flags_, bytes);
        queue_.launch_together(kernel_, {groups() * group_}, {group_}, slabs_.matrix(), offset(ld_),
                               offset(cells()), offset(run_), count(options_.n), flags_);
    }

    Memory flags_;
};

}  // namespace

std::unique_ptr<Steps> make_steps(Queue& queue, const Slabs& slabs, const EngineOptions& options) {
    if (options.variant == "step") {
        const bool bits = options.semiring == Semiring::or_and;
        const std::size_t width = kStepBytes / size_of(options.dtype);
        return std::make_unique<FwSteps<Queue, Slabs>>(queue, slabs, options, width, bits);
    }
    return std::make_unique<DeviceSteps>(queue, slabs, options);
}

std::unique_ptr<Tiles> make_ladder_tiles(Queue& queue, Slabs& slabs, const EngineOptions& options) {
    return std::make_unique<LadderTiles<Queue, Slabs>>(queue, slabs, options);
}

}  // namespace apsp::cuda
