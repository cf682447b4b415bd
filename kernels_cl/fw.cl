// One step of Floyd-Warshall: paths may now go through vertex k.
//
// A work-item relaxes WIDTH neighbouring cells of one row; the range is (ld / WIDTH, rows), rounded
// up to whole groups. Row k
// and column k do not change in step k (D[k][k] is 0) and are left alone: every work-item reads
// them, and writing even the same value back would be a race. The host defines WIDTH: 4 makes
// 16-byte accesses on GPUs, 8 or 16 fill the vectors of CPUs.
#include "semiring.h"

#define TV T_VECTOR(WIDTH)
#define LOAD VLOAD(WIDTH)
#define STORE VSTORE(WIDTH)

__kernel void fw_step(__global T* d, ulong ld, ulong k) {
    const ulong j = get_global_id(0) * WIDTH;
    const ulong i = get_global_id(1);
    if (i == k || j >= ld) return;

    __global T* cells = d + i * ld + j;
    const TV to_k = (TV)(d[i * ld + k]);
    const TV from_k = LOAD(0, d + k * ld + j);
    const TV old = LOAD(0, cells);
    const TV relaxed = RELAX(old, to_k, from_k);

    if (k >= j && k < j + WIDTH) {
#pragma unroll
        for (uint e = 0; e < WIDTH; ++e) {
            if (j + e != k) cells[e] = ((const T*)&relaxed)[e];
        }
    } else {
        STORE(relaxed, 0, cells);
    }
}
