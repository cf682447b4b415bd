// The table of one semiring and type: every kernel of them, in the shapes that suit it.
#pragma once

#include "backends/cuda/close.cuh"
#include "backends/cuda/fw.cuh"
#include "backends/cuda/kernels.hpp"
#include "backends/cuda/matrix.cuh"
#include "backends/cuda/operands.cuh"
#include "backends/cuda/update.cuh"

namespace apsp::cuda {

template <class Ring, class Shape>
ClosingShape closing_shape() {
    return {.pivots = Shape::kPivots,
            .rows = Shape::TR,
            .cols = Shape::TC,
            .threads = Shape::kThreads,
            .shared_bytes = close_shared_bytes<Ring, Shape>(),
            .one_block = false,
            .kernel = address(close<Ring, Shape>)};
}

/// All of them take a Closing alone.
inline cudaError_t launch_close(const ClosingShape& shape, const Closing& closing,
                                cudaStream_t stream) {
    const auto kernel = reinterpret_cast<void (*)(Closing)>(const_cast<void*>(shape.kernel));
    return launch({shape.one_block ? 1 : closing.size / shape.cols,
                   shape.one_block ? 1 : closing.size / shape.rows, shape.threads,
                   shape.shared_bytes, stream, !shape.one_block},
                  kernel, closing);
}

template <class Value>
cudaError_t launch_clear_strips(void* strips, std::size_t values, cudaStream_t stream) {
    const unsigned blocks = blocks_for(values, kCellThreads);
    return launch({blocks < 1024 ? blocks : 1024, 1, kCellThreads, 0, stream}, clear_strips<Value>,
                  static_cast<Value*>(strips), values);
}

template <class Ring, class Update, class... Close>
Kernels kernels_of() {
    using Cell = typename Ring::Cell;
    using Word = typename Ring::Word;
    using Value = typename Ring::Value;
    static const ClosingShape shapes[] = {closing_shape<Ring, Close>()...};
    return {.columns = Ring::kColumns,
            .word_bytes = sizeof(Word),
            .value_bytes = sizeof(Value),
            .rows_are_operands = sizeof(Word) == sizeof(typename Ring::Stored),
            .tile_rows = Update::TM,
            .tile_words = Update::TN,
            .update_shared_bytes = update_shared_bytes<Ring, Update>(),
            .update_kernel = address(update<Ring, Update>),
            .closing_shapes = shapes,
            .load =
                [](bool blocked) {
                    return blocked ? load({address(update<Ring, Update>), address(pack<Ring>),
                                           address(copy<Ring>), address(close<Ring, Close>)...})
                                   : load({address(fw_step<Ring>)});
                },
            .update = launch_update<Ring, Update>,
            .pack = launch_pack<Ring>,
            .copy = launch_copy<Ring>,
            .close = launch_close,
            .clear_strips = launch_clear_strips<Value>,
            .fill =
                [](void* d, std::size_t ld, std::size_t row, std::size_t column, std::size_t rows,
                   std::size_t columns, cudaStream_t stream) {
                    return launch_fill<Cell>(d, ld, row, column, rows, columns,
                                             zero<Cell>(Ring::kSemiring), stream);
                },
            .mirror = launch_mirror<Cell>,
            .fw_step = launch_fw_step<Ring>};
}

// Shapes of `update`: rows, words and the same of a thread, depth, pivots, slabs, blocks.
using WideUpdate = UpdateShape<64, 128, 8, 8, 16, 1, 3, 3>;
using WideUpdateOfPairs = UpdateShape<64, 128, 8, 8, 16, 2, 3, 3>;
using TallUpdate = UpdateShape<128, 64, 8, 8, 16, 1, 3, 3, 8>;
using DoubleUpdate = UpdateShape<64, 64, 4, 8, 8, 1, 3, 3, 8>;

// A square of 512 is 128 blocks of 64 x 32, one a multiprocessor of a large GPU; one of 1024 as
// many of 128 x 64.
using CloseSmall = CloseShape<32, 64, 32, 4>;
using CloseSmall64 = CloseShape<64, 64, 32, 2>;
using CloseSmallF64 = CloseShape<32, 64, 32, 2>;  // in 64 registers it would spill
using CloseMedium = CloseShape<32, 128, 64, 2>;
using CloseLarge = CloseShape<32, 128, 128, 1>;

}  // namespace apsp::cuda
