// Floyd-Warshall on many small matrices that lie one after the other in memory. Each matrix is held
// in the registers of some work-items, so device memory is read and written once. An H200 does 10
// to 11 T/s in f32 with 8 x 8 cells per work-item and 128 registers. Two pivots per barrier, as in
// close_gpu.cl, are a tenth slower here, where other groups are at work while one waits.
//
// The host defines GROUP, the work-items of a group, of which sx x sy hold one matrix; MICRO, the
// rows and words per work-item; EDGES, of which every matrix's edge is a multiple; and PATHS, 1 for
// predecessors. A matrix of predecessors of the same size then follows each matrix; a predecessor
// changes only when a path becomes strictly shorter.
#include "words_gpu.h"

// Pivots are taken in chunks of VW words, or CHUNK pivots. sx consecutive chunks sit in the same
// registers of different work-items.
#define CHUNK (VW * LANES)
// If matrices always fill the registers of their work-items, no bounds are checked: checks would
// separate the loads from each other.
#define WHOLE (MICRO * LANES <= EDGES)
// Words of local memory for each matrix of the group; neighbouring matrices start in different
// banks.
#define LINE(sy) ((6 * MICRO + VW) * (sy))

#if PATHS
#define VIA (row + MICRO * sx)  // where a pivot's predecessors are published
#define PARTS 2
#else
#define PARTS 1
#endif

// c = min(c, a + b), and p = via if a + b is smaller.
#if LANES == 1
#define RELAX_PATH(c, p, a, b, via)          \
    {                                        \
        const W through = TIMES(a, b);       \
        const bool is_shorter = through < c; \
        c = is_shorter ? through : c;        \
        p = is_shorter ? via : p;            \
    }
#else
#define RELAX_PATH(c, p, a, b, via)                 \
    {                                               \
        const W through = add_16x2(a, b);           \
        const W is_shorter = less_16x2(through, c); \
        c = min_16x2(c, through);                   \
        p = bitselect(p, via, is_shorter);          \
    }
#endif

// Each matrix is edge x edge, where edge is a multiple of CHUNK and the registers of sx x sy
// work-items hold at least that many elements.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void close_batch(
    __global M* d, uint matrices, uint edge, uint sx, uint sy, __local WV* lines) {
    LOCAL_ARGUMENT(lines, WV);
    const uint items = sx * sy, own = get_local_id(0) / items, t = get_local_id(0) % items;
    const uint tx = t % sx, ty = t / sx, words = edge / LANES;
    const ulong matrix = get_group_id(0) * (ulong)(get_local_size(0) / items) + own;
    const uint rows = matrix < matrices ? edge : 0;
    __local W* const line = (__local W*)lines + own * LINE(sy);
    d += matrix * (PARTS * edge * words);
    W acc[PARTS][MICRO][MICRO];
#pragma unroll
    for (uint part = 0; part < PARTS; ++part) {
#pragma unroll
        for (uint i = 0; i < MICRO; ++i) {
#pragma unroll
            for (uint j = 0; j < MICRO; j += VW) {
                const uint row = AT(ty, i, sy), word = AT(tx, j, sx);
                WV v = (WV)(SPREAD(ZERO));
                if (WHOLE ? rows != 0 : row < rows && word < words)
                    v = LOAD_WORDS(d + (part * edge + row) * words + word);
                UNPACK(acc[part][i] + j, v);
            }
        }
    }

    // Read again after the loop: otherwise the operands of addresses stay in registers throughout.
    __local W* const kept = line + (6 * MICRO) * sy;
    if (t == 0) *(__local uint*)kept = rows;

    // The work-items that hold a pivot's row and column publish them, the column spread.
    uint cur = 0;
#pragma unroll
    for (uint f = 0; f < MICRO / VW; ++f) {
#pragma unroll 1
        for (uint o = 0; o < sx && (f * sx + o) * CHUNK < edge; ++o) {
#pragma unroll
            for (uint h = 0; h < CHUNK; ++h) {
                const uint r = f * VW + h % VW, c = f * VW + h / LANES;
                __local W* const row = line + cur * (3 * MICRO) * sy;
                __local W* const col = row + 2 * MICRO * sy;
#pragma unroll
                for (uint q = 0; q < MICRO; q += VW) {
                    if (ty == o * LANES + h / VW) {
                        *(__local WV*)(row + AT(tx, q, sx)) = GATHER_ROW(acc[0][r], q);
#if PATHS
                        *(__local WV*)(VIA + AT(tx, q, sx)) = GATHER_ROW(acc[1][r], q);
#endif
                    }
                    if (tx == o)
                        *(__local WV*)(col + AT(ty, q, sy)) = GATHER_COL(acc[0], q, c, h % LANES);
                }
                barrier(CLK_LOCAL_MEM_FENCE);
                W from_k[MICRO], to_k[MICRO];
#if PATHS
                W last[MICRO];
#endif
#pragma unroll
                for (uint q = 0; q < MICRO; q += VW) {
                    const WV row_k = *(__local const WV*)(row + AT(tx, q, sx));
                    const WV col_k = *(__local const WV*)(col + AT(ty, q, sy));
                    UNPACK(from_k + q, row_k);
                    UNPACK(to_k + q, col_k);
#if PATHS
                    const WV via_k = *(__local const WV*)(VIA + AT(tx, q, sx));
                    UNPACK(last + q, via_k);
#endif
                }
#pragma unroll
                for (uint i = 0; i < MICRO; ++i) {
#pragma unroll
                    for (uint j = 0; j < MICRO; ++j) {
#if PATHS
                        RELAX_PATH(acc[0][i][j], acc[1][i][j], to_k[i], from_k[j], last[j]);
#else
                        acc[0][i][j] = RELAX_WORD(acc[0][i][j], to_k[i], from_k[j]);
#endif
                    }
                }
                cur ^= 1;
            }
        }
    }

    const uint to_rows = *(__local const uint*)kept, to_words = to_rows / LANES;
    if (to_rows == 0) return;
#pragma unroll
    for (uint part = 0; part < PARTS; ++part) {
#pragma unroll
        for (uint i = 0; i < MICRO; ++i) {
#pragma unroll
            for (uint j = 0; j < MICRO; j += VW) {
                const uint row = AT(ty, i, sy), word = AT(tx, j, sx);
                if (WHOLE || (row < to_rows && word < to_words)) {
                    STORE_WORDS(GATHER_ROW(acc[part][i], j),
                                d + (part * to_rows + row) * to_words + word);
                }
            }
        }
    }
}
