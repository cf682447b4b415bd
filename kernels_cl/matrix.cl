// What every solve needs of the matrix, whatever the algorithm.
#include "semiring.h"

// Fills a rectangle with infinity: the padding. The range is (columns, rows).
__kernel void fill(__global T* d, ulong ld, ulong row, ulong column) {
    d[(row + get_global_id(1)) * ld + column + get_global_id(0)] = T_INFINITY;
}

// Copies the diagonal; the range is its length.
__kernel void diagonal(__global const T* d, ulong ld, __global T* out) {
    const ulong i = get_global_id(0);
    out[i] = d[i * ld + i];
}
