// Fills a rectangle of the matrix with infinity: the padding. The range is (columns, rows).
#include "semiring.h"

__kernel void fill(__global T* d, ulong ld, ulong row, ulong column) {
    d[(row + get_global_id(1)) * ld + column + get_global_id(0)] = T_INFINITY;
}
