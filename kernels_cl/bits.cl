// Converts a matrix of bytes, 0 or 1, to a matrix of bits and back. Bit b of word w of a row is
// column 32 w + b; `ld` of a matrix of bits is in words.

// Packs bytes, 0 or 1, of `n` columns per row; columns from n on are 0. The range is (words, rows).
__kernel void to_bits(__global const uchar* bytes, ulong ld_bytes, __global uint* d, ulong ld,
                      ulong n) {
    const ulong w = get_global_id(0), i = get_global_id(1);
    uint word = 0;
    if (w * 32 < ld_bytes && i < n) {
        for (uint b = 0; b < 32; ++b) {
            if (w * 32 + b < n && bytes[i * ld_bytes + w * 32 + b] != 0) word |= 1u << b;
        }
    }
    d[i * ld + w] = word;
}

// Unpacks bits to bytes. The range is (words that have bytes, rows).
__kernel void to_bytes(__global const uint* d, ulong ld, __global uchar* bytes, ulong ld_bytes) {
    const ulong w = get_global_id(0), i = get_global_id(1);
    const uint word = d[i * ld + w];
    for (uint b = 0; b < 32; ++b) bytes[i * ld_bytes + w * 32 + b] = word >> b & 1;
}
