// What the groups of close_square.cl pass each other while they close a square: strips of the rows
// and, transposed, columns of pivots, on OpenCL and CUDA. gpu_queue.hpp describes Queue.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "backends/gpu_queue.hpp"

namespace apsp {

template <GpuQueue Queue>
class GpuStrips {
    using Memory = typename Queue::Memory;

  public:
    /// For squares of up to `block` rows, in words of so many bytes.
    GpuStrips(std::size_t block, std::size_t word_bytes)
        : capacity_(block * block), pair_bytes_(2 * capacity_ * word_bytes) {}

    std::size_t bytes() const { return 2 * pair_bytes_; }
    void allocate(const Queue& queue) {
        for (Memory& pair : pairs_) pair = queue.allocate(pair_bytes_, "strips of pivots");
    }

    /// `launch` gets the kernel's arguments. A launch uses one pair and clears the other, in parts,
    /// one per step of `pivots` pivots; of a square of 0 it does only that.
    template <class Launch, class State>
    void use(std::size_t size, std::size_t pivots, const Memory& matrix, std::uint64_t at,
             std::size_t ld, const State& state, Launch&& launch) {
        const std::size_t vectors = pair_bytes_ / 16;
        const std::size_t steps = std::max<std::size_t>(size / pivots, 1);
        launch(matrix, at, offset(ld), count(size), pairs_[0], pairs_[1], offset(capacity_),
               count((vectors + steps - 1) / steps), state);
        std::swap(pairs_[0], pairs_[1]);
    }
    /// The same without a square. New strips need it twice.
    template <class Launch, class State>
    void clear(const State& state, Launch&& launch) {
        use(0, 1, pairs_[0], 0, 0, state, std::forward<Launch>(launch));
    }

  private:
    std::size_t capacity_, pair_bytes_;
    std::array<Memory, 2> pairs_;
};

}  // namespace apsp
