// close: Floyd-Warshall on a square of the matrix by all multiprocessors at once, in one launch.
// Each block holds a tile of it in registers; blocks pass each other only strips of the rows and
// columns of the next pivots, which their owners publish.
//
// A step takes P of them. Every block relaxes its part of the pivots' rows through the square where
// their rows and columns meet, and its tile through those. Columns need not be relaxed: they meet
// the closed square in the product. One more block closes these squares, a step ahead.
//
// There is no barrier between blocks: each element of a strip is written once, and its readers poll
// until it no longer holds the value for "not published". n = 1024 takes 32 steps of a few
// microseconds each, and a barrier and a launch per step would take as long again. To hide the way
// through the L2 cache, too, a tile has two parts. A step begins with that of the next pivots, and
// their strips are looked for while the other part is relaxed.
#pragma once

#include "backends/cuda/close_shape.cuh"
#include "backends/cuda/close_squares.cuh"

namespace apsp::cuda {

template <class Ring, class Shape>
constexpr std::size_t close_shared_bytes() {
    return sizeof(typename Ring::Value) * Shape::kShared;
}

/// Which part of a tile a step begins with: that of the next pivots, or the nearest.
template <class Shape>
APSP_DEVICE int first_part(int first, int row0) {
    return min(max(first + Shape::P - row0, 0), Shape::TR - 1) / Shape::HR;
}

template <class Value, int R, int C>
APSP_DEVICE void swap_parts(Value (&parts)[2][R][C]) {
#pragma unroll
    for (int i = 0; i < R; ++i) {
#pragma unroll
        for (int j = 0; j < C; ++j) {
            const Value was = parts[0][i][j];
            parts[0][i][j] = parts[1][i][j];
            parts[1][i][j] = was;
        }
    }
}

template <class Ring, class Shape>
__global__ void __launch_bounds__(Shape::kThreads, Shape::kBlocks) close(const Closing p) {
    using Value = typename Ring::Value;
    using Cell = typename Ring::Cell;
    constexpr Semiring S = Ring::kSemiring;
    constexpr int P = Shape::P, TR = Shape::TR, TC = Shape::TC, HR = Shape::HR;
    constexpr int H = Shape::H, C = Shape::C, T = Shape::kThreads;
    constexpr int V = 16 / sizeof(Value);
    constexpr int VR = H < V ? H : V, VC = C < V ? C : V;  // chunks of rows and columns

    extern __shared__ __align__(16) unsigned char shared[];
    Value* const memory = reinterpret_cast<Value*>(shared);
    if (blockIdx.x == gridDim.x - 1) return close_squares<Ring, Shape>(p, memory);

    const int size = static_cast<int>(p.size), across = size / TC;
    const int row0 = static_cast<int>(blockIdx.x) / across * TR;
    const int col0 = static_cast<int>(blockIdx.x) % across * TC;
    const int t = static_cast<int>(threadIdx.x);
    constexpr int kWarpsAcross = Shape::X / 8;  // of 8 x 4
    const int tx = t % 8 + t / 32 % kWarpsAcross * 8, ty = t / 8 % 4 + t / 32 / kWarpsAcross * 4;
    const auto row_in_part = [&](int i) { return (ty + i / VR * Shape::Y) * VR + i % VR; };
    const auto col_at = [&](int j) { return (tx + j / VC * Shape::X) * VC + j % VC; };

    Value* const row_strips = static_cast<Value*>(p.strips[0]);
    Value* const column_strips = static_cast<Value*>(p.strips[1]);
    const auto strip = [&](Value* strips, int pivot, int at) {
        return strips + static_cast<unsigned>(pivot * size + at);
    };
    // Publishes what this thread has in a part of the tile: of the rows and columns of the pivots
    // from `first` on, without the square where they meet, whose closure comes to the columns; and
    // the square of the pivots from `square` on, whose place is among the rows.
    const auto publish_part = [&](const Value(&values)[H][C], int part, int first, int square) {
        const int part_row0 = row0 + part * HR;
        const auto meet = [&](int from, int count) {
            return from < square + P && first < from + count;
        };
        if (!meet(part_row0, HR) && !meet(col0, TC)) return;
        const auto among = [](int at, int from) { return static_cast<unsigned>(at - from) < P; };
#pragma unroll
        for (int i = 0; i < H; i += VR) {
            const int row = part_row0 + row_in_part(i);
            const bool row_in_step = among(row, first), row_in_square = among(row, square);
#pragma unroll
            for (int j = 0; j < C; j += VC) {
                const int col = col0 + col_at(j);
                const bool in_step = among(col, first), in_square = among(col, square);
                if ((row_in_step && !in_step) || (row_in_square && in_square)) {
#pragma unroll
                    for (int q = 0; q < VR; ++q) {
                        Value out[VC];
#pragma unroll
                        for (int e = 0; e < VC; ++e) out[e] = values[i + q][j + e];
                        publish<VC>(strip(row_strips, row + q, col), out);
                    }
                }
                if (in_step && !row_in_step) {
#pragma unroll
                    for (int e = 0; e < VC; ++e) {
                        Value out[VR];
#pragma unroll
                        for (int q = 0; q < VR; ++q) out[q] = values[i + q][j + e];
                        publish<VR>(strip(column_strips, col + e, row), out);
                    }
                }
            }
        }
    };
    Cell* const d = static_cast<Cell*>(p.d) + row0 * p.ld + col0;
    const auto cells_at = [&](int part, int i, int j) {
        return d + (part * HR + row_in_part(i)) * p.ld + col_at(j);
    };
    Value acc[2][H][C];  // what this thread has of the parts, in the order of a step
#pragma unroll
    for (int part = 0; part < 2; ++part) {
#pragma unroll
        for (int i = 0; i < H; ++i) {
#pragma unroll
            for (int j = 0; j < C; j += VC) {
                Cell cells[VC];
                read<VC>(cells, cells_at(part, i, j));
#pragma unroll
                for (int e = 0; e < VC; ++e) acc[part][i][j + e] = Ring::value(cells[e]);
            }
        }
        publish_part(acc[part], part, -P, 0);
        publish_part(acc[part], part, 0, P);
    }

    // Vectors on their way to shared memory: the rows of the pivots from `step` on, with the square
    // where they meet the columns; and these, of one part.
    Pattern<Value> of_step[Shape::kStep / V / T][V], of_part[Shape::kPart / V / T][V];
    const auto rows_and_square = [&](int step) {
        return [=](int e) {
            if (e < Shape::kRow) return strip(row_strips, step + e / TC, col0 + e % TC);
            e -= Shape::kRow;
            return strip(column_strips, step + e / P, step + e % P);
        };
    };
    const auto columns_of = [&](int step, int part) {
        return
            [=](int e) { return strip(column_strips, step + e / HR, row0 + part * HR + e % HR); };
    };
    Value *const raw = memory + Shape::kRaw, *const rows = memory + Shape::kRelaxed;
    Value* const columns[2] = {memory + Shape::kColumns, memory + Shape::kColumns + Shape::kPart};
    constexpr int FC = Shape::FC, FX = Shape::FX, FR = Shape::template kRelaxedRows<Value>;
    constexpr int VFR = FR < V ? FR : V, VFC = FC < V ? FC : V;
    const auto relaxed_row = [&](int i) { return t / FX * FR + i; };
    const auto relaxed_col = [&](int j) { return t % FX * FC + j; };
    constexpr int kUnroll = Shape::template kUnroll<Value>, kAfter = Shape::kLookAfter;

    int part = 0;  // that a step begins with
    look<T, Value>(of_step, t, rows_and_square(0));
    for (int first = 0; first < size; first += P) {
        // A step's share, for the next launch.
        clear(static_cast<Value*>(p.next_strips[0]), static_cast<Value*>(p.next_strips[1]),
              first * p.size, P * p.size, blockIdx.x * T + t, (gridDim.x - 1) * T);
        await<T, Value>(of_step, t, rows_and_square(first));
        keep<T>(raw, of_step, t);
        __syncthreads();
        if (first_part<Shape>(first, row0) != part) {
            swap_parts(acc);
            part = 1;
        }
        look<T, Value>(of_part, t, columns_of(first, part));
        if (t < FX * (P / FR)) {
            Value relaxed[FR][FC];
            read_part<VFC>(relaxed, raw, TC, relaxed_row, relaxed_col);
            relax_through<S, P, VFR, VFC>(relaxed, memory + Shape::kClosed, P, relaxed_row, raw, TC,
                                          relaxed_col);
            write_part<VFC>(rows, TC, relaxed, relaxed_row, relaxed_col);
        }
#pragma unroll
        for (int turn = 0; turn < 2; ++turn) {
            await<T, Value>(of_part, t, columns_of(first, part ^ turn));
            keep<T>(columns[turn], of_part, t);
            __syncthreads();
            relax_through<S, kAfter, VR, VC, kUnroll>(acc[turn], columns[turn], HR, row_in_part,
                                                      rows, TC, col_at);
            if (turn == 0) {
                look<T, Value>(of_part, t, columns_of(first, part ^ 1));
            } else if (first + P < size) {
                look<T, Value>(of_step, t, rows_and_square(first + P));
            }
            relax_through<S, P - kAfter, VR, VC, kUnroll>(acc[turn], columns[turn] + kAfter * HR,
                                                          HR, row_in_part, rows + kAfter * TC, TC,
                                                          col_at);
            publish_part(acc[turn], part ^ turn, first + P, first + 2 * P);
        }
    }

#pragma unroll
    for (int turn = 0; turn < 2; ++turn) {
#pragma unroll
        for (int i = 0; i < H; ++i) {
#pragma unroll
            for (int j = 0; j < C; j += VC) {
                Cell cells[VC];
#pragma unroll
                for (int e = 0; e < VC; ++e) cells[e] = Ring::cell(acc[turn][i][j + e]);
                write<VC>(cells_at(part ^ turn, i, j), cells);
            }
        }
    }
}

}  // namespace apsp::cuda
