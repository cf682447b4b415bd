// close: Floyd-Warshall on a square of the matrix by all multiprocessors at once, in one launch.
// The square stays in registers, one tile per block; blocks share only the strips of rows and
// columns of the next few pivots, which their owners publish.
//
// A step takes kPivots of them. Every block reads the pivots' rows and columns and closes the
// square where they meet, as every other block does (waiting for one to do it would take as long).
// It relaxes its part of the pivots' rows through that square, and its tile through both. Columns
// need not be relaxed: they meet the closed square in the product.
//
// There is no barrier between blocks: each element of a strip is written once, and its readers poll
// until it no longer holds the value for "not published". n = 1024 takes 32 steps of a few
// microseconds each, and a barrier and a launch per step would take as long again.
#pragma once

#include "backends/cuda/formats.cuh"
#include "backends/cuda/kernels.hpp"
#include "backends/cuda/ptx.cuh"
#include "backends/cuda/strips.cuh"

namespace apsp::cuda {

/// Each block holds kRows x kCols in 16 x 16 threads.
template <int kPivots_, int kRows, int kCols, int kBlocks_>
struct CloseShape {
    static constexpr int kPivots = kPivots_;
    static constexpr int TR = kRows, TC = kCols;
    static constexpr int R = TR / 16, C = TC / 16;  // per thread
    static constexpr int kThreads = 256;
    static constexpr int kBlocks = kBlocks_;  // per multiprocessor: caps the registers
    // The square of the pivots: SR x SC in each of SX x SY threads; more would wait longer.
    static constexpr int SR = kPivots <= 32 ? 2 : 4, SC = 4;
    static constexpr int SX = kPivots / SC, SY = kPivots / SR;
    static constexpr int kClosers = SX * SY;
};

/// acc <- acc (+) A (x) B through P pivots, two at a time. `a` has lda values per pivot; row i of
/// `acc` uses the one at row_at(i), and VR rows are contiguous there. `b` is the same for columns.
template <Semiring S, int P, int VR, int VC, class Value, int R, int C, class RowAt, class ColAt>
APSP_DEVICE void relax_through(Value (&acc)[R][C], const Value* a, int lda, RowAt row_at,
                               const Value* b, int ldb, ColAt col_at) {
#pragma unroll 4
    for (int k = 0; k < P; k += 2) {
        Value ra[2][R], rb[2][C];
#pragma unroll
        for (int h = 0; h < 2; ++h) {
#pragma unroll
            for (int i = 0; i < R; i += VR) read<VR>(ra[h] + i, a + (k + h) * lda + row_at(i));
#pragma unroll
            for (int j = 0; j < C; j += VC) read<VC>(rb[h] + j, b + (k + h) * ldb + col_at(j));
        }
#pragma unroll
        for (int i = 0; i < R; ++i) {
#pragma unroll
            for (int j = 0; j < C; ++j) {
                acc[i][j] = relax<S>(acc[i][j], ra[0][i], rb[0][j], ra[1][i], rb[1][j]);
            }
        }
    }
}

/// Closes a square of pivots that the first kClosers threads hold, two pivots per barrier. The
/// owners of their rows and columns publish them as they were before the pair; each thread then
/// relaxes the second's row and column through the first by itself. `line` holds 8 * kPivots
/// values.
template <class Ring, class Shape>
__device__ __forceinline__ void close_pivots(typename Ring::Value (&acc)[Shape::SR][Shape::SC],
                                             int tx, int ty, typename Ring::Value* line) {
    using Value = typename Ring::Value;
    constexpr Semiring S = Ring::kSemiring;
    constexpr int P = Shape::kPivots, SR = Shape::SR, SC = Shape::SC;
    int cur = 0;
#pragma unroll 1
    for (int chunk = 0; chunk < P / SC; ++chunk) {
#pragma unroll
        for (int h = 0; h < SC; h += 2) {
            const int k = chunk * SC + h;
            Value* const row = line + cur * (4 * P);
            Value* const col = row + 2 * P;
            if (ty == k / SR) {
                write<SC>(row + tx * SC, acc[h % SR]);
                write<SC>(row + P + tx * SC, acc[h % SR + 1]);
            }
            if (tx == chunk) {
                Value out[2][SR];
#pragma unroll
                for (int i = 0; i < SR; ++i) {
                    out[0][i] = acc[i][h];
                    out[1][i] = acc[i][h + 1];
                }
                write<SR>(col + ty * SR, out[0]);
                write<SR>(col + P + ty * SR, out[1]);
            }
            barrier_of(Shape::kClosers);
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

template <class Ring, class Shape>
constexpr std::size_t close_shared_bytes() {
    constexpr std::size_t P = Shape::kPivots;
    return sizeof(typename Ring::Value) * (2 * P * Shape::TR + 2 * P * Shape::TC + P * P + 8 * P);
}

template <class Ring, class Shape>
__global__ void __launch_bounds__(Shape::kThreads, Shape::kBlocks) close(const Closing p) {
    using Value = typename Ring::Value;
    using Cell = typename Ring::Cell;
    constexpr Semiring S = Ring::kSemiring;
    constexpr int P = Shape::kPivots, TR = Shape::TR, TC = Shape::TC, R = Shape::R, C = Shape::C;
    constexpr int V = 16 / sizeof(Value);
    constexpr int VR = R < V ? R : V, VC = C < V ? C : V;  // chunks of rows and columns
    constexpr int PR = P / 16;                             // pivots' rows that a thread relaxes
    constexpr int VP = PR < V ? PR : V;

    extern __shared__ __align__(16) unsigned char memory[];
    Value* const columns = reinterpret_cast<Value*>(memory);  // two steps' [P][TR]
    Value* const rows = columns + 2 * P * TR;                 // [P][TC], as they were
    Value* const relaxed = rows + P * TC;                     // [P][TC], through the pivots
    Value* const closed = relaxed + P * TC;                   // [P][P], k-major
    Value* const line = closed + P * P;

    const int t = static_cast<int>(threadIdx.x);
    const int tx = t % 8 + t / 32 % 2 * 8, ty = t / 8 % 4 + t / 64 * 4;  // a warp is 8 x 4
    const auto row_at = [&](int i) { return (ty + i / VR * 16) * VR + i % VR; };
    const auto col_at = [&](int j) { return (tx + j / VC * 16) * VC + j % VC; };
    const int row0 = static_cast<int>(blockIdx.y) * TR, col0 = static_cast<int>(blockIdx.x) * TC;
    const std::size_t size = p.size;
    Value* const row_strips = static_cast<Value*>(p.strips[0]);
    Value* const column_strips = static_cast<Value*>(p.strips[1]);

    Cell* const d = static_cast<Cell*>(p.d) + row0 * p.ld + col0;
    Value acc[R][C];
#pragma unroll
    for (int i = 0; i < R; ++i) {
#pragma unroll
        for (int j = 0; j < C; j += VC) {
            Cell cells[VC];
            read<VC>(cells, d + row_at(i) * p.ld + col_at(j));
#pragma unroll
            for (int e = 0; e < VC; ++e) acc[i][j + e] = Ring::value(cells[e]);
        }
    }

    // Publishes this thread's part of the rows and columns of the pivots from `first` on.
    const auto publish_pivots = [&](int first) {
#pragma unroll
        for (int i = 0; i < R; ++i) {
            const int row = row0 + row_at(i);
            if (row < first || row >= first + P) continue;
#pragma unroll
            for (int j = 0; j < C; j += VC) {
                Value out[VC];
#pragma unroll
                for (int e = 0; e < VC; ++e) out[e] = acc[i][j + e];
                publish<VC>(row_strips + row * size + col0 + col_at(j), out);
            }
        }
#pragma unroll
        for (int j = 0; j < C; ++j) {
            const int col = col0 + col_at(j);
            if (col < first || col >= first + P) continue;
#pragma unroll
            for (int i = 0; i < R; i += VR) {
                Value out[VR];
#pragma unroll
                for (int e = 0; e < VR; ++e) out[e] = acc[i + e][j];
                publish<VR>(column_strips + col * size + row0 + row_at(i), out);
            }
        }
    };
    publish_pivots(0);

    // Clears this block's tile of the other pair of strips, for the next launch.
    for (int e = t; e < TR * TC; e += Shape::kThreads) {
        const std::size_t at = (row0 + e / TC) * size + col0 + e % TC;
        const Value missing = from_bits<Value>(kMissing<Value>);
        static_cast<Value*>(p.next_strips[0])[at] = missing;
        static_cast<Value*>(p.next_strips[1])[at] = missing;
    }

    for (int first = 0; first < static_cast<int>(size); first += P) {
        Value* const a = columns + first / P % 2 * (P * TR);
        if (t < Shape::kClosers) {
            constexpr int VS = Shape::SC < V ? Shape::SC : V, kEach = Shape::SC / VS;
            const int sx = t % Shape::SX, sy = t / Shape::SX;
            Value part[Shape::SR * kEach][VS], square[Shape::SR][Shape::SC];
            const Value* const from =
                row_strips + (first + sy * Shape::SR) * size + first + sx * Shape::SC;
            await(part, [&](int q) { return from + q / kEach * size + q % kEach * VS; });
#pragma unroll
            for (int i = 0; i < Shape::SR; ++i) {
#pragma unroll
                for (int j = 0; j < Shape::SC; ++j) square[i][j] = part[i * kEach + j / VS][j % VS];
            }
            close_pivots<Ring, Shape>(square, sx, sy, line);
#pragma unroll
            for (int j = 0; j < Shape::SC; ++j) {
                Value out[Shape::SR];
#pragma unroll
                for (int i = 0; i < Shape::SR; ++i) out[i] = square[i][j];
                write<Shape::SR>(closed + (sx * Shape::SC + j) * P + sy * Shape::SR, out);
            }
        }
        // Meanwhile the upper half of the threads, or all if none are idle, load the strips.
        constexpr int kBringers =
            Shape::kClosers <= Shape::kThreads / 2 ? Shape::kThreads / 2 : Shape::kThreads;
        const int b = t - (Shape::kThreads - kBringers);
        if (b >= 0) {
            constexpr int kA = P * TR / V / kBringers, kB = P * TC / V / kBringers;
            static_assert(kA * V * kBringers == P * TR && kB * V * kBringers == P * TC);
            const auto bring = [&](auto& vectors, auto from, Value* to, int width) {
                constexpr int kN = sizeof(vectors) / sizeof(vectors[0]);
                await(vectors, [&](int q) {
                    const int e = (b + q * kBringers) * V;
                    return from + (first + e / width) * size + e % width;
                });
#pragma unroll
                for (int q = 0; q < kN; ++q) write<V>(to + (b + q * kBringers) * V, vectors[q]);
            };
            Value vectors_b[kB][V], vectors_a[kA][V];
            bring(vectors_b, row_strips + col0, rows, TC);
            bring(vectors_a, column_strips + row0, a, TR);
        }
#ifdef APSP_CUDA_WHOLE_BARRIERS
        if (t >= Shape::kClosers) {
            for (int k = 0; k < P; k += 2) __syncthreads();
        }
#endif
        __syncthreads();

        {  // the pivots' rows through the closed square
            Value out[PR][C];
#pragma unroll
            for (int i = 0; i < PR; ++i) {
#pragma unroll
                for (int j = 0; j < C; j += VC) {
                    read<VC>(out[i] + j, rows + (ty * PR + i) * TC + col_at(j));
                }
            }
            relax_through<S, P, VP, VC>(
                out, closed, P, [&](int i) { return ty * PR + i; }, rows, TC, col_at);
#pragma unroll
            for (int i = 0; i < PR; ++i) {
#pragma unroll
                for (int j = 0; j < C; j += VC) {
                    write<VC>(relaxed + (ty * PR + i) * TC + col_at(j), out[i] + j);
                }
            }
        }
        __syncthreads();

        relax_through<S, P, VR, VC>(acc, a, TR, row_at, relaxed, TC, col_at);
        if (first + P < static_cast<int>(size)) publish_pivots(first + P);
    }

#pragma unroll
    for (int i = 0; i < R; ++i) {
#pragma unroll
        for (int j = 0; j < C; j += VC) {
            Cell cells[VC];
#pragma unroll
            for (int e = 0; e < VC; ++e) cells[e] = Ring::cell(acc[i][j + e]);
            write<VC>(d + row_at(i) * p.ld + col_at(j), cells);
        }
    }
}

}  // namespace apsp::cuda
