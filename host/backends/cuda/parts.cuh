// What one thread has of a tile: some rows by some columns, in registers.
#pragma once

#include "backends/cuda/formats.cuh"

namespace apsp::cuda {

/// From and to an array of rows of ld values. Row i of the part is row_at(i) there, column j is
/// col_at(j), and V columns are contiguous.
template <int V, class Value, int R, int C, class RowAt, class ColAt>
APSP_DEVICE void read_part(Value (&to)[R][C], const Value* from, int ld, RowAt row_at,
                           ColAt col_at) {
#pragma unroll
    for (int i = 0; i < R; ++i) {
#pragma unroll
        for (int j = 0; j < C; j += V) read<V>(to[i] + j, from + row_at(i) * ld + col_at(j));
    }
}
template <int V, class Value, int R, int C, class RowAt, class ColAt>
APSP_DEVICE void write_part(Value* to, int ld, const Value (&from)[R][C], RowAt row_at,
                            ColAt col_at) {
#pragma unroll
    for (int i = 0; i < R; ++i) {
#pragma unroll
        for (int j = 0; j < C; j += V) write<V>(to + row_at(i) * ld + col_at(j), from[i] + j);
    }
}

/// acc <- acc (+) A (x) B through P pivots, two at a time. `a` has lda values per pivot; row i of
/// `acc` uses the one at row_at(i), and VR rows are contiguous there. `b` is the same for columns.
template <Semiring S, int P, int VR, int VC, int kUnroll = 4, class Value, int R, int C,
          class RowAt, class ColAt>
APSP_DEVICE void relax_through(Value (&acc)[R][C], const Value* a, int lda, RowAt row_at,
                               const Value* b, int ldb, ColAt col_at) {
#pragma unroll kUnroll
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

}  // namespace apsp::cuda
