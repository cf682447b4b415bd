// Near pairs by elimination on OpenCL and CUDA, by near.cl. gpu_queue.hpp describes Queue and
// Slabs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <future>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/near_engine.hpp"
#include "algorithms/sweeps.hpp"
#include "backends/gpu_counting.hpp"
#include "backends/kernel_shapes.hpp"
#include "base/host_memory.hpp"
#include "base/stop.hpp"
#include "base/team.hpp"

namespace apsp {

/// Session is a GpuSession.
template <class Session, class T>
class GpuNear final : public NearEngine {
    using Host = CountingDevice<Session>;
    using Queue = typename Host::Queue;
    using Memory = typename Host::Memory;

  public:
    /// The question must outlive the object. Groups have `group` sources.
    GpuNear(const NearQuestion& question, std::size_t group, const KernelOptions& kernel,
            const Device& device)
        : question_(question),
          group_(group),
          tables_(question.tree),
          device_(question.tree.size(), kernel.dtype, "an eliminated graph", device) {
        std::tie(climb_, find_) = queue().kernels("near.cl", kernel, "climb_near", "find_near");
        columns_ =
            device_.columns(tables_.heights, 2 * sizeof(T), sizeof(T), group_, question_.sources);
        first_ = device_.put(tables_.first);
        parent_ = device_.put(tables_.parent);
        height_ = device_.put(tables_.height);
        below_ = device_.put(tables_.below);
        row_ = device_.put(tables_.row);
        to_ = device_.put(std::span(static_cast<const T*>(question.to), tables_.row.size()));
        from_ = device_.put(std::span(static_cast<const T*>(question.from), tables_.row.size()));
        counts_ = device_.put(question.counts);
        ways_ = device_.template make<T>(tables_.heights * columns_);
        slots_ = device_.template make<T>(tables_.heights * columns_);
        sizes_ = device_.template make<std::uint32_t>(columns_);
        totals_there_ = device_.template make<Totals>(columns_ / group_);
        found_there_.memory = device_.template make<NearGroup::Found>(0);
        distances_there_.memory = device_.template make<T>(0);
    }

    ~GpuNear() override { queue().drain(); }

    std::size_t most() const override { return columns_; }
    std::size_t group() const override { return group_; }

    std::vector<std::uint32_t> count(std::span<const std::uint32_t> ranks) override {
        device_.restart();
        ranks_.assign(ranks.begin(), ranks.end());
        ranks_there_ = device_.put(ranks_);
        queue().launch(climb_, {groups() * group_}, {group_}, apsp::count(columns_),
                       apsp::count(ranks_.size()), ranks_there_, first_, parent_, height_, row_,
                       to_, apsp::count(tables_.heights), limit(), ways_);
        descend({0, groups()}, totals_there_, 0);
        totals_ = read<Totals>(queue(), totals_there_, groups());
        return read<std::uint32_t>(queue(), sizes_, ranks_.size());
    }

    void find(const std::function<void(std::span<const NearGroup>)>& take) override {
        device_.restart();
        std::vector<Totals> before(groups() + 1);
        for (std::size_t g = 0; g < groups(); ++g) before[g + 1] = before[g] + totals_[g];
        const Memory before_there = device_.put(before);
        // While the host takes some, the device finds the next.
        std::future<void> taking;
        for (Range some{0, 0}; some.last < groups();) {
            check_stop();
            some = {some.last, some.last + 1};
            while (some.last < groups() &&
                   goes_with(some, before[some.last + 1], before[some.first])) {
                ++some.last;
            }
            std::vector<NearGroup> found = find(some, before, before_there);
            if (taking.valid()) taking.get();
            std::swap(copied_, taken_);
            taking =
                std::async(std::launch::async, [&take, found = std::move(found),
                                                stop = stop_token(), threads = ThreadLimit::now()] {
                    const StopScope scope(stop);
                    const ThreadLimit same(threads);
                    take(found);
                });
        }
        if (taking.valid()) taking.get();
        queue().finish();
    }

  private:
    /// As in near.cl.
    struct alignas(16) Totals {
        std::uint64_t ranks = 0, pairs = 0;
        Totals operator+(const Totals& more) const {
            return {ranks + more.ranks, pairs + more.pairs};
        }
    };

    /// Whether so much is found at a time: enough to keep the device busy, and for long runs of
    /// rows; not more, since nothing is copied meanwhile.
    bool goes_with(const Range& some, const Totals& last, const Totals& first) {
        constexpr std::uint64_t kLeast = std::uint64_t{512} << 20, kMost = std::uint64_t{2} << 30;
        constexpr std::size_t kBusyGroups = 8;  // of a compute unit
        const Device& device = device_.description();
        const std::uint64_t most = device.memory != 0 ? std::min(kMost, device.memory / 16) : kMost;
        const std::size_t busy = kBusyGroups * std::max<std::size_t>(device.compute_units, 1);
        const std::uint64_t bytes = (last.ranks - first.ranks) * sizeof(NearGroup::Found) +
                                    (last.pairs - first.pairs) * sizeof(T);
        return bytes <= (some.size() < busy ? most : std::min(kLeast, most));
    }

    /// Copies what these groups find.
    std::vector<NearGroup> find(const Range& some, const std::vector<Totals>& before,
                                const Memory& before_there) {
        const Totals& first = before[some.first];
        const std::size_t ranks = before[some.last].ranks - first.ranks;
        const std::size_t pairs = before[some.last].pairs - first.pairs;
        if (pairs != 0) {
            found_there_.reserve(device_, ranks);
            distances_there_.reserve(device_, pairs);
            descend(some, before_there, 1);
            const std::size_t ranks_bytes = ranks * sizeof(NearGroup::Found);
            reserve(copied_.found, ranks_bytes);
            reserve(copied_.distances, pairs * sizeof(T));
            queue().read(found_there_.memory, copied_.found.get(), ranks_bytes);
            queue().read(distances_there_.memory, copied_.distances.get(), pairs * sizeof(T));
        }
        const auto* const found = static_cast<const NearGroup::Found*>(copied_.found.get());
        const T* const distances = static_cast<const T*>(copied_.distances.get());
        std::vector<NearGroup> groups;
        for (std::size_t g = some.first; g < some.last; ++g) {
            groups.push_back(
                {g * group_,
                 {found + (before[g].ranks - first.ranks), before[g + 1].ranks - before[g].ranks},
                 distances + (before[g].pairs - first.pairs)});
        }
        return groups;
    }

    void descend(const Range& some, const Memory& totals, std::uint32_t gives) {
        queue().launch(find_, {some.size() * group_}, {group_}, apsp::count(columns_),
                       apsp::count(ranks_.size()), ranks_there_, first_, height_, below_, row_,
                       from_, apsp::count(question_.tree.size()), limit(),
                       std::uint32_t{question_.counts.empty() ? 1U : 0U}, counts_, ways_, slots_,
                       apsp::count(some.first), sizes_, totals, gives, found_there_.memory,
                       distances_there_.memory);
    }

    /// Device memory that grows.
    template <class Element>
    struct Growing {
        Memory memory = {};
        std::size_t size = 0;
        void reserve(Host& device, std::size_t wanted) {
            if (wanted <= size) return;
            memory = {};
            memory = device.template make<Element>(wanted);
            size = wanted;
        }
    };

    static void reserve(HostMemory& memory, std::size_t bytes) {
        if (bytes <= memory.get_deleter().bytes) return;
        memory.reset();
        memory = allocate_host(bytes);
    }

    std::size_t groups() const { return (ranks_.size() + group_ - 1) / group_; }
    T limit() const { return static_cast<T>(question_.limit); }
    Queue& queue() { return device_.queue(); }

    const NearQuestion& question_;
    std::size_t group_;
    ClimbTables tables_;
    std::vector<std::uint32_t> ranks_;
    std::vector<Totals> totals_;
    Host device_;  // after what its kernels may be reading
    typename Queue::Kernel climb_, find_;
    std::size_t columns_ = 0;
    Memory first_, parent_, height_, below_, row_, to_, from_, counts_;
    Memory ways_, slots_, sizes_, totals_there_, ranks_there_;
    Growing<NearGroup::Found> found_there_;
    Growing<T> distances_there_;
    struct Copied {
        HostMemory found, distances;
    } copied_, taken_;  // a copy on its way, and the one before it, which the host takes
};

}  // namespace apsp
