// See closer.hpp.
#include "backends/cuda/closer.hpp"

#include <algorithm>

#include "backends/gpu_queue.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"

namespace apsp::cuda {
namespace {

// For groups that have to meet before they can wait for each other, as on OpenCL.
constexpr const void* kNoState = nullptr;

constexpr std::size_t kTile = 32;
// Where one launch cannot close the whole matrix, products do most of the work.
constexpr std::size_t kBlock = 512;
// With products on tensor cores, which need less time, each pass over the matrix counts.
constexpr std::size_t kTensorBlock = 1024;

}  // namespace

Closer::Closer(const Card& card, const Kernels& kernels, const EngineOptions& options)
    : card_(card),
      kernels_(kernels),
      tile_(options.tile == 0 ? kTile : options.tile),
      block_(choose_block(options)),
      strips_(block_, kernels.layout.word_bytes) {}

std::size_t Closer::choose_block(const EngineOptions& options) const {
    if (tile_ != 32 && tile_ != 64) {
        throw Error(ErrorKind::usage,
                    fmt::format("tile {}: these kernels have tiles of 32 and 64", tile_));
    }
    for (const ClosingShape& shape : kernels_.closing) {
        if (shape.shared_bytes <= 48 << 10) continue;
        if (shape.shared_bytes > card_.description().local_memory) continue;
        card_.allow_shared(shape.kernel.address, shape.shared_bytes);
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
        return std::min(options.block, ld);
    }
    const bool in_one_piece = options.stripe_rows == 0 || ld <= 2 * kBlock;
    const bool whole = in_one_piece && options.algorithm != Algorithm::rkleene &&
                       !options.symmetric && shape_for(ld) != nullptr;
    return whole ? ld : std::min({options.terms != 0 ? kTensorBlock : kBlock, most, ld});
}

void Closer::begin(Queue& queue) {
    if (begun_ || in_one_block()) return;
    begun_ = true;
    strips_.allocate(queue);
    const OnStream main = {card_, queue.main()};
    for (int times = 0; times < 2; ++times) {
        strips_.clear(nullptr,
                      with(kernels_.closing.front(), card_.description().compute_units, main));
    }
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
        const std::size_t blocks = shape.blocks(size);
        if (blocks <= processors) return &shape;
        int resident = 0;
        card_.check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, shape.kernel.address,
                                                                  static_cast<int>(shape.threads),
                                                                  shape.shared_bytes),
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

void Closer::close(const Words<Memory>& to, const View& square, cudaStream_t stream) {
    const std::size_t size = square.cols.size();
    const ClosingShape* const shape = shape_for(size);
    if (shape == nullptr) {
        throw Error(ErrorKind::internal,
                    fmt::format("{}: no kernel closes a square of {}", card_.label(), size));
    }
    const auto launch = with(*shape, shape->blocks(size), {card_, stream, !shape->one_block});
    if (shape->one_block) return launch(to.memory, to.at(square), offset(to.ld));
    strips_.use(size, shape->pivots, to.memory, to.at(square), to.ld, kNoState, launch);
}

}  // namespace apsp::cuda
