// `naive`: one step of Floyd-Warshall per launch, one cell per work-item, in two dimensions.
//
// Girardi, "Parallelizzazione APSP"; the OpenCL `fw` of M. Pandey, S. Sharma, "OpenCL parallel
// blocked approach for solving all pairs shortest path problem on GPU", IJCA 111(15), 2015, is the
// same.
#include "semiring.h"

__kernel void naive(__global T* d, ulong ld, ulong k) {
    const ulong j = get_global_id(0), i = get_global_id(1);
    if (i == k || j == k) return;  // read by all work-items, and unchanged in step k
    d[i * ld + j] = RELAX(d[i * ld + j], d[i * ld + k], d[k * ld + j]);
}
