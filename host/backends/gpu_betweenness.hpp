// Betweenness by elimination on OpenCL and CUDA, by betweenness.cl. gpu_queue.hpp describes Queue
// and Slabs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/betweenness_engine.hpp"
#include "algorithms/sweeps.hpp"
#include "backends/gpu_counting.hpp"
#include "backends/kernel_shapes.hpp"

namespace apsp {

/// Session is a GpuSession. T is the type of lengths.
template <class Session, class T>
class GpuBetweenness final : public BetweennessEngine {
    using Host = CountingDevice<Session>;
    using Queue = typename Host::Queue;
    using Memory = typename Host::Memory;

  public:
    /// The question must outlive the object.
    GpuBetweenness(const BetweennessQuestion& question, const KernelOptions& kernel,
                   const Device& device)
        : question_(question),
          climb_tables_(question.tree),
          steps_(steps_of(question, climb_tables_)),
          to_lengths_(lengths(question.to)),
          from_lengths_(lengths(question.from)),
          device_(question.tree.size(), kernel.dtype, "an eliminated graph", device) {
        std::tie(climb_, descend_, go_down_) =
            queue().kernels("betweenness.cl", kernel, "climb", "descend", "go_down");
        constexpr std::size_t kEach = kLoadGroup * kLoadTargets;
        constexpr std::size_t kCell = 2 * sizeof(T) + 4 * sizeof(double) + sizeof(std::uint32_t);
        const bool gpu = device_.description().kind == DeviceKind::gpu;
        columns_ = device_.columns(climb_tables_.heights, kCell, sizeof(double), kEach, ranks(),
                                   gpu ? Host::kBusyColumns : kEach);
        first_ = device_.put(climb_tables_.first);
        parent_ = device_.put(climb_tables_.parent);
        height_ = device_.put(climb_tables_.height);
        row_ = device_.put(climb_tables_.row);
        steps_there_ = device_.put(steps_);
        to_length_ = device_.put(to_lengths_);
        from_length_ = device_.put(from_lengths_);
        to_count_ = device_.put(question.to.count);
        from_count_ = device_.put(question.from.count);
        const std::size_t cells = columns_ * climb_tables_.heights;
        ways_ = {cells, device_};
        slots_ = {cells, device_};
        above_ = device_.template make<std::uint32_t>(cells);
        load_ = device_.zeros(ranks());
        to_load_ = device_.zeros(entries());
        from_load_ = device_.zeros(entries());
        totals_there_ = device_.template make<double>(2 * columns_);
    }

    ~GpuBetweenness() override { queue().drain(); }

    std::size_t most() const override { return columns_; }

    void add(std::span<const std::uint32_t> targets, std::span<const double> weights) override {
        device_.restart();
        const Memory ranks = device_.put(targets), there = device_.put(weights);
        const std::size_t each = kLoadGroup * kLoadTargets;
        const std::size_t columns = (targets.size() + each - 1) / each * each;
        const std::uint32_t ld = count(columns_), used = count(targets.size());
        const std::uint32_t endpoints = question_.endpoints ? 1 : 0;
        queue().launch(climb_, {columns}, {kLoadGroup}, ld, used, ranks, first_, parent_, height_,
                       row_, from_length_, from_count_, count(climb_tables_.heights), ways_.length,
                       ways_.count, ways_.load, above_);
        queue().launch(descend_, {columns / kLoadTargets}, {kLoadGroup}, ld, used, ranks, there,
                       steps_there_, count(steps_.size()), row_, to_length_, to_count_,
                       ways_.length, ways_.count, ways_.load, slots_.length, slots_.count,
                       slots_.load, clamped(question_.cutoff), endpoints, load_, to_load_,
                       totals_there_);
        queue().launch(go_down_, {columns}, {kLoadGroup}, ld, used, ranks, first_, height_, row_,
                       from_length_, from_count_, ways_.length, ways_.count, ways_.load, above_,
                       endpoints, load_, from_load_);
        const auto totals = read<double>(queue(), totals_there_, 2 * targets.size());
        for (std::size_t j = 0; j < targets.size(); ++j) {
            pairs_ += totals[2 * j];
            most_ = std::max(most_, totals[2 * j + 1]);
        }
        queue().finish();
    }

    BetweennessSums sums() override {
        return {read<double>(queue(), load_, ranks()), read<double>(queue(), to_load_, entries()),
                read<double>(queue(), from_load_, entries()), pairs_, most_};
    }

  private:
    /// As in betweenness.cl.
    struct alignas(16) Step {
        std::uint32_t rank, below, begin, end, height, kind;
        double own;
    };
    enum : std::uint32_t { kOpens, kCloses, kLeaf };

    /// Of the vertices above the targets, or of those that are open in the descent.
    struct Table {
        Memory length = {}, count = {}, load = {};

        Table() = default;
        Table(std::size_t cells, Host& device)
            : length(device.template make<T>(cells)),
              count(device.template make<double>(cells)),
              load(device.template make<double>(cells)) {}
    };

    static std::vector<Step> steps_of(const BetweennessQuestion& question,
                                      const ClimbTables& tables) {
        std::vector<Step> steps;
        std::vector<std::uint32_t> open;
        const auto meet = [&](std::uint32_t x, std::uint32_t kind) {
            steps.push_back({x, tables.below[x], tables.first[x], tables.first[x + 1],
                             tables.height[x], kind, question.own[x]});
        };
        const auto close_to = [&](std::size_t height) {
            for (; open.size() > height; open.pop_back()) meet(open.back(), kCloses);
        };
        for (std::uint32_t x = count(question.tree.size()); x-- > 0;) {
            close_to(tables.height[x]);
            if (tables.below[x] == 1) {
                meet(x, kLeaf);
            } else {
                meet(x, kOpens);
                open.push_back(x);
            }
        }
        close_to(0);
        return steps;
    }

    static T clamped(double length) {
        constexpr T kNone = std::numeric_limits<T>::max();
        return length < static_cast<double>(kNone) ? static_cast<T>(length) : kNone;
    }
    static std::vector<T> lengths(const EntryPaths& paths) {
        std::vector<T> lengths(paths.length.size());
        for (std::size_t a = 0; a < lengths.size(); ++a) {
            lengths[a] = paths.count[a] == 0 ? infinity<T>() : static_cast<T>(paths.length[a]);
        }
        return lengths;
    }

    Queue& queue() { return device_.queue(); }
    std::size_t ranks() const { return question_.tree.size(); }
    std::size_t entries() const { return climb_tables_.row.size(); }

    const BetweennessQuestion& question_;
    ClimbTables climb_tables_;
    std::vector<Step> steps_;
    std::vector<T> to_lengths_, from_lengths_;
    Host device_;  // after what its kernels may be reading
    typename Queue::Kernel climb_, descend_, go_down_;
    std::size_t columns_ = 0;
    Memory first_, parent_, height_, row_, steps_there_;
    Memory to_length_, to_count_, from_length_, from_count_;
    Table ways_, slots_;
    Memory above_, load_, to_load_, from_load_, totals_there_;
    double pairs_ = 0, most_ = 0;
};

}  // namespace apsp
