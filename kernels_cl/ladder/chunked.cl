// `chunked`: one step of Floyd-Warshall per launch, one run of neighbouring cells per work-item.
//
// Neighbouring work-items are a whole run apart, so on a GPU each access is a transaction of its
// own; `coalesced` avoids that.
//
// Carrega, Ferreira, "Optimizations in GPGPU using Floyd-Warshall".
#include "semiring.h"

// The range is one-dimensional and may extend past the last cell.
__kernel void chunked(__global T* d, ulong ld, ulong cells, ulong run, ulong k) {
    const ulong first = min((ulong)get_global_id(0) * run, cells);
    const ulong last = min(first + run, cells);
    ulong i = first / ld, j = first % ld;
    for (ulong c = first; c < last; ++c) {
        // Row and column k are read by all work-items and do not change in step k.
        if (i != k && j != k) d[c] = RELAX(d[c], d[i * ld + k], d[k * ld + j]);
        if (++j == ld) {
            j = 0;
            ++i;
        }
    }
}
