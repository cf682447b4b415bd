// What close_gpu.cl and panel_gpu.cl share: the tile of the short steps, and packing.
#ifndef TILE_GPU_H
#define TILE_GPU_H
#include "vectors_gpu.h"

#ifndef TS
#define TS 64  // the tile; one group closes it in 5.3 us on an H200
#endif
#ifndef SD
#define SD TS  // depth of a local slab: TS where local memory allows (one barrier), else less
#endif
#define PT 32  // packing tile
#define PACK_LOCAL (PT * (PT + 1))

// Row (or column) of the tile that element i of work-item t's micro-tile is: chunks of VW, dealt
// round among the items, as in update.cl.
#define AT(t, i, items) (((t) + (i) / VW * (items)) * VW + (i) % VW)

// dst[k * lda + i] = src[i * ld + k], a PT x PT tile a group.
void pack_tile(__global T* dst, ulong lda, __global const T* src, ulong ld, uint t, uint items,
               __local T* tile) {
    for (uint e = t; e < PT * PT; e += items)
        tile[e / PT * (PT + 1) + e % PT] = src[(ulong)(e / PT) * ld + e % PT];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint e = t; e < PT * PT; e += items)
        dst[(ulong)(e / PT) * lda + e % PT] = tile[e % PT * (PT + 1) + e / PT];
}

#endif
