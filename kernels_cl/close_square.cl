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
// The host defines PART, the rows of what a work-item holds of a tile; POLLS, how often an element
// is polled at most; MEETING_POLLS, how often groups look whether all have come; and TS, MICRO and
// SD = TS as for the other kernels. Words have one lane.
#include "close_tile.h"

#define ACROSS 16  // work-items of a group, and down
#define GROUP (ACROSS * ACROSS)
#define ROWS (ACROSS * PART)  // of a tile
#define COLS (ACROSS * MICRO)
#define ROWS_ACROSS (COLS / MICRO)  // work-items that relax the pivots' rows
#define RELAXERS (ROWS_ACROSS * SY)
#define CLOSERS (SX * SY)

#if defined(DTYPE_F64)
#define BITS ulong
#define MISSING (~0ul)
#elif defined(AS_T)
#define BITS uint
#define MISSING (~0u)
#else
#define BITS int
#define MISSING INT_MIN
#endif
#define BV PASTE(BITS, VW)
#if defined(AS_T)
#define AS_BV(v) PASTE(as_, BV)(v)
#else  // around a negative cycle integers overflow, and may reach MISSING
#define AS_BV(v) max(v, -INT_MAX)
#endif

#define PUBLISH(to, v) *(__global volatile BV*)(to) = AS_BV(v)

// Brings COUNT vectors per work-item to `to`, once they are published. FROM(e) is where vector
// e comes from. `state[1]` becomes 1 if one of them never is.
#define BRING(to, COUNT, FROM)                                                                 \
    {                                                                                          \
        BV v[COUNT];                                                                           \
        for (uint tries = 1;; ++tries) {                                                       \
            bool missing = false;                                                              \
            _Pragma("unroll") for (uint q = 0; q < COUNT; ++q) v[q] =                          \
                *(__global const volatile BV*)(FROM(t + q * GROUP));                           \
            _Pragma("unroll") for (uint q = 0; q < COUNT; ++q) missing |=                      \
                any(v[q] == (BV)(MISSING));                                                    \
            if (!missing) break;                                                               \
            if (tries % 1024 == 0 && (tries >= POLLS || state[1] != 0)) {                      \
                state[1] = 1;                                                                  \
                break;                                                                         \
            }                                                                                  \
        }                                                                                      \
        barrier(CLK_LOCAL_MEM_FENCE);                                                          \
        _Pragma("unroll") for (uint q = 0; q < COUNT; ++q)((__local BV*)(to))[t + q * GROUP] = \
            v[q];                                                                              \
        barrier(CLK_LOCAL_MEM_FENCE);                                                          \
    }

#define SQUARE_VECTORS (TS * TS / VW)
#define ROW_VECTORS (TS * COLS / VW)
#define COLUMN_VECTORS (TS * ROWS / VW)

// Copies a work-item's part of rows of `ld` words from or to local memory.
static inline void take(W part[MICRO][MICRO], __local const W* from, uint ld, uint tx, uint sx,
                        uint ty, uint sy) {
#pragma unroll
    for (uint i = 0; i < MICRO; ++i) {
#pragma unroll
        for (uint j = 0; j < MICRO; j += VW) {
            const WV v = *(__local const WV*)(from + AT(ty, i, sy) * ld + AT(tx, j, sx));
            UNPACK(part[i] + j, v);
        }
    }
}
static inline void put(__local W* to, W part[MICRO][MICRO], uint ld, uint tx, uint sx, uint ty,
                       uint sy) {
#pragma unroll
    for (uint i = 0; i < MICRO; ++i) {
#pragma unroll
        for (uint j = 0; j < MICRO; j += VW)
            *(__local WV*)(to + AT(ty, i, sy) * ld + AT(tx, j, sx)) = GATHER_ROW(part[i], j);
    }
}

static inline void close_squares(uint size, __global T* rows, __global T* columns,
                                 __global volatile uint* state, __local W* memory) {
    const uint t = get_local_id(0), tx = t % SX, ty = t / SX;
    const bool closes = t < CLOSERS;
    __local W *const own = memory, *const its_rows = own + TS * TS;
    __local W *const its_columns = its_rows + TS * TS, *const closed = its_columns + TS * TS;
    __local W *const through = closed + TS * TS, *const line = through + TS * TS;
    for (uint first = 0; first < size; first += TS) {
        // This square; and the rows and columns of the pivots before, where they meet it.
        const uint before = first == 0 ? 0 : first - TS;
#define OF_SQUARE(e)                                                                             \
    ((e) < 2 * SQUARE_VECTORS || first == 0 ? rows : columns) +                                  \
        (ulong)(((e) < SQUARE_VECTORS ? first : before) + (e) / (TS / VW) % TS) * size + first + \
        (e) % (TS / VW) * VW
        BRING(memory, 3 * SQUARE_VECTORS / GROUP, OF_SQUARE)
        W square[MICRO][MICRO], relaxed[MICRO][MICRO];
        if (closes) {
            take(square, own, TS, tx, SX, ty, SY);
            if (first != 0) {
                take(relaxed, its_rows, TS, tx, SX, ty, SY);
                multiply(relaxed, MICRO, closed, TS, its_rows, TS, tx, SX, ty, SY);
                put(through, relaxed, TS, tx, SX, ty, SY);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (closes && first != 0)
            multiply(square, MICRO, its_columns, TS, through, TS, tx, SX, ty, SY);
        close_tile(square, closes, tx, ty, line);
        if (closes) {
#pragma unroll
            for (uint j = 0; j < MICRO; ++j) {
#pragma unroll
                for (uint i = 0; i < MICRO; i += VW) {
                    const uint k = AT(tx, j, SX), row = AT(ty, i, SY);
                    const WV v = GATHER_COL(square, i, j, 0);
                    *(__local WV*)(closed + k * TS + row) = v;
                    PUBLISH(columns + (ulong)(first + k) * size + first + row, v);
                }
            }
        }
    }
}

#ifdef MAX_REGISTERS
#define GROUP_SIZE
#else
#define GROUP_SIZE __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#endif

#define OF_TILE_WORDS (TS * COLS + TS * TS + TS * ROWS)
#define OF_SQUARE_WORDS (5 * TS * TS + 8 * TS)
#define WORDS (OF_TILE_WORDS > OF_SQUARE_WORDS ? OF_TILE_WORDS : OF_SQUARE_WORDS)

// Waits until every group has come.
static inline void meet(__global volatile uint* state) {
    atomic_inc(state);
    for (uint tries = 1; state[0] < get_num_groups(0); ++tries) {
        if (tries < MEETING_POLLS && state[1] == 0) continue;
        state[1] = 1;
        return;
    }
}

// A work-item's part of rows of the matrix.
static inline void load_part(W acc[PART][MICRO], __global const T* d, ulong ld, uint tx, uint ty) {
#pragma unroll
    for (uint i = 0; i < PART; ++i) {
#pragma unroll
        for (uint j = 0; j < MICRO; j += VW) {
            const WV v = LOAD_WORDS(d + AT(ty, i, ACROSS) * ld + AT(tx, j, ACROSS));
            UNPACK(acc[i] + j, v);
        }
    }
}
static inline void store_part(W acc[PART][MICRO], __global T* d, ulong ld, uint tx, uint ty) {
#pragma unroll
    for (uint i = 0; i < PART; ++i) {
#pragma unroll
        for (uint j = 0; j < MICRO; j += VW)
            STORE_WORDS(GATHER_ROW(acc[i], j), d + AT(ty, i, ACROSS) * ld + AT(tx, j, ACROSS));
    }
}

// Publishes what a work-item has of the rows and columns of the pivots from `first` on, without the
// square where they meet, whose closure comes to the columns; and of the square of the pivots from
// `square` on, whose place is among the rows. The tile begins at (row0, col0).
static inline void publish_part(W acc[PART][MICRO], __global T* rows, __global T* columns,
                                uint size, uint row0, uint col0, uint tx, uint ty, uint first,
                                uint square) {
#pragma unroll
    for (uint j = 0; j < MICRO; j += VW) {
        const uint col = col0 + AT(tx, j, ACROSS);
        const bool in_step = col - first < TS, in_square = col - square < TS;
#pragma unroll
        for (uint i = 0; i < PART; ++i) {
            const uint row = row0 + AT(ty, i, ACROSS);
            if ((row - first < TS && !in_step) || (row - square < TS && in_square))
                PUBLISH(rows + (ulong)row * size + col, GATHER_ROW(acc[i], j));
        }
        if (!in_step) continue;
#pragma unroll
        for (uint i = 0; i < PART; i += VW) {
            const uint row = row0 + AT(ty, i, ACROSS);
            if (row - first < TS) continue;
#pragma unroll
            for (uint q = 0; q < VW; ++q)
                PUBLISH(columns + (ulong)(col + q) * size + row, GATHER_COL(acc, i, j + q, 0));
        }
    }
}

// The square at d + offset has `size` rows and columns. `strips` are those of rows, and from
// `capacity` on those of columns; none of them is published at first. Clears the other pair for the
// next launch. With size = 0, groups only meet: state[0] counts them.
__kernel GROUP_SIZE void close_square(__global T* d, ulong offset, ulong ld, uint size,
                                      __global T* strips, __global T* next_strips, ulong capacity,
                                      __global volatile uint* state) {
    __local W whole[WORDS] __attribute__((aligned(16)));
    const uint t = get_local_id(0), g = get_group_id(0);
    __global T *const rows = strips, *const columns = strips + capacity;
    if (size == 0) {
        if (t == 0) meet(state);
    } else if (g == get_num_groups(0) - 1) {
        close_squares(size, rows, columns, state, whole);
    }
    __local W *const own_rows = whole, *const closed = whole + TS * COLS;
    __local W* const own_columns = closed + TS * TS;
    const uint across = max(size / COLS, 1u);
    const uint row0 = g / across * ROWS, col0 = g % across * COLS;
    const bool holds = row0 < size;
    const uint tx = t % ACROSS, ty = t / ACROSS;
    d += offset + (ulong)row0 * ld + col0;
    W acc[PART][MICRO];
    if (holds) {
        load_part(acc, d, ld, tx, ty);
        publish_part(acc, rows, columns, size, row0, col0, tx, ty, size, 0);
        publish_part(acc, rows, columns, size, row0, col0, tx, ty, 0, TS);
    }
    for (ulong e = get_global_id(0) * VW; e < 2 * capacity; e += get_global_size(0) * VW)
        *(__global BV*)(next_strips + e) = (BV)(MISSING);

        // The pivots' rows, the square where they meet the columns, and these.
#define OF_TILE(e)                                                                             \
    (e) < ROW_VECTORS                                                                          \
        ? rows + (ulong)(first + (e) / (COLS / VW)) * size + col0 + (e) % (COLS / VW) * VW     \
    : (e) < ROW_VECTORS + SQUARE_VECTORS                                                       \
        ? columns + (ulong)(first + ((e)-ROW_VECTORS) / (TS / VW)) * size + first +            \
              (e) % (TS / VW) * VW                                                             \
        : columns + (ulong)(first + ((e)-ROW_VECTORS - SQUARE_VECTORS) / (ROWS / VW)) * size + \
              row0 + (e) % (ROWS / VW) * VW
    const uint rx = t % ROWS_ACROSS, ry = t / ROWS_ACROSS;
    for (uint first = 0; holds && first < size; first += TS) {
        BRING(own_rows, (ROW_VECTORS + SQUARE_VECTORS + COLUMN_VECTORS) / GROUP, OF_TILE)
        W relaxed[MICRO][MICRO];
        if (t < RELAXERS) {
            take(relaxed, own_rows, COLS, rx, ROWS_ACROSS, ry, SY);
            multiply(relaxed, MICRO, closed, TS, own_rows, COLS, rx, ROWS_ACROSS, ry, SY);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < RELAXERS) put(own_rows, relaxed, COLS, rx, ROWS_ACROSS, ry, SY);
        barrier(CLK_LOCAL_MEM_FENCE);
        multiply(acc, PART, own_columns, ROWS, own_rows, COLS, tx, ACROSS, ty, ACROSS);
        publish_part(acc, rows, columns, size, row0, col0, tx, ty, first + TS, first + 2 * TS);
    }
    if (holds && state[1] == 0) store_part(acc, d, ld, tx, ty);
}
