// A min-plus product of small distances on tensor cores: C <- min(C, A x B) in bytes, where A and B
// stand as exponents (host/backends/exponents.hpp has the encoding, and why it is exact):
//
//   a  ->  2^(E - S a)      no path  ->  0      so that      2^(E - S a) * 2^(E - S b) is
//   b  ->  2^(E - S b)                                       2^(2E - S (a + b))
//
// and of a sum of up to TERMS such products, the exponent tells the smallest a + b:
//
//   2^(2E - S (m+1))  |  2^(2E - S m) .. TERMS * 2^(2E - S m)  |  2^(2E - S (m-1))
//   ------------------+------- all sums with minimum m --------+------------------> log2
//
// One instruction takes 16 relaxations of 16 x 8 results, in f32. Where K is at most TERMS, nothing
// else happens until the end; with TERMS == 16, maxima join the sums, of their bits as integers.
// Values above LIMIT, which are not on the way to shorter distances, become "no path".
//
// clang-format off
//                 128 columns j
//             +-----------------+   A group of 4 warps owns a tile of C, and each of them a quarter
//             |  32 rows of B   |   in registers. Rows of A, which is k-major, and of B come in
//             +-----------------+   slabs of 32, two ahead. A slab's rows are 16 pieces of 16
//   +------+  +--------+--------+   bytes; piece p of row k lies at p ^ (k % 8), so that neither
//   | 32   |  | warp 0 | warp 1 |   copies nor ldmatrix meet in a bank.
//   | cols |  +--------+--------+   Of each 64 columns of B, `encode_rows` puts (t, q, h) at
//   | of A |  | warp 2 | warp 3 |   (q, t, h): a work-item has 16 neighbours in a row of C.
//   +------+  +--------+--------+
// clang-format on
//
// Measured on an H200 (update alone, n = 16384, T/s, OpenCL and CUDA alike), K = 512 / 1024: 213 /
// 235 with TERMS = 1024. Without half slabs ahead: 175 / 203. Without bringing C nearer at the
// start: 178 / 223. Bands of 32 and 16: 208 / 234 and 203 / 232. With TERMS = 16: 155 / 175. CUDA's
// wgmma, 64 x 256 per instruction, in its simplest form: 152 / 197.
//
// PTX, for NVIDIA's GPUs of compute capability 8.0 and higher. The host defines TERMS, FIRST, STEP,
// LIMIT, FROM and BY, members of Exponents; TILE, KD and WG, the edge of a tile, the depth of a
// slab and the work-items of a group; PT and PACK_GROUP as for pack_gpu.h.
#include "dialect.h"

#define BAND 64  // tile rows that are walked together, column by column
#define SLABS 3
#define SLAB_BYTES (KD * TILE * 2)
#define ROW_BYTES (TILE * 2)

#if defined(__CUDACC__)
#define ADDRESS(local) ((uint)__cvta_generic_to_shared(local))
#define BITS(f) __float_as_int(f)
#define FLOAT(i) __int_as_float(i)
#define BYTES(a, b, which) __byte_perm(a, b, which)
#define SMALLER2(a, b) __vminu2(a, b)
#define PAIR(a, b) make_uint2(a, b)
#else
#define ADDRESS(local) ((uint)(ulong)(local))
#define BITS(f) as_int(f)
#define FLOAT(i) as_float(i)
#define PAIR(a, b) ((uint2)(a, b))
static inline uint BYTES(uint a, uint b, uint which) {
    uint c;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(c) : "r"(a), "r"(b), "r"(which));
    return c;
}
static inline uint SMALLER2(uint a, uint b) {
    uint c;
    asm("min.u16x2 %0, %1, %2;" : "=r"(c) : "r"(a), "r"(b));
    return c;
}
#endif

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define PTX \
    if (0) asm volatile  // where these kernels are not used
#else
#define PTX asm volatile
#endif
// Brings the line of 128 bytes that this is in nearer.
INLINE void bring(__global const uchar* line) {
    PTX("prefetch.global.L2 [%0];" : : "l"(line) : "memory");
}
// Starts copying 16 bytes to local memory.
INLINE void fetch(uint to, __global const ushort* from) {
    PTX("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(to), "l"(from) : "memory");
}
// Ends a group of copies.
INLINE void commit(void) {
    PTX("cp.async.commit_group;" : : : "memory");
}
// Waits until only the last `pending` groups are under way.
#define AWAIT(pending) PTX("cp.async.wait_group %0;" : : "n"(pending) : "memory")
// Four squares of 8 x 8, transposed.
INLINE void load_squares(uint* r, uint at) {
    PTX("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
        : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
        : "r"(at)
        : "memory");
}
// d <- d + a x b of 16 x 8, through 16.
INLINE void add_product(float* d, const uint* a, const uint* b) {
    PTX("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
        "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

INLINE ushort encode(uint distance) {
    return distance <= LIMIT ? FIRST - STEP * distance : 0;
}
// Of two sums, as words of 16 bits: more than 255 where there is no path.
INLINE uint decode2(float x, float y) {
    const uint from = (uint)FROM * BY;
    return BYTES(from - (((uint)BITS(x) - 1) >> 16) * BY, from - (((uint)BITS(y) - 1) >> 16) * BY,
                 0x7632);
}
// Four bytes of C and of the sums.
INLINE uint joined(uint c, const float* x, const float* y) {
    return BYTES(SMALLER2(decode2(x[0], x[1]), BYTES(c, 0, 0x4140)),
                 SMALLER2(decode2(y[0], y[1]), BYTES(c, 0, 0x4342)), 0x6420);
}

// A, as `pack` of pack_gpu.h. A work-item reads four neighbours, and writes four.
__kernel __attribute__((reqd_work_group_size(PACK_GROUP, 1, 1))) void encode_columns(
    __global const uchar* d, ulong a_offset, ulong ld, __global ushort* panel, ulong p_offset,
    ulong lda, uint cols, uint gap_at, uint gap) {
    LOCAL_MEMORY ushort tile[PT * (PT + 2)];
    uint pi = get_group_id(0) / cols;
    const uint pk = get_group_id(0) % cols;
    if (pi >= gap_at) pi += gap;
    const uint row = get_local_id(0) / (PT / 4), four = get_local_id(0) % (PT / 4) * 4;
    d += a_offset + ((ulong)pi * PT + row) * ld + pk * PT + four;
    panel += p_offset + ((ulong)pk * PT + row) * lda + pi * PT + four;
    const uint bytes = *(__global const uint*)d;
#pragma unroll
    for (uint e = 0; e < 4; ++e) tile[(four + e) * (PT + 2) + row] = encode(bytes >> e * 8 & 255);
    barrier(CLK_LOCAL_MEM_FENCE);
    __local const ushort* const line = tile + row * (PT + 2) + four;
    *(__global uint2*)panel = PAIR(line[0] | (uint)line[1] << 16, line[2] | (uint)line[3] << 16);
}

// Rows of B: a work-item has eight elements that are neighbours afterwards.
__kernel __attribute__((reqd_work_group_size(PACK_GROUP, 1, 1))) void encode_rows(
    __global const uchar* d, ulong offset, ulong ld, __global ushort* b, ulong b_offset, ulong ldb,
    uint columns) {
    const uint column = get_global_id(0) * 8;
    const ulong row = get_group_id(1);
    if (column >= columns) return;
    d += offset + row * ld + column / 64 * 64 + column % 64 / 4;
    uint4 v;
    v.x = encode(d[0]) | (uint)encode(d[1]) << 16;
    v.y = encode(d[16]) | (uint)encode(d[17]) << 16;
    v.z = encode(d[32]) | (uint)encode(d[33]) << 16;
    v.w = encode(d[48]) | (uint)encode(d[49]) << 16;
    *(__global uint4*)(b + b_offset + row * ldb + column) = v;
}

// The arguments are those of update_gpu.cl.
__kernel GROUP_OF(WG) void update(__global uchar* restrict c, ulong c_offset, ulong ldc,
                                  __global const ushort* restrict a, ulong a_offset, ulong lda,
                                  __global const ushort* b, ulong b_offset, ulong ldb, uint k,
                                  uint rows, uint cols, uint gap_at, uint gap, uint col_gap_at,
                                  uint col_gap, long right_of_rows) {
    LOCAL_MEMORY ushort la[SLABS * KD * TILE] __attribute__((aligned(128)));
    LOCAL_MEMORY ushort lb[SLABS * KD * TILE] __attribute__((aligned(128)));
    const uint t = get_local_id(0), lane = t % 32, down = t / 64, across = t / 32 % 2;
    const uint g = get_group_id(0);
    const uint band = g / (BAND * cols), first = band * BAND;
    const uint high = min((uint)BAND, rows - first);
    uint ti = first + (g - band * BAND * cols) % high;
    uint tj = (g - band * BAND * cols) / high;
    if (ti >= gap_at) ti += gap;
    if (tj >= col_gap_at) tj += col_gap;
    if ((long)(tj + 1) * TILE + right_of_rows <= (long)ti * TILE) return;

    // Where this work-item's pieces of a slab come from and go to, and its squares.
    a += a_offset + (ulong)ti * TILE + (ulong)(t / 16) * lda + t % 16 * 8;
    b += b_offset + (ulong)tj * TILE + (ulong)(t / 16) * ldb + t % 16 * 8;
    const uint sa = ADDRESS(la), sb = ADDRESS(lb);
    const uint put = t / 16 * ROW_BYTES + (t % 16 ^ t / 16 % 8) * 16;
    uint get_a[4], get_b[4];
#pragma unroll
    for (uint q = 0; q < 4; ++q) {
        get_a[q] = sa + (lane % 8 + lane / 16 * 8) * ROW_BYTES + down * (ROW_BYTES / 2) +
                   (q * 2 + lane / 8 % 2 ^ lane % 8) * 16;
        get_b[q] = sb + (lane % 8 + lane / 8 % 2 * 8) * ROW_BYTES + across * (ROW_BYTES / 2) +
                   (q * 2 + lane / 16 ^ lane % 8) * 16;
    }
#define FETCH_SLAB(slot)                                                         \
    {                                                                            \
        _Pragma("unroll") for (uint q = 0; q < KD * 16 / WG; ++q) {              \
            const uint to = (slot)*SLAB_BYTES + put + q * (WG / 16) * ROW_BYTES; \
            fetch(sa + to, a + q * (WG / 16) * lda);                             \
            fetch(sb + to, b + q * (WG / 16) * ldb);                             \
        }                                                                        \
        a += KD * lda;                                                           \
        b += KD * ldb;                                                           \
        commit();                                                                \
    }
    bring(c + c_offset + ((ulong)ti * TILE + t) * ldc + (ulong)tj * TILE);
    float acc[4][8][4];
#pragma unroll
    for (uint e = 0; e < 128; ++e) acc[e / 32][e / 4 % 8][e % 4] = 0;

    // K is 128 or more, so there are four slabs. `slot` is the place of slab s.
    const uint slabs = k / KD;
    uint slot = 0;
    FETCH_SLAB(0)
    FETCH_SLAB(1)
#if TERMS > 16
    // Half a slab's squares are on their way while the other half's are multiplied.
    uint fa[2][4][4], fb[2][4][4];
#define LOAD_HALF(half, at)                                                 \
    _Pragma("unroll") for (uint q = 0; q < 4; ++q) {                        \
        load_squares(fa[half][q], get_a[q] + (at) + (half)*16 * ROW_BYTES); \
        load_squares(fb[half][q], get_b[q] + (at) + (half)*16 * ROW_BYTES); \
    }
#define ADD_HALF(half)                                                    \
    _Pragma("unroll") for (uint e = 0; e < 32; ++e) {                     \
        const uint i = e % 4, j = e / 4;                                  \
        add_product(acc[i][j], fa[half][i], fb[half][j / 2] + j % 2 * 2); \
    }
    FETCH_SLAB(2)
    AWAIT(2);
    barrier(CLK_LOCAL_MEM_FENCE);
    LOAD_HALF(0, 0)
#pragma unroll 1
    for (uint s = 0; s < slabs; ++s) {
        LOAD_HALF(1, slot * SLAB_BYTES)
        ADD_HALF(0)
        AWAIT(1);  // slab s + 1 is there,
        barrier(CLK_LOCAL_MEM_FENCE);
        // and nobody needs slab s any more.
        if (s + SLABS < slabs) FETCH_SLAB(slot) else commit();
        slot = slot == SLABS - 1 ? 0 : slot + 1;
        LOAD_HALF(0, slot * SLAB_BYTES)  // behind the last slab: not used
        ADD_HALF(1)
    }
#else
#pragma unroll 1
    for (uint s = 0; s < slabs; ++s) {
        AWAIT(1);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (s + 2 < slabs) FETCH_SLAB(slot == 0 ? 2 : slot - 1) else commit();
        const uint at = slot * SLAB_BYTES;
        uint fa[2][4][4], fb[2][4];
#pragma unroll
        for (uint q = 0; q < 4; ++q) {
            load_squares(fa[0][q], get_a[q] + at);
            load_squares(fa[1][q], get_a[q] + at + 16 * ROW_BYTES);
        }
#pragma unroll
        for (uint j = 0; j < 8; ++j) {
            if (j % 2 == 0) {
                load_squares(fb[0], get_b[j / 2] + at);
                load_squares(fb[1], get_b[j / 2] + at + 16 * ROW_BYTES);
            }
#pragma unroll
            for (uint i = 0; i < 4; ++i) {
                float x[4] = {0, 0, 0, 0}, y[4] = {0, 0, 0, 0};
                add_product(x, fa[0][i], fb[0] + j % 2 * 2);
                add_product(y, fa[1][i], fb[1] + j % 2 * 2);
                // One instruction with three operands.
#pragma unroll
                for (uint e = 0; e < 4; ++e)
                    acc[i][j][e] = FLOAT(max(max(BITS(x[e]), BITS(y[e])), BITS(acc[i][j][e])));
            }
        }
        slot = slot == SLABS - 1 ? 0 : slot + 1;
    }
#endif
    c += c_offset + ((ulong)ti * TILE + down * 64 + lane / 4) * ldc + (ulong)tj * TILE +
         across * 64 + lane % 4 * 16;
#pragma unroll
    for (uint i = 0; i < 4; ++i) {
#pragma unroll
        for (uint h = 0; h < 4; h += 2) {
            __global uint4* const at = (__global uint4*)(c + (ulong)(i * 16 + h * 4) * ldc);
            uint4 v = *at;
            v.x = joined(v.x, acc[i][0] + h, acc[i][1] + h);
            v.y = joined(v.y, acc[i][2] + h, acc[i][3] + h);
            v.z = joined(v.z, acc[i][4] + h, acc[i][5] + h);
            v.w = joined(v.w, acc[i][6] + h, acc[i][7] + h);
            *at = v;
        }
    }
}
