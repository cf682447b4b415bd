// Closing the squares of pivots, each by one block.
#pragma once

#include "backends/cuda/kernels.hpp"
#include "backends/cuda/parts.cuh"
#include "backends/cuda/ptx.cuh"
#include "backends/cuda/strips.cuh"

namespace apsp::cuda {

/// Closes a square of pivots that kClosers threads hold, two pivots per barrier of the block. The
/// owners of their rows and columns publish them as they were before the pair; each thread then
/// relaxes the second's row and column through the first by itself. `line` holds 8 * kPivots
/// values.
template <class Ring, class Shape>
__device__ __forceinline__ void close_pivots(typename Ring::Value (&acc)[Shape::SR][Shape::SC],
                                             bool closes, int tx, int ty,
                                             typename Ring::Value* line) {
    using Value = typename Ring::Value;
    constexpr Semiring S = Ring::kSemiring;
    constexpr int P = Shape::P, SR = Shape::SR, SC = Shape::SC;
    int cur = 0;
#pragma unroll 1
    for (int chunk = 0; chunk < P / SC; ++chunk) {
#pragma unroll
        for (int h = 0; h < SC; h += 2) {
            const int k = chunk * SC + h;
            Value* const row = line + cur * (4 * P);
            Value* const col = row + 2 * P;
            if (closes && ty == k / SR) {
                write<SC>(row + tx * SC, acc[h % SR]);
                write<SC>(row + P + tx * SC, acc[h % SR + 1]);
            }
            if (closes && tx == chunk) {
                Value out[2][SR];
#pragma unroll
                for (int i = 0; i < SR; ++i) {
                    out[0][i] = acc[i][h];
                    out[1][i] = acc[i][h + 1];
                }
                write<SR>(col + ty * SR, out[0]);
                write<SR>(col + P + ty * SR, out[1]);
            }
            __syncthreads();
            if (!closes) continue;
            Value r[2][SC], c[2][SR];
            read<SC>(r[0], row + tx * SC);
            read<SC>(r[1], row + P + tx * SC);
            read<SR>(c[0], col + ty * SR);
            read<SR>(c[1], col + P + ty * SR);
            const Value down = row[P + k], right = row[k + 1];
#pragma unroll
            for (int j = 0; j < SC; ++j) r[1][j] = relax<S>(r[1][j], down, r[0][j]);
#pragma unroll
            for (int i = 0; i < SR; ++i) c[1][i] = relax<S>(c[1][i], c[0][i], right);
#pragma unroll
            for (int i = 0; i < SR; ++i) {
#pragma unroll
                for (int j = 0; j < SC; ++j) {
                    acc[i][j] = relax<S>(acc[i][j], c[0][i], r[0][j], c[1][i], r[1][j]);
                }
            }
            cur ^= 1;
        }
    }
}

/// Closes every square, a step ahead of the other blocks: it relaxes each through the pivots before
/// by itself, from rows and columns that the others have published before they do.
template <class Ring, class Shape>
__device__ __forceinline__ void close_squares(const Closing& p, typename Ring::Value* memory) {
    using Value = typename Ring::Value;
    constexpr Semiring S = Ring::kSemiring;
    constexpr int P = Shape::P, SR = Shape::SR, SC = Shape::SC, T = Shape::kThreads;
    constexpr int V = 16 / sizeof(Value), VR = SR < V ? SR : V, VC = SC < V ? SC : V;
    constexpr int kSquare = Shape::kSquare;
    constexpr int kUnroll = P / 2;  // nothing else hides the latency
    const Value* const row_strips = static_cast<const Value*>(p.strips[0]);
    Value* const column_strips = static_cast<Value*>(p.strips[1]);
    const unsigned size = p.size;
    const int t = static_cast<int>(threadIdx.x);
    const bool closes = T == Shape::kClosers || t < Shape::kClosers;
    Value *const closed = memory + Shape::kBefore, *const relaxed = memory + Shape::kThrough;
    const Value* const rows = memory + Shape::kItsRows;
    const int tx = t % Shape::SX, ty = t / Shape::SX;
    const auto row_at = [&](int i) { return ty * SR + i; };
    const auto col_at = [&](int j) { return tx * SC + j; };

    Pattern<Value> operands[3 * kSquare / V / T][V];
    // The square of the pivots from `first` on; and the rows and columns before that meet it.
    const auto squares = [&](unsigned first) {
        return [=](unsigned e) {
            const bool of_rows = e < 2 * kSquare || first == 0;
            const unsigned row = (e < kSquare || first == 0 ? first : first - P) + e / P % P;
            return (of_rows ? row_strips : column_strips) + row * size + first + e % P;
        };
    };
    for (unsigned first = 0; first < size; first += P) {
        look<T, Value>(operands, t, squares(first));
        await<T, Value>(operands, t, squares(first));
        keep<T>(memory + Shape::kOwn, operands, t);
        __syncthreads();
        Value square[SR][SC];
        if (closes) {
            read_part<VC>(square, memory + Shape::kOwn, P, row_at, col_at);
            if (first != 0) {
                Value out[SR][SC];
                read_part<VC>(out, rows, P, row_at, col_at);
                relax_through<S, P, VR, VC, kUnroll>(out, closed, P, row_at, rows, P, col_at);
                write_part<VC>(relaxed, P, out, row_at, col_at);
            }
        }
        __syncthreads();
        if (closes && first != 0) {
            relax_through<S, P, VR, VC, kUnroll>(square, memory + Shape::kItsColumns, P, row_at,
                                                 relaxed, P, col_at);
        }
        close_pivots<Ring, Shape>(square, closes, tx, ty, memory + Shape::kLine);
        if (!closes) continue;
#pragma unroll
        for (int j = 0; j < SC; ++j) {
            Value* const to = column_strips + (first + col_at(j)) * size + first;
#pragma unroll
            for (int i = 0; i < SR; i += VR) {
                Value out[VR];
#pragma unroll
                for (int e = 0; e < VR; ++e) out[e] = square[i + e][j];
                write<VR>(closed + col_at(j) * P + row_at(i), out);
                publish<VR>(to + row_at(i), out);
            }
        }
    }
}

}  // namespace apsp::cuda
