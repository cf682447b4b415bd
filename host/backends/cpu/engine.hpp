// The engine of the processor itself. It works in the host's memory, and each operation has been
// done when it returns.
#pragma once

#include <algorithm>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

#include "algorithms/engine.hpp"
#include "backends/cpu/kernels.hpp"
#include "backends/cpu/slabs.hpp"
#include "backends/engine_plan.hpp"
#include "base/stop.hpp"

namespace apsp {

/// The instruction sets that the kernels exist for and the processor has, the best first.
std::vector<std::string_view> cpu_instruction_sets();

std::unique_ptr<Engine> open_cpu_engine(const EngineOptions& options);
EnginePlan plan_cpu_engine(const EngineOptions& options);

/// As Results::predecessors, of the rows that `arcs` names alone, and without an engine.
void find_cpu_predecessors(Matrix& distances, const TightArcs& arcs, Matrix& predecessors);

namespace cpu {

/// Floyd-Warshall, step by step, on the first slab.
std::unique_ptr<Steps> make_steps(const EngineOptions& options, const Slabs& slabs);
/// Tiles of numbers.
std::unique_ptr<Tiles> make_tiles(const EngineOptions& options, const Slabs& slabs);
/// Product::stopped of a std::stop_token.
inline bool stopped(const void* stop) {
    return static_cast<const std::stop_token*>(stop)->stop_requested();
}

/// Tiles of bits, for `or_and`, beside a matrix of bytes.
class BitTiles : public Tiles {
  public:
    virtual void pack() = 0;
    virtual void unpack() = 0;
};
std::unique_ptr<BitTiles> make_bit_tiles(const EngineOptions& options, const Slabs& slabs);

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

}  // namespace cpu
}  // namespace apsp
