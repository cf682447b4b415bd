// A device that counts shortest paths, and the memory that this takes there. gpu_queue.hpp
// describes Queue and Slabs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "algorithms/engine_options.hpp"
#include "backends/gpu_queue.hpp"

namespace apsp {

/// Session is a GpuSession. `what` names memory in messages.
template <class Session>
class CountingDevice {
  public:
    static constexpr std::size_t kBusyColumns = 2048;  ///< Of a GPU's compute unit.

    using Queue = typename Session::Queue;
    using Memory = typename Queue::Memory;

    CountingDevice(std::size_t n, Dtype dtype, std::string_view what, const Device& device)
        : session_(options_for(n, dtype), device), what_(what) {}

    Queue& queue() { return session_.queue; }
    const Device& description() { return queue().description(); }
    void restart() { session_.restart(); }

    /// A copy, or the elements themselves where the device works in the host's memory.
    template <class Elements>
    Memory put(const Elements& elements) {
        return session_.slabs.on_device(elements, what_);
    }
    template <class Element>
    Memory make(std::size_t size) {
        return queue().allocate(size * sizeof(Element), what_);
    }
    Memory zeros(std::size_t size) { return apsp::zeros(queue(), size * sizeof(double), what_); }

    /// How many columns of so many cells, in groups of `each`, it has at a time: all that are
    /// needed, or those that keep it busy and half of its memory holds. A cell takes `cell` bytes
    /// in all tables, and `largest` in the largest of them.
    std::size_t columns(std::size_t cells, std::size_t cell, std::size_t largest, std::size_t each,
                        std::size_t needed, std::size_t of_a_unit = kBusyColumns) {
        const std::size_t busy = std::max<std::size_t>(description().compute_units, 1) * of_a_unit;
        const std::uint64_t most = std::min<std::uint64_t>(busy, fitting(cells, cell, largest));
        const std::size_t whole = (needed + each - 1) / each * each;
        return std::clamp<std::size_t>(most / each * each, each, std::max(whole, each));
    }

    /// Columns that half of its memory holds, as above.
    std::uint64_t fitting(std::size_t cells, std::size_t cell, std::size_t largest) {
        const Device& device = description();
        const std::uint64_t memory = device.memory != 0 ? device.memory : std::uint64_t{1} << 32;
        const std::uint64_t one =
            device.largest_allocation != 0 ? device.largest_allocation : memory / 4;
        cells = std::max<std::size_t>(cells, 1);
        return std::min(memory / 2 / (cells * cell), one / (cells * largest));
    }

  private:
    static EngineOptions options_for(std::size_t n, Dtype dtype) {
        EngineOptions options;
        options.n = n;
        options.dtype = dtype;
        options.piece = std::size_t{4} << 20;
        return options;
    }

    Session session_;
    std::string_view what_;
};

}  // namespace apsp
