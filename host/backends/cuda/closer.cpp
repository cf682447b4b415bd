// See closer.hpp.
#include "backends/cuda/closer.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "graph/padding.hpp"

namespace apsp::cuda {
namespace {

constexpr std::size_t kTile = 32;
// Where one launch cannot close the whole matrix, products do most of the work.
constexpr std::size_t kBlock = 512;

/// One per tile, and one that closes the squares of pivots.
std::size_t blocks_of(const ClosingShape& shape, std::size_t size) {
    if (shape.one_block) return 1;
    return size / shape.rows * (size / shape.cols) + 1;
}

}  // namespace

Closer::Closer(const Card& card, const ClosingKernels& kernels, const EngineOptions& options)
    : card_(card), kernels_(kernels), tile_(options.tile == 0 ? kTile : options.tile) {
    if (tile_ != 32 && tile_ != 64) {
        throw Error(ErrorKind::usage,
                    fmt::format("tile {}: these kernels have tiles of 32 and 64", tile_));
    }
    for (const ClosingShape& shape : kernels.shapes) {
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
    if (strips_.data() != nullptr || bytes() == 0) return;
    strips_ = Memory(card_, bytes(), "strips of pivots");
    clear(strips_.data(), 4 * strip_values(), stream);
}

void Closer::clear(void* strips, std::size_t values, cudaStream_t stream) const {
    const unsigned blocks = std::min(blocks_for(values, kThreads), 1024u);
    card_.launch({"clear_strips", kernels_.clear_strips, stream, blocks, kThreads}, strips, values);
}

const ClosingShape* Closer::shape_for(std::size_t size) const {
    const auto processors = card_.description().compute_units;
    const ClosingShape* crowded = nullptr;
    for (const ClosingShape& shape : kernels_.shapes) {
        if (shape.pivots != tile_ || shape.shared_bytes > card_.description().local_memory)
            continue;
        if (shape.one_block) {
            if (size <= shape.rows && size <= shape.cols) return &shape;
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
    const int mine = pair_, next = 1 - pair_;
    const std::size_t values = size * size;
    if (used_[mine] != 0) {  // a larger square was closed before
        for (int which : {0, 1}) clear(strip(mine, which), used_[mine], stream);
        used_[mine] = 0;
    }
    const Closing closing = {.d = d,
                             .ld = ld,
                             .size = static_cast<unsigned>(size),
                             .strips = {strip(mine, 0), strip(mine, 1)},
                             .next_strips = {strip(next, 0), strip(next, 1)}};
    card_.launch({"close", shape->kernel, stream, static_cast<unsigned>(blocks_of(*shape, size)),
                  shape->threads, shape->shared_bytes, !shape->one_block},
                 closing);
    if (shape->one_block) return;  // without strips
    used_[mine] = values;
    if (used_[next] <= values) used_[next] = 0;
    pair_ = next;
}

}  // namespace apsp::cuda
