// The engines of the processor itself. All work in the host's memory, and each operation has been
// done when it returns.
#pragma once

#include <algorithm>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

#include "algorithms/engine.hpp"
#include "backends/cpu/kernels.hpp"
#include "backends/engine_plan.hpp"
#include "base/host_memory.hpp"
#include "base/stopwatch.hpp"

namespace apsp {

/// The instruction sets that the kernels exist for and the processor has, the best first.
std::vector<std::string_view> cpu_instruction_sets();

std::unique_ptr<Engine> open_cpu_engine(const EngineOptions& options);
EnginePlan plan_cpu_engine(const EngineOptions& options);

/// What an engine's `predecessors` does, of the rows that `arcs` names alone, and without one.
void find_cpu_predecessors(Matrix& distances, const TightArcs& arcs, Matrix& predecessors);

namespace cpu {

/// Floyd-Warshall, step by step.
std::unique_ptr<Engine> open_step_engine(const EngineOptions& options);
/// Tiles of numbers.
std::unique_ptr<Engine> open_tile_engine(const EngineOptions& options);
/// Tiles of bits, for `or_and`.
std::unique_ptr<Engine> open_bit_engine(const EngineOptions& options);

/// Sizes of blocks for what the user asked; the tiles of the kernels are fixed.
/// @throws Error usage for others
std::vector<std::size_t> choose_blocks(const EngineOptions& options);

/// Sizes of a matrix of bits: rows are whole words of kBitColumns.
constexpr std::size_t bit_words(std::size_t ld) {
    return (ld / kBitsPerWord + kBitColumns - 1) / kBitColumns * kBitColumns;
}
/// Bytes of the packed operands of the largest update.
template <class T>
std::size_t operand_bytes(std::size_t rows, std::size_t ld,
                          const std::vector<std::size_t>& blocks) {
    const std::size_t columns = std::is_same_v<T, Bits> ? bit_words(ld) : ld;
    return workspace_bytes<T>(rows, columns, std::min(blocks.front(), ld));
}

template <class T>
const Kernels<T>& find_kernels(const EngineOptions& options) {
    const auto available = available_kernels<T>(options.semiring);
    const auto found = std::ranges::find_if(
        available, [&](const Kernels<T>* kernels) { return kernels->isa == options.variant; });
    return found == available.end() ? *available.front() : **found;
}

/// What the engines have in common: the matrix is the host's own.
class InPlaceEngine : public Engine {
  public:
    std::span<const std::size_t> blocks() const override { return blocks_; }
    bool in_place() const override { return true; }
    bool asynchronous() const override { return false; }
    void finish() override { seconds_ = watch_.lap(); }
    double compute_seconds() const override { return seconds_; }
    void download() override {}

  protected:
    explicit InPlaceEngine(std::vector<std::size_t> blocks) : blocks_(std::move(blocks)) {}

    std::vector<std::size_t> blocks_;

  private:
    Stopwatch watch_;
    double seconds_ = 0;
};

/// What an engine is not asked for: tiles of fw's, steps of the others'.
[[noreturn]] inline void not_in_this_engine() {
    throw Error(ErrorKind::internal, "an operation of another algorithm");
}

}  // namespace cpu
}  // namespace apsp
