// What a matrix of bits needs beside kernels that every algorithm has. Bit b of word w of a row is
// column 32 w + b; sizes are in words.
#include "dialect.h"

// Packs bytes, of which the lowest bits count, 32 per word and work-item, into rows of `width`
// words that begin at word `at` and are `pitch` apart. Four bytes give four bits by a
// multiplication that moves each to its place.
__kernel void pack_bits(__global const uint* bytes, __global uint* d, ulong at, ulong words,
                        ulong width, ulong pitch) {
    const ulong w = get_global_id(0);
    if (w >= words) return;
    const VECTOR(uint, 8) v = (VLOAD(8)(w, bytes) & 0x01010101) * 0x10204080 >> 28;
    uint word = 0;
#pragma unroll
    for (uint q = 0; q < 8; ++q) word |= ((const uint*)&v)[q] << 4 * q;
    d[at + w / width * pitch + w % width] = word;
}

// The reverse.
__kernel void unpack_bits(__global uint* bytes, __global const uint* d, ulong at, ulong words,
                          ulong width, ulong pitch) {
    const ulong w = get_global_id(0);
    if (w >= words) return;
    const VECTOR(uint, 8) word = d[at + w / width * pitch + w % width];
    const VECTOR(uint, 8) by = VECTOR8(VECTOR(uint, 8), 0, 4, 8, 12, 16, 20, 24, 28);
    const VECTOR(uint, 8) fours = word >> by & 15;
    VSTORE(8)(fours * 0x00204081 & 0x01010101, w, bytes);
}

// Clears `columns` bits of each row from (row, column) on. The range is that of `fill` of
// matrix.cl, in words.
__kernel void clear_bits(__global uint* d, ulong ld, ulong row, ulong column, ulong rows,
                         ulong columns) {
    const ulong w = column / 32 + get_global_id(0), last = column + columns;
    if (w * 32 >= last) return;
    uint keep = 0;
    if (w * 32 < column) keep |= (1u << column % 32) - 1;
    if (last < w * 32 + 32) keep |= ~0u << last % 32;
    for (ulong i = get_global_id(1); i < rows; i += get_global_size(1))
        d[(row + i) * ld + w] &= keep;
}

// A step of Floyd-Warshall on bits: a word per work-item; the range is (words, rows), rounded up to
// whole groups. Words that hold column k change, but its bits do not.
__kernel void fw_step(__global uint* d, ulong ld, ulong k) {
    const ulong w = get_global_id(0), i = get_global_id(1);
    if (i == k || w >= ld) return;
    if ((d[i * ld + k / 32] >> k % 32 & 1) != 0) d[i * ld + w] |= d[k * ld + w];
}
