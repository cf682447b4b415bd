// close_square: Floyd-Warshall on a square of the matrix by all compute units at once, in one
// launch. Each group holds a tile in its registers; groups pass each other only strips of the rows
// and columns of the next pivots.
//
// A step takes TS pivots. Every group relaxes its part of their rows through the square where they
// meet their columns, and then its tile through rows and columns. Columns need not be relaxed: they
// meet the closed square in the product. The last group closes these squares, a step ahead.
//
// Groups wait for each other without a barrier: each element of a strip is written once, and its
// readers poll until it no longer holds the value for "not published". OpenCL does not promise that
// groups run at the same time. So the host first lets as many of them meet, and if they stop to
// later, they give up and tell the host.
//
// A tile is PARTS = 1 or 2 parts of HR rows; the second may be missing at the end of the matrix. A
// step begins with that of the next pivots, whose rows are on their way while the other is relaxed.
//
// The host defines PARTS; ITEM_ROWS and ITEM_COLS, what a work-item holds of a part;
// POLLS, how often an element is polled at most; MEETING_POLLS, how often groups look whether all
// have come; and TS and MICRO as for the other kernels. Words have one lane. It may define
//   ACROSS, DOWN            work-items in a row, and in a column
//   WARPS                   1: patches of 8 x 4 work-items are consecutive
//   PAIRS                   pairs of pivots per turn of the loop of a part: more than 4 of large
//                           parts, and a step would not fit into an instruction cache
//   SQUARE_PAIRS            of the loops for the squares of pivots
//   MICRO_ROWS, RELAX_ROWS  a work-item's rows of a square of pivots, and of the pivots' rows
//   LOOK_AFTER              pivots of a part: what comes next is likely to be there
//   WHOLE_TILES             1: tiles have all their parts
//   SPARE                   1: local memory for the pivots' rows before and after, and for both
//                           parts' columns, for half as many barriers
#ifndef ACROSS
#define ACROSS 16
#define DOWN 16
#define WARPS 0
#define PAIRS 4
#define RELAX_ROWS MICRO
#define LOOK_AFTER (TS * 3 / 4)
#define WHOLE_TILES 0
#define SPARE 0
#endif
#define GROUP (ACROSS * DOWN)
#include "close_squares.h"

#define HR (DOWN * ITEM_ROWS)  // rows of a part
#define ROWS (PARTS * HR)      // of a tile
#define COLS (ACROSS * ITEM_COLS)
#define ROWS_ACROSS (COLS / MICRO)  // work-items that relax the pivots' rows
#define ROWS_DOWN (TS / RELAX_ROWS)
#define RELAXERS (ROWS_ACROSS * ROWS_DOWN)
#define ITEM_X(t) (WARPS ? t % 8 + t / 32 % (ACROSS / 8) * 8 : t % ACROSS)
#define ITEM_Y(t) (WARPS ? t / 8 % 4 + t / 32 / (ACROSS / 8) * 4 : t / ACROSS)

#define ROW_VECTORS (TS * COLS / VW)
#define STEP_VECTORS (ROW_VECTORS + SQUARE_VECTORS)
#define PART_VECTORS (TS * HR / VW)

#define SPARE_WORDS (TS * COLS + TS * (PARTS - 1) * HR)
#define OF_TILE_WORDS (TS * COLS + TS * TS + TS * HR + SPARE * SPARE_WORDS)
#define WORDS (OF_TILE_WORDS > OF_SQUARE_WORDS ? OF_TILE_WORDS : OF_SQUARE_WORDS)

DEFINE_MULTIPLY(multiply_part, ITEM_ROWS, ITEM_COLS, PAIRS)
DEFINE_COPIES(load_part, store_part, ITEM_ROWS, ITEM_COLS, __global M, ulong, LOAD_SIDE, STORE_SIDE)
#ifdef SQUARE_PAIRS
DEFINE_MULTIPLY(multiply_rows, RELAX_ROWS, MICRO, 4)
DEFINE_COPIES(take_rows, put_rows, RELAX_ROWS, MICRO, __local W, uint, LOAD_LOCAL, STORE_LOCAL)
#else  // MICRO x MICRO, as squares
#define multiply_rows multiply
#define take_rows take
#define put_rows put
#endif

INLINE void swap_parts(W acc[PARTS][ITEM_ROWS][ITEM_COLS]) {
#pragma unroll
    for (uint i = 0; i < ITEM_ROWS; ++i) {
#pragma unroll
        for (uint j = 0; j < ITEM_COLS; ++j) {
            const W was = acc[0][i][j];
            acc[0][i][j] = acc[PARTS - 1][i][j];
            acc[PARTS - 1][i][j] = was;
        }
    }
}

// Which part a step begins with: that of the next pivots, or the nearest.
INLINE uint first_part(uint first, uint row0, uint parts) {
    return clamp((int)(first + TS) - (int)row0, 0, (int)(parts * HR - 1)) / HR;
}

// Publishes what a work-item has of the rows and columns of the pivots from `first` on, without the
// square where they meet, whose closure comes to the columns; and of the square of the pivots from
// `square` on, whose place is among the rows. The part begins at (row0, col0).
INLINE void publish_part(W acc[ITEM_ROWS][ITEM_COLS], __global W* rows, __global W* columns,
                         uint size, uint row0, uint col0, uint tx, uint ty, uint first,
                         uint square) {
    const bool has_rows = (row0 < first + TS && first < row0 + HR) ||  //
                          (row0 < square + TS && square < row0 + HR);
    const bool has_columns = col0 < first + TS && first < col0 + COLS;
    if (!has_rows && !has_columns) return;
#pragma unroll
    for (uint i = 0; i < ITEM_ROWS; i += SIDE(ITEM_ROWS)) {
        const uint row = row0 + AT_SIDE(ITEM_ROWS, ty, i, DOWN);
        const bool row_in_step = row - first < TS, row_in_square = row - square < TS;
#pragma unroll
        for (uint j = 0; j < ITEM_COLS; j += SIDE(ITEM_COLS)) {
            const uint col = col0 + AT_SIDE(ITEM_COLS, tx, j, ACROSS);
            const bool in_step = col - first < TS, in_square = col - square < TS;
            if ((row_in_step && !in_step) || (row_in_square && in_square)) {
#pragma unroll
                for (uint q = 0; q < SIDE(ITEM_ROWS); ++q)
                    PUBLISH(STRIP(rows, row + q, col), SIDE_OF_ROW(ITEM_COLS, acc[i + q], j));
            }
            if (in_step && !row_in_step) {
#pragma unroll
                for (uint q = 0; q < SIDE(ITEM_COLS); ++q)
                    PUBLISH(STRIP(columns, col + q, row), SIDE_OF_COL(ITEM_ROWS, acc, i, j + q, 0));
            }
        }
    }
}

// The square at d + offset has `size` rows and columns. `strips` are those of rows, and from
// `capacity` on those of columns; none of them is published at first. Clears the other pair for the
// next launch, `cleared` vectors per step. With size = 0, groups only meet: state[0] counts them.
__kernel GROUP_OF(GROUP) void close_square(__global M* d, ulong offset, ulong ld, uint size,
                                           __global W* strips, __global W* next_strips,
                                           ulong capacity, uint cleared,
                                           __global volatile uint* state) {
    LOCAL_SCRATCH(W, whole, WORDS);
    const uint t = get_local_id(0), g = get_group_id(0);
    __global W *rows = strips, *columns = strips + capacity;
    COMPUTED_ONCE(columns)
    if (size == 0) {
        if (t == 0) meet(state);
    } else if (g == get_num_groups(0) - 1) {
        close_squares(size, rows, columns, state, whole);
    }
    __local W *const own_rows = whole, *const closed = whole + TS * COLS;
    __local W* const own_columns = closed + TS * TS;
    __local W* const relaxed_rows = SPARE ? own_columns + PARTS * TS * HR : own_rows;
    const uint across = max(size / COLS, 1u);
    const uint row0 = g / across * ROWS, col0 = g % across * COLS;
    const uint parts =
        row0 < size ? (WHOLE_TILES ? PARTS : min((size - row0) / HR, (uint)PARTS)) : 0;
    const uint tx = ITEM_X(t), ty = ITEM_Y(t);
    d += offset + (ulong)row0 * ld + col0;
    W acc[PARTS][ITEM_ROWS][ITEM_COLS];  // in the order of a step
#pragma unroll
    for (uint q = 0; q < PARTS; ++q) {
        if (parts == 0) continue;
        const uint from = min(q, parts - 1) * HR;
        load_part(acc[q], d + from * ld, ld, tx, ACROSS, ty, DOWN);
        publish_part(acc[q], rows, columns, size, row0 + from, col0, tx, ty, size, 0);
        publish_part(acc[q], rows, columns, size, row0 + from, col0, tx, ty, 0, TS);
    }
    const uint vectors = 2 * capacity / VW;
    if (size == 0) clear(next_strips, 0, vectors);
    if (parts == 0) return;
    const uint rx = t % ROWS_ACROSS, ry = t / ROWS_ACROSS;
    BV of_step[PER_ITEM(STEP_VECTORS)], of_part[PER_ITEM(PART_VECTORS)];

    // Where strips come from: the rows of the pivots from `step` on and the square where they meet
    // the columns; and these, of the part at part_row0.
    uint step = 0, part = 0, part_row0 = row0;
#define OF_STEP(e)                                                             \
    (e) < ROW_VECTORS                                                          \
        ? STRIP(rows, step + (e) / (COLS / VW), col0 + (e) % (COLS / VW) * VW) \
        : STRIP(columns, step + ((e)-ROW_VECTORS) / (TS / VW), step + (e) % (TS / VW) * VW)
#define OF_PART(e) STRIP(columns, step + (e) / (HR / VW), part_row0 + (e) % (HR / VW) * VW)
    LOOK(of_step, STEP_VECTORS, OF_STEP)
    for (uint first = 0; first < size; first += TS) {
        clear(next_strips, first / TS * cleared, min((first / TS + 1) * cleared, vectors));
        if (!SPARE) barrier(CLK_LOCAL_MEM_FENCE);
        AWAIT(of_step, STEP_VECTORS, OF_STEP)
        KEEP(own_rows, of_step, STEP_VECTORS)
        barrier(CLK_LOCAL_MEM_FENCE);
        if (first_part(first, row0, parts) != part) {
            swap_parts(acc);
            part = 1;
        }
        part_row0 = row0 + part * HR;
        LOOK(of_part, PART_VECTORS, OF_PART)
        W relaxed[RELAX_ROWS][MICRO];
        if (t < RELAXERS) {
            take_rows(relaxed, own_rows, COLS, rx, ROWS_ACROSS, ry, ROWS_DOWN);
            multiply_rows(relaxed, TS, closed, TS, own_rows, COLS, rx, ROWS_ACROSS, ry, ROWS_DOWN);
            if (SPARE) put_rows(relaxed, relaxed_rows, COLS, rx, ROWS_ACROSS, ry, ROWS_DOWN);
        }
        if (!SPARE) barrier(CLK_LOCAL_MEM_FENCE);
        AWAIT(of_part, PART_VECTORS, OF_PART)
        KEEP(own_columns, of_part, PART_VECTORS)  // PoCL 3.1 gets it wrong after `put_rows`
        if (!SPARE && t < RELAXERS)
            put_rows(relaxed, own_rows, COLS, rx, ROWS_ACROSS, ry, ROWS_DOWN);
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (uint turn = 0; turn < PARTS; ++turn) {
            const uint from = part ^ turn;
            __local W* const columns_of_part = own_columns + SPARE * turn * TS * HR;
            if (turn != 0) {
                if (turn < parts) AWAIT(of_part, PART_VECTORS, OF_PART)
                if (!SPARE) barrier(CLK_LOCAL_MEM_FENCE);
                KEEP(columns_of_part, of_part, PART_VECTORS)
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            multiply_part(acc[turn], LOOK_AFTER, columns_of_part, HR, relaxed_rows, COLS, tx,
                          ACROSS, ty, DOWN);
            if (turn + 1 < PARTS) {
                part_row0 = row0 + (from ^ 1) * HR;
                if (turn + 1 < parts) {
                    LOOK(of_part, PART_VECTORS, OF_PART)
                }
            } else if (first + TS < size) {
                step = first + TS;
                LOOK(of_step, STEP_VECTORS, OF_STEP)
            }
            multiply_part(acc[turn], TS - LOOK_AFTER, columns_of_part + LOOK_AFTER * HR, HR,
                          relaxed_rows + LOOK_AFTER * COLS, COLS, tx, ACROSS, ty, DOWN);
            if (turn >= parts) continue;
            publish_part(acc[turn], rows, columns, size, row0 + from * HR, col0, tx, ty, first + TS,
                         first + 2 * TS);
        }
    }
    if (GAVE_UP(state)) return;
#pragma unroll
    for (uint turn = 0; turn < PARTS; ++turn) {
        if (turn < parts)
            store_part(acc[turn], d + (part ^ turn) * HR * ld, ld, tx, ACROSS, ty, DOWN);
    }
}
