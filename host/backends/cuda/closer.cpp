// See closer.hpp.
#include "backends/cuda/closer.hpp"

#include <algorithm>

#include "backends/gpu_queue.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"

namespace apsp::cuda {
namespace {

constexpr std::size_t kTile = 32;
// Where one launch cannot close the whole matrix, products do most of the work.
constexpr std::size_t kBlock = 512;

/// One per tile, and one that closes the squares of pivots.
std::size_t blocks_of(const ClosingShape& shape, std::size_t size) {
    return size / shape.rows * (size / shape.cols) + 1;
}

}  // namespace

Closer::Closer(const Card& card, const Kernels& kernels, const EngineOptions& options)
    : card_(card), kernels_(kernels), tile_(options.tile == 0 ? kTile : options.tile) {
    if (tile_ != 32 && tile_ != 64) {
        throw Error(ErrorKind::usage,
                    fmt::format("tile {}: these kernels have tiles of 32 and 64", tile_));
    }
    for (const ClosingShape& shape : kernels.closing) {
        if (shape.shared_bytes <= 48 << 10) continue;
        if (shape.shared_bytes > card.description().local_memory) continue;
        card.allow_shared(shape.kernel, shape.shared_bytes);
    }
    const std::size_t ld = padded(options.n);
    const std::size_t most = largest();
    if (options.block != 0) {
        if (options.block % kPadding != 0 || options.block > most) {
            throw Error(ErrorKind::usage,
                        fmt::format("block {}: with tiles of {} (there are 32 and 64), these "
                                    "kernels have blocks of {}, or multiples of it up to {}",
                                    options.block, tile_, kPadding, most));
        }
        block_ = options.block;
    } else {
        const bool in_one_piece = options.stripe_rows == 0 || ld <= 2 * kBlock;
        const bool whole = in_one_piece && options.algorithm != Algorithm::rkleene &&
                           !options.symmetric && shape_for(ld) != nullptr;
        block_ = whole ? ld : std::min(kBlock, most);
    }
    block_ = std::min(block_, ld);
}

void Closer::begin(cudaStream_t stream) {
    if (strips_[0].data() != nullptr || bytes() == 0) return;
    for (Memory& pair : strips_) pair = Memory(card_, pair_bytes(), "strips of pivots");
    // Twice, since each launch clears the other's strips.
    for (int times = 0; times < 2; ++times) {
        launch(kernels_.closing.front(), nullptr, 0, 0, stream);
    }
}

void Closer::launch(const ClosingShape& shape, void* d, std::size_t ld, std::size_t size,
                    cudaStream_t stream) {
    const std::size_t blocks =
        size == 0 ? card_.description().compute_units : blocks_of(shape, size);
    const std::size_t vectors = pair_bytes() / 16, steps = size == 0 ? 1 : size / shape.pivots;
    const std::uint64_t none = 0;  // offset from an address
    const void* const state = nullptr;
    card_.launch({"close_square", shape.kernel, stream, count(blocks), shape.threads,
                  shape.shared_bytes, size != 0},
                 d, none, offset(ld), count(size), strips_[0], strips_[1], offset(block_ * block_),
                 count((vectors + steps - 1) / steps), state);
    std::swap(strips_[0], strips_[1]);
}

const ClosingShape* Closer::shape_for(std::size_t size) const {
    const auto processors = card_.description().compute_units;
    const ClosingShape* crowded = nullptr;
    for (const ClosingShape& shape : kernels_.closing) {
        if (shape.pivots != tile_ || shape.shared_bytes > card_.description().local_memory)
            continue;
        if (shape.one_block) {
            if (size == shape.rows) return &shape;
            continue;
        }
        if (size < shape.least || size % shape.rows != 0) continue;
        const std::size_t blocks = blocks_of(shape, size);
        if (blocks <= processors) return &shape;
        int resident = 0;
        card_.check(
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                &resident, shape.kernel, static_cast<int>(shape.threads), shape.shared_bytes),
            "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
        const bool fits = blocks <= processors * static_cast<std::size_t>(resident);
        if (fits && crowded == nullptr) crowded = &shape;
    }
    return crowded;
}

std::size_t Closer::largest() const {
    std::size_t size = kPadding;
    while (shape_for(size + kPadding) != nullptr) size += kPadding;
    return size;
}

void Closer::close(void* d, std::size_t ld, std::size_t size, cudaStream_t stream) {
    const ClosingShape* const shape = shape_for(size);
    if (shape == nullptr) {
        throw Error(ErrorKind::internal,
                    fmt::format("{}: no kernel closes a square of {}", card_.label(), size));
    }
    if (!shape->one_block) return launch(*shape, d, ld, size, stream);
    const std::uint64_t none = 0;
    card_.launch({"close_bits", shape->kernel, stream, 1u, shape->threads}, d, none, offset(ld));
}

}  // namespace apsp::cuda
