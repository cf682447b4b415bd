// What a matrix of bits needs beside kernels that every algorithm has. Bit b of word w of a row is
// column 32 w + b; sizes are in words.

// Packs bytes, of which the lowest bits count, 32 per word and work-item, into rows of `width`
// words that begin at word `at` and are `pitch` apart. Four bytes give four bits by a
// multiplication that moves each to its place.
__kernel void pack_bits(__global const uint* bytes, __global uint* d, ulong at, ulong words,
                        ulong width, ulong pitch) {
    const ulong w = get_global_id(0);
    if (w >= words) return;
    const uint8 v = (vload8(w, bytes) & 0x01010101) * 0x10204080 >> 28;
    d[at + w / width * pitch + w % width] = v.s0 | v.s1 << 4 | v.s2 << 8 | v.s3 << 12 | v.s4 << 16 |
                                            v.s5 << 20 | v.s6 << 24 | v.s7 << 28;
}

// The reverse.
__kernel void unpack_bits(__global uint* bytes, __global const uint* d, ulong at, ulong words,
                          ulong width, ulong pitch) {
    const ulong w = get_global_id(0);
    if (w >= words) return;
    const uint8 word = d[at + w / width * pitch + w % width];
    const uint8 fours = word >> (uint8)(0, 4, 8, 12, 16, 20, 24, 28) & 15;
    vstore8(fours * 0x00204081 & 0x01010101, w, bytes);
}

// Clears `columns` bits of each row from (row, column) on. The range is (words, rows), rounded up
// to whole groups.
__kernel void clear_bits(__global uint* d, ulong ld, ulong row, ulong column, ulong columns) {
    const ulong w = column / 32 + get_global_id(0), last = column + columns;
    if (w * 32 >= last) return;
    uint keep = 0;
    if (w * 32 < column) keep |= (1u << column % 32) - 1;
    if (last < w * 32 + 32) keep |= ~0u << last % 32;
    d[(row + get_global_id(1)) * ld + w] &= keep;
}
