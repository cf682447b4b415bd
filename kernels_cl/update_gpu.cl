// update: C <- C (+) A (x) B, the semiring product that is nearly all of every blocked schedule.
// A is packed k-major and spread, a[k * lda + i], so that both operands stream in as rows of a
// k-slab; B is read in place. Columns, ld and offsets count words (see words_gpu.h). Register
// blocking over buffered local slabs (see slabs_gpu.h), one barrier per slab.
//
// clang-format off
//                 TN columns j
//             +----------------+   One group owns a TM x TN tile of C; a work-item keeps RM x RN
//             |  KD rows of B  |   of it in registers, as chunks of VW rows and VW words dealt
//             +----------------+   round: chunk q of work-item t starts at VW * (t + q * items).
//   +------+  +----------------+   So neighbours read neighbouring 16 bytes of local memory (no
//   | KD   |  | o . o .        |   bank conflicts) and whole lines of C.
//   | cols |  | . . . .        |
//   | of A |  | o . o .        |   TM   o: where the chunks of work-item 0 start
//   +------+  +----------------+
// clang-format on
//
// Measured on an H200 (update alone, n = 16384, K = 512, T/s; f32 >= 0 / true minimum / i32):
//   64 x 128 tile, 8 x 8, KD 16, 160 registers: 16.25 / 13.48 / 15.73. 128 x 64: 16.22 / 13.49 /
//   15.71. 64 x 64: 15.94 / 13.39 / 15.68. 8 x 16 per work-item (255 registers, 8 warps): 14.95 /
//   12.7 / 15.5. KD 8: 15.57. Capped to 128 registers (16 warps): spills, 14.4.
//
// The host defines
//   TM          rows of a tile
//   TN          words in a row of a tile
//   RM, RN      the same for the part of a work-item
//   KD          depth of a local slab
//   UD          depth that is unrolled: compilers that load all operands first spill if it is deep
//   KP          pivots taken together: 2 for a three-operand minimum, else 1 (fewer registers)
//   BAND        tile rows that are walked together, column by column: they share B in the L2
//   BY_COLUMNS  a work-item takes its cells column by column
//   RAGGED      rows of C end at word `words`, which need not be the end of a tile
//   SLABS       of local memory, where copies are asynchronous
#include "slabs_gpu.h"

#define TX (TN / RN)
#define TY (TM / RM)
#define WG (TX * TY)
#define NA (KD * TM / VW / WG)  // vectors of A and B that a work-item loads per slab
#define NB (KD * TN / VW / WG)

// NVIDIA caps registers (-cl-nv-maxrregcount) only for kernels without a fixed group size. With
// MAX_REGISTERS none is fixed, and the host launches WG work-items per group all the same.
#ifdef MAX_REGISTERS
#define GROUP_SIZE
#else
#define GROUP_SIZE GROUP_OF(WG)
#endif

#ifdef RAGGED
#define END_OF_ROWS , uint words
#define IF_IN_ROW(word) if (tj * TN + (word) < words)
#else
#define END_OF_ROWS
#define IF_IN_ROW(word)
#endif

__kernel GROUP_SIZE void update(__global M* restrict c, ulong c_offset, ulong ldc,
                                __global const W* restrict a, ulong a_offset, ulong lda,
                                __global const MB* b, ulong b_offset, ulong ldb, uint k, uint rows,
                                uint cols, uint gap_at, uint gap, uint col_gap_at, uint col_gap,
                                long right_of_rows END_OF_ROWS) {
    LOCAL_MEMORY W la[SLABS * KD * TM] __attribute__((aligned(16)));
    LOCAL_MEMORY W lb[SLABS * KD * TN] __attribute__((aligned(16)));
    const uint t = get_local_id(0);
    const uint tx = t % TX, ty = t / TX;

    // Group -> tile: bands of BAND tile rows, walked column by column; gap tile rows from gap_at on
    // are left out (the pivot rows themselves), and col_gap tile columns from col_gap_at on.
    const uint g = get_group_id(0);
    const uint band = g / (BAND * cols), first = band * BAND;
    const uint high = min((uint)BAND, rows - first);
    uint ti = first + (g - band * BAND * cols) % high;
    uint tj = (g - band * BAND * cols) / high;
    if (ti >= gap_at) ti += gap;
    if (tj >= col_gap_at) tj += col_gap;
    // For a symmetric matrix, tiles wholly below the diagonal are skipped: `right_of_rows` is the
    // first column minus the first row, or large to skip none.
    if ((long)(tj + 1) * TN * LANES + right_of_rows <= (long)ti * TM) return;

    c += c_offset + (ulong)ti * TM * ldc + (ulong)tj * TN;
    a += a_offset + (ulong)ti * TM;
    b += b_offset + (ulong)tj * TN;

    a += (ulong)(t / (TM / VW)) * lda + t % (TM / VW) * VW;
    b += (ulong)(t / (TN / VW)) * ldb + t % (TN / VW) * VW;
    START_SLABS()
    W acc[RM][RN];
#pragma unroll
    for (uint i = 0; i < RM; ++i) {
#pragma unroll
        for (uint j = 0; j < RN; j += VW) {
            IF_IN_ROW((tx + j / VW * TX) * VW) {
                const WV v = LOAD_WORDS(c + (ulong)((ty + i / VW * TY) * VW + i % VW) * ldc +
                                        (tx + j / VW * TX) * VW);
                UNPACK(acc[i] + j, v);
            }
        }
    }
    KEEP_FIRST_SLAB()
    for (uint left = k / KD; left > 0; --left) {
        BEGIN_SLAB()
        __local const W* sa = la + cur * (KD * TM) + ty * VW;
        __local const W* sb = lb + cur * (KD * TN) + tx * VW;
#pragma unroll 1
        for (uint p0 = 0; p0 < KD; p0 += UD) {
#pragma unroll
            for (uint p = p0; p < p0 + UD; p += KP) {
                W ra[KP][RM], rb[KP][RN];
#pragma unroll
                for (uint h = 0; h < KP; ++h) {
#pragma unroll
                    for (uint i = 0; i < RM; i += VW) {
                        const WV v = *(__local const WV*)(sa + (p + h) * TM + i / VW * TY * VW);
                        UNPACK(ra[h] + i, v);
                    }
#pragma unroll
                    for (uint j = 0; j < RN; j += VW) {
                        const WV v = *(__local const WV*)(sb + (p + h) * TN + j / VW * TX * VW);
                        UNPACK(rb[h] + j, v);
                    }
                }
#pragma unroll
                for (uint e = 0; e < RM * RN; ++e) {
#ifdef BY_COLUMNS
                    const uint j = e / RM, i = e % RM;
#else
                    const uint i = e / RN, j = e % RN;
#endif
                    acc[i][j] = KP == 2 ? RELAX_WORD2(acc[i][j], ra[0][i], rb[0][j], ra[KP - 1][i],
                                                      rb[KP - 1][j])
                                        : RELAX_WORD(acc[i][j], ra[0][i], rb[0][j]);
                }
            }
        }
        END_SLAB()
    }

#pragma unroll
    for (uint i = 0; i < RM; ++i) {
#pragma unroll
        for (uint j = 0; j < RN; j += VW) {
            IF_IN_ROW((tx + j / VW * TX) * VW)
            STORE_WORDS(GATHER_ROW(acc[i], j), c + (ulong)((ty + i / VW * TY) * VW + i % VW) * ldc +
                                                   (tx + j / VW * TX) * VW);
        }
    }
}
