// The table of one semiring and type: the kernels that close squares.
#pragma once

#include <type_traits>

#include "backends/cuda/close.cuh"
#include "backends/cuda/kernels.hpp"

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

template <class Ring, class... Close>
ClosingKernels closing_kernels() {
    return {.value_bytes = sizeof(typename Ring::Value),
            .shapes = {closing_shape<Ring, Close>()...},
            .clear_strips = address(clear_strips<typename Ring::Value>)};
}

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
template <Semiring kOf, class Format, class... More>
ClosingKernels closing_of_format() {
    using Small =
        std::conditional_t<sizeof(typename Format::Value) == 8, CloseSmallF64, CloseSmall>;
    return closing_kernels<Ring<kOf, Format>, Small, CloseSmall64, More...>();
}

}  // namespace apsp::cuda
