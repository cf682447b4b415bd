// close: Floyd-Warshall on a square of the matrix by all multiprocessors at once, in one launch.
// The square stays where it is, one tile per block; blocks share only the strips of rows and
// columns of the next few pivots, which their owners publish.
//
// A step takes P of them. Every block relaxes its part of the pivots' rows through the square where
// their rows and columns meet, and its tile through those. Columns need not be relaxed: they meet
// the closed square in the product. One more block closes these squares, a step ahead.
//
// There is no barrier between blocks: each element of a strip is written once, and its readers poll
// until it no longer holds the value for "not published". n = 1024 takes 32 steps of a few
// microseconds each, and a barrier and a launch per step would take as long again. To hide the way
// through the L2 cache, too, a step begins with the part of the tile that has the next pivots'
// rows; while the other parts are relaxed, feeders bring the next step's strips.
#pragma once

#include "backends/cuda/close_shape.cuh"
#include "backends/cuda/close_squares.cuh"

namespace apsp::cuda {

template <class Ring, class Shape>
constexpr std::size_t close_shared_bytes() {
    return sizeof(typename Ring::Value) * Shape::kShared;
}

/// The part of a tile's rows that a step takes at a turn. It begins with that of the next pivots;
/// above and below these, the order is the same.
template <class Shape>
APSP_DEVICE int part_at(int turn, int first, int row0) {
    const int next = min(max(first + Shape::P - row0, 0), Shape::TR - 1) / Shape::HR;
    return (next + turn) % Shape::kParts;
}

/// Feeder f brings what the tile at (row0, col0) needs, step by step, and relaxes the pivots' rows.
template <class Ring, class Shape>
__device__ __forceinline__ void feed(const Closing& p, typename Ring::Value* memory, int f,
                                     int row0, int col0) {
    using Value = typename Ring::Value;
    constexpr int P = Shape::P, TC = Shape::TC, HR = Shape::HR, FR = Shape::FR, FC = Shape::FC;
    constexpr int V = 16 / sizeof(Value), VR = FR < V ? FR : V, VC = FC < V ? FC : V;
    constexpr int kPart = Shape::kPart, kSquare = Shape::kSquare, kOthers = Shape::kOthers;
    const auto row_at = [&](int i) { return f / Shape::FX * FR + i; };
    const auto col_at = [&](int j) { return (f % Shape::FX + j / VC * Shape::FX) * VC + j % VC; };
    const std::size_t size = p.size;
    Value* const columns = memory + Shape::kColumns;
    const Value* const rows = memory + Shape::kRaw;
    for (int first = 0; first < static_cast<int>(size); first += P) {
        const auto strip = [&](int which, int pivot, int at) {
            return static_cast<const Value*>(p.strips[which]) + (first + pivot) * size + at;
        };
        const auto column_at = [&](int e, int turn) {
            return strip(1, e / HR % P, row0 + part_at<Shape>(turn, first, row0) * HR + e % HR);
        };
        constexpr int kVectors = (kPart + kSquare + Shape::kRow) / V;
        bring<kVectors, Shape::kFeeders>(columns + kOthers, f, [&](int e) {
            if (e < kPart) return column_at(e, 0);
            e -= kPart;
            if (e < kSquare) return strip(1, e / P, first + e % P);
            e -= kSquare;
            return strip(0, e / TC, col0 + e % TC);
        });
        barrier_of(Shape::kFeeders);
        Value out[FR][FC];
        read_part<VC>(out, rows, TC, row_at, col_at);
        relax_through<Ring::kSemiring, P, VR, VC>(out, memory + Shape::kClosed, P, row_at, rows, TC,
                                                  col_at);
        write_part<VC>(memory + Shape::kRelaxed + first / P % 2 * Shape::kRow, TC, out, row_at,
                       col_at);
        __syncthreads();
        bring<kOthers / V, Shape::kFeeders>(columns, f,
                                            [&](int e) { return column_at(e, 1 + e / kPart); });
        __syncthreads();
    }
}

template <class Ring, class Shape>
__global__ void __launch_bounds__(Shape::kThreads, Shape::kBlocks) close(const Closing p) {
    using Value = typename Ring::Value;
    using Cell = typename Ring::Cell;
    constexpr int P = Shape::P, TR = Shape::TR, TC = Shape::TC, HR = Shape::HR;
    constexpr int H = Shape::H, C = Shape::C, kParts = Shape::kParts;
    constexpr int V = 16 / sizeof(Value);
    constexpr int VR = H < V ? H : V, VC = C < V ? C : V;  // chunks of rows and columns

    extern __shared__ __align__(16) unsigned char shared[];
    Value* const memory = reinterpret_cast<Value*>(shared);
    if (blockIdx.x == gridDim.x - 1) return close_squares<Ring, Shape>(p, memory);

    const int size = static_cast<int>(p.size), across = size / TC;
    const int row0 = static_cast<int>(blockIdx.x) / across * TR;
    const int col0 = static_cast<int>(blockIdx.x) % across * TC;
    const int t = static_cast<int>(threadIdx.x);
    if (t >= Shape::kHolders) {
        return feed<Ring, Shape>(p, memory, t - Shape::kHolders, row0, col0);
    }

    constexpr int kWarpsAcross = Shape::X / 8;  // of 8 x 4
    const int tx = t % 8 + t / 32 % kWarpsAcross * 8, ty = t / 8 % 4 + t / 32 / kWarpsAcross * 4;
    const auto row_in_part = [&](int i) { return (ty + i / VR * Shape::Y) * VR + i % VR; };
    const auto col_at = [&](int j) { return (tx + j / VC * Shape::X) * VC + j % VC; };

    Value acc[Shape::kInShared ? 1 : kParts][H][C];
    // Calls f(values, part) with what this thread has of a part of the tile.
    const auto with_part = [&](int part, auto&& f) {
        if constexpr (Shape::kInShared) {
            Value* const own = memory + Shape::kTile + part * (H * C) * Shape::kHolders + t * VC;
            const auto row = [&](int i) { return i * C * Shape::kHolders; };
            const auto col = [&](int j) { return j * Shape::kHolders; };
            read_part<VC>(acc[0], own, 1, row, col);
            f(acc[0], part);
            write_part<VC>(own, 1, acc[0], row, col);
        } else {
#pragma unroll
            for (int q = 0; q < kParts; ++q) {
                if (q == part) f(acc[q], q);
            }
        }
    };
    const auto each_part = [&](auto&& f) {
        for (int part = 0; part < kParts; ++part) with_part(part, f);
    };

    Value* const row_strips = static_cast<Value*>(p.strips[0]);
    Value* const column_strips = static_cast<Value*>(p.strips[1]);
    // Publishes what this thread has in a part of the tile: of the rows and columns of the pivots
    // from `first` on, without the square where they meet, whose closure comes to the columns; and
    // the square of the pivots from `square` on, whose place is among the rows.
    const auto publish_part = [&](const Value(&values)[H][C], int part, int first, int square) {
        const auto meet = [&](int from, int size) {
            return from < square + P && first < from + size;
        };
        if (!meet(row0 + part * HR, HR) && !meet(col0, TC)) return;
#pragma unroll
        for (int j = 0; j < C; j += VC) {
            const int col = col0 + col_at(j);
            const bool in_square = col >= square && col < square + P;
            const bool in_step = col >= first && col < first + P;
#pragma unroll
            for (int i = 0; i < H; ++i) {
                const int row = row0 + part * HR + row_in_part(i);
                const bool own = row >= first && row < first + P && !in_step;
                if (own || (in_square && row >= square && row < square + P)) {
                    Value out[VC];
#pragma unroll
                    for (int e = 0; e < VC; ++e) out[e] = values[i][j + e];
                    publish<VC>(row_strips + std::size_t(row) * size + col, out);
                }
            }
            if (!in_step) continue;
#pragma unroll
            for (int i = 0; i < H; i += VR) {
                const int row = row0 + part * HR + row_in_part(i);
                if (row >= first && row < first + P) continue;
#pragma unroll
                for (int e = 0; e < VC; ++e) {
                    Value out[VR];
#pragma unroll
                    for (int q = 0; q < VR; ++q) out[q] = values[i + q][j + e];
                    publish<VR>(column_strips + std::size_t(col + e) * size + row, out);
                }
            }
        }
    };
    Cell* const d = static_cast<Cell*>(p.d) + row0 * p.ld + col0;
    const auto cells_at = [&](int part, int i, int j) {
        return d + (part * HR + row_in_part(i)) * p.ld + col_at(j);
    };
    each_part([&](Value(&values)[H][C], int part) {
#pragma unroll
        for (int i = 0; i < H; ++i) {
#pragma unroll
            for (int j = 0; j < C; j += VC) {
                Cell cells[VC];
                read<VC>(cells, cells_at(part, i, j));
#pragma unroll
                for (int e = 0; e < VC; ++e) values[i][j + e] = Ring::value(cells[e]);
            }
        }
        publish_part(values, part, -P, 0);
        publish_part(values, part, 0, P);
    });

    // Clears this block's tile of the other pair of strips, for the next launch.
    for (int e = t; e < TR * TC; e += Shape::kHolders) {
        const std::size_t at = std::size_t(row0 + e / TC) * size + col0 + e % TC;
        for (void* const next : p.next_strips) {
            static_cast<Value*>(next)[at] = from_bits<Value>(kMissing<Value>);
        }
    }

    for (int first = 0; first < size; first += P) {
        const Value* const rows = memory + Shape::kRelaxed + first / P % 2 * Shape::kRow;
        pass_barriers(1);
#pragma unroll 1
        for (int turn = 0; turn < kParts; ++turn) {
            const int place = turn == 0 ? kParts - 1 : turn - 1;
            const Value* const columns = memory + Shape::kColumns + place * Shape::kPart;
            if (turn < 2) __syncthreads();  // its columns are here, and at first the rows
            with_part(part_at<Shape>(turn, first, row0), [&](Value(&values)[H][C], int part) {
                relax_through<Ring::kSemiring, P, VR, VC, P / 2>(values, columns, HR, row_in_part,
                                                                 rows, TC, col_at);
                publish_part(values, part, first + P, first + 2 * P);
            });
        }
    }

    each_part([&](Value(&values)[H][C], int part) {
#pragma unroll
        for (int i = 0; i < H; ++i) {
#pragma unroll
            for (int j = 0; j < C; j += VC) {
                Cell cells[VC];
#pragma unroll
                for (int e = 0; e < VC; ++e) cells[e] = Ring::cell(values[i][j + e]);
                write<VC>(cells_at(part, i, j), cells);
            }
        }
    });
}

}  // namespace apsp::cuda
