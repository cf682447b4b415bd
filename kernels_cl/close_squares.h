// Closing the squares of pivots, each by one group.
#ifndef CLOSE_SQUARES_H
#define CLOSE_SQUARES_H
#include "close_tile.h"
#include "strips.h"

#define CLOSERS (SX * SY)
#define SQUARE_VECTORS (TS * TS / VW)
#define OF_SQUARE_WORDS (5 * TS * TS + 8 * TS)  // of local memory

#define LOAD_LOCAL(words, from) *(__local const SIDE_VECTOR(words)*)(from)
#define STORE_LOCAL(words, v, to) *(__local SIDE_VECTOR(words)*)(to) = v
DEFINE_COPIES(take, put, MICRO_ROWS, MICRO, __local W, uint, LOAD_LOCAL, STORE_LOCAL)
#ifdef SQUARE_PAIRS
DEFINE_MULTIPLY(multiply_square, MICRO_ROWS, MICRO, SQUARE_PAIRS)
#else
#define multiply_square multiply
#endif

// Closes the squares of a matrix of `size` rows, as the other groups publish them.
INLINE void close_squares(uint size, __global W* rows, __global W* columns,
                          __global volatile uint* state, __local W* memory) {
    const uint t = get_local_id(0), tx = t % SX, ty = t / SX;
    const bool closes = GROUP == CLOSERS || t < CLOSERS;
    __local W *const own = memory, *const its_rows = own + TS * TS;
    __local W *const its_columns = its_rows + TS * TS, *const closed = its_columns + TS * TS;
    __local W *const through = closed + TS * TS, *const line = through + TS * TS;
    for (uint first = 0; first < size; first += TS) {
        // This square; and the rows and columns of the pivots before, where they meet it.
        const uint before = first == 0 ? 0 : first - TS;
#define OF_SQUARE(e)                                                      \
    STRIP(((e) < 2 * SQUARE_VECTORS || first == 0 ? rows : columns),      \
          ((e) < SQUARE_VECTORS ? first : before) + (e) / (TS / VW) % TS, \
          first + (e) % (TS / VW) * VW)
        BV operands[PER_ITEM(3 * SQUARE_VECTORS)];
        LOOK(operands, 3 * SQUARE_VECTORS, OF_SQUARE)
        AWAIT(operands, 3 * SQUARE_VECTORS, OF_SQUARE)
        KEEP(memory, operands, 3 * SQUARE_VECTORS)
        barrier(CLK_LOCAL_MEM_FENCE);
        W square[MICRO_ROWS][MICRO], relaxed[MICRO_ROWS][MICRO];
        if (closes) {
            take(square, own, TS, tx, SX, ty, SY);
            if (first != 0) {
                take(relaxed, its_rows, TS, tx, SX, ty, SY);
                multiply_square(relaxed, TS, closed, TS, its_rows, TS, tx, SX, ty, SY);
                put(relaxed, through, TS, tx, SX, ty, SY);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (closes && first != 0)
            multiply_square(square, TS, its_columns, TS, through, TS, tx, SX, ty, SY);
        close_tile(square, closes, tx, ty, line);
        if (closes) {
#pragma unroll
            for (uint j = 0; j < MICRO; ++j) {
#pragma unroll
                for (uint i = 0; i < MICRO_ROWS; i += ROW_SIDE) {
                    const uint k = AT(tx, j, SX), row = AT_SIDE(MICRO_ROWS, ty, i, SY);
                    const RV v = SIDE_OF_COL(MICRO_ROWS, square, i, j, 0);
                    *(__local RV*)(closed + k * TS + row) = v;
                    PUBLISH(STRIP(columns, first + k, first + row), v);
                }
            }
        }
    }
}

#endif
