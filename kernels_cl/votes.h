// Votes among the work-items of a group, which is a warp of NVIDIA's. The host defines PTX as 1 for
// its devices.
#ifndef VOTES_H
#define VOTES_H
#include "dialect.h"

#if defined(__CUDACC__)
#define VOTES 1  // see host/backends/cuda/opencl_c.cuh
#else
#define VOTES PTX
#if VOTES
// A bit for each work-item, all of which call it, in the order of their local ids.
INLINE uint votes(bool own) {
    uint all;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
                 : "=r"(all)
                 : "r"((uint)own));
    return all;
}
#endif
#endif

#endif
