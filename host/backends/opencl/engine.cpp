// See engine.hpp. A device that shares the host's memory works in the host's matrix; any other one
// gets a copy.
#include "backends/opencl/engine.hpp"

#include <optional>

#include "backends/opencl/ladder.hpp"
#include "backends/opencl/predecessors.hpp"
#include "backends/opencl/quirks.hpp"
#include "backends/opencl/row_reduction.hpp"
#include "backends/opencl/tiles.hpp"

namespace apsp::opencl {
namespace {

/// What is computed of the distances: from the slab of a matrix in one piece.
class DeviceResults final : public Results, public KeptWeights {
  public:
    DeviceResults(Launcher& launcher, Slabs& slabs, const EngineOptions& options)
        : launcher_(launcher), slabs_(slabs), options_(options) {
        if (options.paths) search_.emplace(launcher, options);
    }

    std::vector<RowReduction> reduce_rows(double no_path) override {
        if (!is_integral(options_.dtype) && !launcher_.description().f64) return {};
        return guarded(launcher_.label(), [&] {
            return opencl::reduce_rows(launcher_, slabs_.matrix(), options_.n, options_.dtype,
                                       no_path);
        });
    }
    void predecessors(const TightArcs& arcs, Matrix& predecessors) override {
        if (slabs_.in_place()) rest_host_threads();
        guarded(launcher_.label(), [&] {
            search_->find(launcher_, slabs_.matrix(), arcs, predecessors, slabs_.transfer());
        });
    }

    void keep() override {
        const std::size_t ld = padded(options_.n);
        guarded(launcher_.label(), [&] {
            search_->keep(launcher_, slabs_.matrix(), ld * ld * size_of(options_.dtype));
        });
    }
    bool predecessors(const TightRule& rule, Matrix& predecessors) override {
        return guarded(launcher_.label(), [&] {
            return search_->find(launcher_, slabs_.matrix(), rule, predecessors, slabs_.transfer());
        });
    }

  private:
    Launcher& launcher_;
    Slabs& slabs_;
    EngineOptions options_;
    std::optional<PredecessorKernels> search_;
};

class DeviceEngine final : public Engine {
  public:
    DeviceEngine(const cl::Device& device, const Device& description, const EngineOptions& options)
        : options_(options), launcher_(device, description), slabs_(launcher_, options) {
        if (options.algorithm == Algorithm::fw) {
            steps_ = options.variant == "step" ? make_fw_steps(launcher_, slabs_, options)
                                               : make_ladder_steps(launcher_, slabs_, options);
        } else if (options.variant == "gpu") {
            made_ = make_gpu_tiles(launcher_, slabs_, options);
        } else if (options.variant == "cpu") {
            made_ = make_cpu_tiles(launcher_, slabs_, options);
        } else {
            made_.tiles = make_ladder_tiles(launcher_, slabs_, options);
        }
        if (options.semiring == Semiring::min_plus) results_.emplace(launcher_, slabs_, options);
    }
    ~DeviceEngine() override { launcher_.drain(); }

    DeviceMemory& memory() override { return slabs_; }
    Tiles* tiles() override { return made_.tiles.get(); }
    Steps* steps() override { return steps_.get(); }
    Results* results() override { return results_ ? &*results_ : nullptr; }
    KeptWeights* weights() override { return options_.keep_weights ? &*results_ : nullptr; }

    void begin() override {
        if (made_.bits) made_.bits->pack(slabs_.matrix());
        if (slabs_.in_place()) rest_host_threads();
        launcher_.start_timing();
    }
    void throttle() override { launcher_.throttle(); }
    void finish() override { launcher_.finish(); }
    double compute_seconds() const override { return launcher_.seconds(); }
    void end() override {
        if (made_.bits) made_.bits->unpack(slabs_.matrix());
    }

  private:
    EngineOptions options_;
    Launcher launcher_;
    Slabs slabs_;
    MadeTiles made_;                // of blocked algorithms
    std::unique_ptr<Steps> steps_;  // of fw
    std::optional<DeviceResults> results_;
};

}  // namespace

EnginePlan plan_engine(const Device& description, const EngineOptions& options) {
    EnginePlan plan;
    // Steps, and tiles of the ladder, work in the matrix itself.
    if (options.variant == "gpu") plan = plan_gpu_tiles(description, options);
    if (options.variant == "cpu") plan = plan_cpu_tiles(description, options);
    if (options.paths) plan_predecessor_kernels(description, options, plan);
    if (!description.shares_host_memory && options.stripe_rows == 0) {
        const std::uint64_t ld = padded(options.n);
        plan.buffers.insert(plan.buffers.begin(), {"matrix", ld * ld * size_of(options.dtype)});
        plan.buffers.push_back(
            {"pinned, for transfers", kTransferSlots * transfer_piece(options), false});
    }
    return plan;
}

std::unique_ptr<Engine> open_engine(const cl::Device& device, const Device& description,
                                    const EngineOptions& options) {
    return guarded(description.name, [&]() -> std::unique_ptr<Engine> {
        return std::make_unique<DeviceEngine>(device, description, options);
    });
}

}  // namespace apsp::opencl
