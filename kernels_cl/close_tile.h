// Closing a tile that work-items of one group hold: SX x SY of them, MICRO_ROWS x MICRO words each.
#ifndef CLOSE_TILE_H
#define CLOSE_TILE_H
#include "tile_gpu.h"

#ifndef MICRO_ROWS
#define MICRO_ROWS MICRO
#endif
#define SY (TS / MICRO_ROWS)
#define SX (TW / MICRO)

// Pivots are taken in chunks of VW words, or CHUNK pivots, which are ROW_SIDES vectors of rows.
// FIXED consecutive chunks sit in the same registers of different work-items.
#define CHUNK (VW * LANES)
#define ROW_SIDE SIDE(MICRO_ROWS)
#define ROW_SIDES (CHUNK / ROW_SIDE)
#define RV SIDE_VECTOR(MICRO_ROWS)
#define FIXED (SX < SY / ROW_SIDES ? SX : SY / ROW_SIDES)

// Takes two pivots per barrier. The work-items that hold pivot rows k, k + 1 and pivot columns k,
// k + 1 publish them as they were before the pair, columns spread; each work-item then applies
// pivot k to row k + 1 and column k + 1 itself. `line` holds 8 * TS words. Work-items that do not
// take part only wait.
INLINE void close_tile(W acc[MICRO_ROWS][MICRO], bool takes_part, uint tx, uint ty,
                       __local W* line) {
    uint cur = 0;
#pragma unroll
    for (uint f = 0; f < TS / CHUNK / FIXED; ++f) {
        ROLLED
        for (uint o = 0; o < FIXED; ++o) {
            const uint chunk = f * FIXED + o;
            const uint i = f * FIXED * ROW_SIDES / SY * ROW_SIDE,
                       j = f * FIXED / SX * VW;  // registers
#pragma unroll
            for (uint h = 0; h < CHUNK; h += 2) {
                const uint k = chunk * CHUNK + h;
                const uint y = (chunk * ROW_SIDES + h / ROW_SIDE) % SY,
                           x = chunk % SX;         // their owners
                const uint r0 = i + h % ROW_SIDE;  // the pivot rows are r0 and r0 + 1
                const uint c0 = j + h / LANES, c1 = j + (h + 1) / LANES;
                __local W* row = line + cur * (4 * TS);
                __local W* col = row + 2 * TS;
                if (takes_part && ty == y) {
#pragma unroll
                    for (uint q = 0; q < MICRO; q += VW) {
                        *(__local WV*)(row + AT(tx, q, SX)) = GATHER_ROW(acc[r0], q);
                        *(__local WV*)(row + TW + AT(tx, q, SX)) = GATHER_ROW(acc[r0 + 1], q);
                    }
                }
                if (takes_part && tx == x) {
#pragma unroll
                    for (uint q = 0; q < MICRO_ROWS; q += ROW_SIDE) {
                        *(__local RV*)(col + AT_SIDE(MICRO_ROWS, ty, q, SY)) =
                            SIDE_OF_COL(MICRO_ROWS, acc, q, c0, h % LANES);
                        *(__local RV*)(col + TS + AT_SIDE(MICRO_ROWS, ty, q, SY)) =
                            SIDE_OF_COL(MICRO_ROWS, acc, q, c1, (h + 1) % LANES);
                    }
                }
                barrier(CLK_LOCAL_MEM_FENCE);
                cur ^= 1;
                if (!takes_part) continue;
                W r[2][MICRO], c[2][MICRO_ROWS];
                const W down = SPREAD_LANE(row[TW + k / LANES], h % LANES);
                const W right = SPREAD_LANE(row[(k + 1) / LANES], (h + 1) % LANES);
#pragma unroll
                for (uint q = 0; q < MICRO; q += VW) {
                    const WV row0 = *(__local const WV*)(row + AT(tx, q, SX));
                    const WV row1 = *(__local const WV*)(row + TW + AT(tx, q, SX));
                    UNPACK(r[0] + q, row0);
                    UNPACK(r[1] + q, row1);
                    if (q >= MICRO_ROWS) continue;
                    const RV col0 = *(__local const RV*)(col + AT_SIDE(MICRO_ROWS, ty, q, SY));
                    const RV col1 = *(__local const RV*)(col + TS + AT_SIDE(MICRO_ROWS, ty, q, SY));
                    UNPACK_SIDE(MICRO_ROWS, c[0] + q, col0);
                    UNPACK_SIDE(MICRO_ROWS, c[1] + q, col1);
                }
#pragma unroll
                for (uint q = 0; q < MICRO; ++q) {
                    r[1][q] = RELAX_WORD(r[1][q], down, r[0][q]);
                    if (q < MICRO_ROWS) c[1][q] = RELAX_WORD(c[1][q], c[0][q], right);
                }
#pragma unroll
                for (uint u = 0; u < MICRO_ROWS; ++u) {
#pragma unroll
                    for (uint v = 0; v < MICRO; ++v)
                        acc[u][v] = RELAX_WORD2(acc[u][v], c[0][u], r[0][v], c[1][u], r[1][v]);
                }
            }
        }
    }
}

#endif
