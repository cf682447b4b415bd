// A matrix that changes on OpenCL and CUDA, by change.cl. gpu_queue.hpp describes Queue and Slabs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>

#include "algorithms/change_engine.hpp"
#include "algorithms/engine_options.hpp"
#include "apsp/devices.hpp"
#include "backends/gpu_queue.hpp"
#include "backends/gpu_results.hpp"
#include "backends/kernel_shapes.hpp"
#include "graph/padding.hpp"

namespace apsp {

/// Session is a GpuSession.
template <class Session>
class GpuChanges final : public ChangeEngine {
    using Queue = typename Session::Queue;
    using Slabs = typename Session::Slabs;
    using Memory = typename Queue::Memory;
    using Kernel = typename Queue::Kernel;

  public:
    GpuChanges(EngineOptions options, const Device& device)
        : options_(without_paths(std::move(options))),
          session_(options_, device),
          results_(session_.queue, session_.slabs, options_) {
        std::tie(relax_rows_, take_rows_, take_columns_, take_entries_, put_entries_) =
            session_.queue.kernels(
                "change.cl", {options_.dtype, options_.semiring, change_defines()}, "relax_rows",
                "take_rows", "take_columns", "take_entries", "put_entries");
    }
    ~GpuChanges() override { session_.queue.drain(); }

    DeviceMemory& memory() override { return session_.slabs; }

    void take_rows(std::span<const std::uint32_t> rows, void* to) override {
        if (rows.empty()) return;
        session_.restart();
        const std::size_t bytes = rows.size() * ld_ * element_;
        send(indices_, rows.data(), rows.size_bytes());
        launch_on_rows(take_rows_, rows.size(), room(values_, to, bytes));
        bring(to, bytes);
    }

    void take_columns(std::span<const std::uint32_t> columns, void* to) override {
        if (columns.empty()) return;
        session_.restart();
        const std::size_t n = options_.n, bytes = n * columns.size() * element_;
        send(indices_, columns.data(), columns.size_bytes());
        session_.queue.launch(take_columns_,
                              {whole(columns.size(), kChangeEdge), whole(n, kChangeEdge)},
                              {kChangeEdge, kChangeEdge}, matrix(), offset(ld_), count(n),
                              indices_.memory, count(columns.size()), room(values_, to, bytes));
        bring(to, bytes);
    }

    void take_entries(std::span<const std::uint64_t> places, void* to) override {
        if (places.empty()) return;
        session_.restart();
        const std::size_t bytes = places.size() * element_;
        send(indices_, places.data(), places.size_bytes());
        session_.queue.launch(take_entries_, {whole(places.size(), kChangeGroup)}, {kChangeGroup},
                              matrix(), indices_.memory, offset(places.size()),
                              room(values_, to, bytes));
        bring(to, bytes);
    }

    void put_entries(std::span<const std::uint64_t> places, const void* from) override {
        if (places.empty()) return;
        session_.restart();
        send(indices_, places.data(), places.size_bytes());
        send(values_, from, places.size() * element_);
        session_.queue.launch(put_entries_, {whole(places.size(), kChangeGroup)}, {kChangeGroup},
                              matrix(), indices_.memory, offset(places.size()), values_.memory);
        finish();
    }

    void relax(std::span<const std::uint32_t> rows, std::size_t depth, const void* left,
               const void* right) override {
        if (rows.empty() || depth == 0) return;
        session_.restart();
        send(indices_, rows.data(), rows.size_bytes());
        send(left_, left, rows.size() * depth * element_);
        send(values_, right, depth * ld_ * element_);
        launch_on_rows(relax_rows_, rows.size(), count(depth), left_.memory, values_.memory);
        finish();
    }

    RowReductions reduce_rows(const RowQuestion& question) override {
        session_.restart();
        return results_.reduce_rows(question, options_.n);
    }

  private:
    /// Memory for one array of a call. It is kept, and grows, from call to call. Where the device
    /// works in the host's memory, it is the host's array and lasts for that call only.
    struct Array {
        Memory memory = {};
        std::size_t bytes = 0;
    };

    /// Options for GpuResults, of which only the operations without arcs are used.
    static EngineOptions without_paths(EngineOptions options) {
        options.paths = options.keep_weights = false;
        return options;
    }

    const Memory& matrix() const { return session_.slabs.matrix(); }
    static std::size_t whole(std::size_t items, std::size_t group) {
        return (items + group - 1) / group * group;
    }

    /// Launches a kernel on the rows in indices_; `arguments` come last.
    template <class... Arguments>
    void launch_on_rows(Kernel& kernel, std::size_t rows, const Arguments&... arguments) {
        session_.queue.launch(
            kernel,
            {whole(ld_ / kChangeLanes, kChangeGroup), whole(rows, kChangeRows) / kChangeRows},
            {kChangeGroup, 1}, matrix(), offset(ld_), indices_.memory, count(rows), arguments...);
    }

    /// Memory for `bytes` bytes, which `host` holds or will receive.
    const Memory& room(Array& array, const void* host, std::size_t bytes) {
        constexpr const char* kWhat = "what changes";
        if (session_.slabs.transfer() == nullptr) {
            array.memory = session_.slabs.on_device(host, bytes, kWhat);
        } else if (array.bytes < bytes) {
            const std::size_t grown = std::max(bytes, array.bytes + array.bytes / 2);
            array = {};  // first, so that its memory is free
            array = {session_.queue.allocate(grown, kWhat), grown};
        }
        return array.memory;
    }
    void send(Array& array, const void* host, std::size_t bytes) {
        room(array, host, bytes);
        auto* const transfer = session_.slabs.transfer();
        if (transfer != nullptr) transfer->to_device(host, array.memory, bytes);
    }
    /// Copies values_ to the host.
    void bring(void* to, std::size_t bytes) {
        auto* const transfer = session_.slabs.transfer();
        if (transfer != nullptr) transfer->to_host(values_.memory, to, bytes);
        session_.slabs.give_back(values_.memory, bytes);
        finish();
    }
    void finish() {
        session_.queue.finish();
        if (session_.slabs.transfer() != nullptr) return;
        for (Array* const each : {&indices_, &left_, &values_}) *each = {};
    }

    EngineOptions options_;
    std::size_t ld_ = padded(options_.n), element_ = size_of(options_.dtype);
    Session session_;
    GpuResults<Queue, Slabs> results_;
    Kernel relax_rows_, take_rows_, take_columns_, take_entries_, put_entries_;
    Array indices_, left_, values_;
};

}  // namespace apsp
