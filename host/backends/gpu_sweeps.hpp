// Elimination on OpenCL and CUDA, by sweep.cl. gpu_queue.hpp describes Queue and Slabs.
#pragma once

#include <tuple>
#include <vector>

#include "algorithms/engine_options.hpp"
#include "algorithms/sweeps.hpp"
#include "backends/gpu_queue.hpp"
#include "backends/gpu_sums.hpp"
#include "backends/kernel_shapes.hpp"
#include "graph/padding.hpp"

namespace apsp {

/// How targets are distributed over work-items.
struct SweepShape {
    std::size_t lanes;    ///< Targets per vector.
    std::size_t vectors;  ///< Vectors per work-item.
    std::size_t group;    ///< Work-items per group; it keeps rows in local memory.

    std::size_t targets() const { return lanes * vectors; }
    /// Bytes of a row in local memory.
    std::size_t row_bytes(Dtype dtype) const { return targets() * group * size_of(dtype); }
};

template <GpuQueue Queue, class Slabs>
class GpuSweeps final : public Sweeps {
  public:
    /// `options` build the kernels for that shape.
    GpuSweeps(Queue& queue, Slabs& slabs, const EngineOptions& engine, const SweepShape& shape,
              const KernelOptions& options)
        : queue_(queue),
          slabs_(slabs),
          dtype_(engine.dtype),
          shape_(shape),
          local_{engine.slots * shape.row_bytes(engine.dtype)} {
        std::tie(go_up_, go_down_) = queue.kernels("sweep.cl", options, "go_up", "go_down");
    }

    void load(const ClimbTables& tables) override {
        first_ = on_device(tables.first);
        parent_ = on_device(tables.parent);
        height_ = on_device(tables.height);
        row_ = on_device(tables.row);
        below_ = on_device(tables.below);
        core_ = on_device(tables.core);
        entries_ = descent_entries_ = tables.row.size();
        heights_ = tables.heights;
        core_row_ = tables.core_row;
        core_size_ = tables.core.size();
        eliminated_ = tables.parent.size();
    }

    void load(const SweepSchedule& schedule) override {
        parts_ = on_device(schedule.parts);
        rows_ = on_device(schedule.rows);
        slots_ = on_device(schedule.slots);
        loads_ = on_device(schedule.loads);
        part_count_ = schedule.part_count();
        descent_entries_ = schedule.slots.size();
    }

    void load_numbers(const void* climb, const void* descent) override {
        climb_ = on_device(climb, (entries_ + 1) * size_of(dtype_));
        descent_ = on_device(descent, descent_entries_ * size_of(dtype_));
    }

    void load(const Targets& targets) override {
        ranks_ = on_device(targets.ranks);
        places_ = on_device(targets.places);
        target_places_ = targets.places;
        targets_ = targets.ranks.size();
    }

    void go_up(const Slab& ways) override {
        constexpr std::size_t kGroup = 64;
        queue_.launch(go_up_, {(targets_ + kGroup - 1) / kGroup * kGroup}, {kGroup},
                      slabs_.memory(ways), offset(ways.ld), count(targets_), ranks_, first_,
                      parent_, height_, row_, climb_, count(entries_), count(heights_),
                      count(eliminated_), count(core_row_));
    }

    void go_down(const Slab& ways, const Slab& through, const Slab& result,
                 std::size_t column) override {
        // Without a core there is no slab `through`, and the kernel reads nothing from its
        // argument.
        queue_.launch(go_down_, {padded(targets_) / shape_.targets(), part_count_},
                      {shape_.group, 1}, slabs_.memory(result), offset(column), offset(result.ld),
                      slabs_.memory(ways), slabs_.memory(core_size_ != 0 ? through : ways),
                      offset(ways.ld), ranks_, places_, count(targets_), parts_, rows_,
                      count(eliminated_), slots_, descent_, loads_, core_, count(core_size_),
                      local_);
    }

    RowReductions add_up_descent(const Slab& ways, const Slab& heights,
                                 const RowQuestion& question) override {
        return visit(dtype_,
                     [&](auto zero) { return add_up<decltype(zero)>(ways, heights, question); });
    }

    void transpose(const Slab& from, const Slab& to) override {
        const View all = {from, {{0, from.rows}}, {0, from.ld}};
        View turned = mirrored(all);
        turned.slab = to;
        slabs_.transpose(turned, all);
    }

  private:
    using Memory = typename Queue::Memory;

    template <class T>
    RowReductions add_up(const Slab& ways, const Slab& heights, const RowQuestion& question) {
        using Sums = GpuSums<Queue, Slabs, T>;
        constexpr std::size_t kColumns = kDescentGroup * kDescentTargets;
        const std::size_t columns = (targets_ + kColumns - 1) / kColumns * kColumns;
        auto [kernel] = queue_.kernels("descent_sums.cl",
                                       {dtype_, Semiring::min_plus,
                                        Sums::defines(question, {{"MIN_TERNARY_ALL", 1},
                                                                 {"GROUP", kDescentGroup},
                                                                 {"TARGETS", kDescentTargets}})},
                                       "add_up_descent");
        Sums sums(queue_, slabs_, columns, question, eliminated_ + core_size_);
        sums.launch(kernel, {columns / kDescentTargets}, {kDescentGroup}, slabs_.memory(heights),
                    slabs_.memory(ways), count(ways.ld), count(targets_), ranks_, first_, height_,
                    below_, row_, descent_, count(eliminated_), count(core_row_), count(core_size_),
                    static_cast<T>(question.no_path));
        return sums.read(target_places_);
    }

    template <class... Elements>
    Memory on_device(const Elements&... elements) {
        return slabs_.on_device(elements..., "an eliminated graph");
    }

    Queue& queue_;
    Slabs& slabs_;
    Dtype dtype_;
    SweepShape shape_;
    LocalMemory local_;
    typename Queue::Kernel go_up_, go_down_;
    Memory first_, parent_, height_, below_, row_, core_;
    Memory parts_, rows_, slots_, loads_;
    Memory climb_, descent_, ranks_, places_;
    std::vector<std::uint32_t> target_places_;
    std::size_t entries_ = 0, heights_ = 0, core_row_ = 0, core_size_ = 0;
    std::size_t part_count_ = 0, eliminated_ = 0, descent_entries_ = 0, targets_ = 0;
};

}  // namespace apsp
