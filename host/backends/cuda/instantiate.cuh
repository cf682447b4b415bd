// The table of one semiring and type: every kernel, in the shapes that suit them.
#pragma once

#include <type_traits>

#include "backends/cuda/close.cuh"
#include "backends/cuda/kernels.hpp"
#include "backends/cuda/operands.cuh"
#include "backends/cuda/update.cuh"

namespace apsp::cuda {

template <class Ring, class Shape>
ClosingShape closing_shape() {
    return {.pivots = Shape::P,
            .rows = Shape::TR,
            .cols = Shape::TC,
            .least = Shape::TR * Shape::TC > 128 * 128 ? 1792 : 0,
            .threads = Shape::kThreads,
            .shared_bytes = close_shared_bytes<Ring, Shape>(),
            .one_block = false,
            .kernel = address(close<Ring, Shape>)};
}

/// Of products, or of closing.
template <class...>
struct Shapes {};

template <class Ring, class... Update, class... Close>
Kernels kernels_of(Shapes<Update...>, Shapes<Close...>) {
    static const ProductShape product_shapes[] = {product_shape<Ring, Update>()...};
    static const ClosingShape closing_shapes[] = {closing_shape<Ring, Close>()...};
    return {.columns = Ring::kColumns,
            .word_bytes = sizeof(typename Ring::Word),
            .value_bytes = sizeof(typename Ring::Value),
            .rows_are_operands = sizeof(typename Ring::Word) == sizeof(typename Ring::Stored),
            .product_shapes = product_shapes,
            .closing_shapes = closing_shapes,
            .pack = address(pack<Ring>),
            .copy = address(copy<Ring>),
            .clear_strips = address(clear_strips<typename Ring::Value>)};
}

// Shapes of `update`: rows and words of a tile and of a thread, depth, pivots, slabs, blocks.
using WideUpdate = UpdateShape<64, 128, 8, 8, 16, 1, 3, 3>;
using WideUpdateOfPairs = UpdateShape<64, 128, 8, 8, 16, 2, 3, 3>;
using TallUpdate = UpdateShape<128, 64, 8, 8, 16, 1, 3, 3, 8>;
using DoubleUpdate = UpdateShape<64, 64, 4, 8, 8, 1, 3, 3, 8>;
// For products that have too few of these tiles to fill a device: more threads for the same work.
using SmallUpdate = UpdateShape<64, 64, 4, 8, 16, 1, 3, 5, 8>;
using SmallUpdateOfPairs = UpdateShape<64, 64, 4, 8, 16, 2, 3, 5, 8>;

// Squares of 512, 1024 and 2048 take 128 tiles of 128 x 16, 256 x 32 and 256 x 128, one per
// multiprocessor of a large GPU. The last of these pay only where they nearly fill the device: n =
// 1536 takes 0.54 ms with 72 of them, and 0.46 in blocks of 512.
using CloseSmall = CloseShape<32, 128, 16, 8, 16, 3>;
using CloseSmallF64 = CloseShape<32, 128, 16, 8, 16, 1>;  // in fewer registers it would spill
using CloseSmall64 = CloseShape<64, 64, 32, 16, 16, 1>;
using CloseTall = CloseShape<32, 256, 32, 8, 32, 1>;
using CloseMedium = CloseShape<32, 128, 64, 16, 16, 1>;
using CloseLarge = CloseShape<32, 128, 128, 16, 16, 1>;
using CloseLargest = CloseShape<32, 256, 128, 16, 16, 1>;

/// In the shapes that suit the format; min-plus has shapes for large squares, too.
template <Semiring kOf, class Format, class... CloseMore>
Kernels kernels_of_format() {
    using R = Ring<kOf, Format>;
    if constexpr (sizeof(typename Format::Value) == 8) {
        return kernels_of<R>(Shapes<DoubleUpdate>{},
                             Shapes<CloseSmallF64, CloseSmall64, CloseMore...>{});
    } else {
        using Large = std::conditional_t<Format::kColumns == 2, TallUpdate, WideUpdate>;
        return kernels_of<R>(Shapes<Large, SmallUpdate>{},
                             Shapes<CloseSmall, CloseSmall64, CloseMore...>{});
    }
}

}  // namespace apsp::cuda
