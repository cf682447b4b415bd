// `persistent`: all steps of Floyd-Warshall in one launch, with a grid-wide barrier after each.
// `persistent_register`: the same, except that d[i][k] is read once for all cells of a row.
//
// A group that has done step k sets its flag and waits until all flags are set. OpenCL does not
// promise that groups run at the same time: if one waits too long, all give up and the last flag
// tells the host.
//
// Carrega, Ferreira, "Optimizations in GPGPU using Floyd-Warshall"; for the flags S. Xiao, W. Feng,
// "Inter-block GPU communication via fast barrier synchronization", IPDPS 2010.
#include "semiring.h"

// Cells that other groups wrote must be read from memory that all groups share, and must be there
// before the flag. With PTX_FENCE they are read from the L2 cache, behind PTX's fence; CPUs are
// coherent.
#if defined(PTX_FENCE)
#define SHARED volatile
#define FENCE() asm volatile("membar.gl;" ::: "memory")
#else
#define SHARED
#define FENCE() mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif

// Waits until all groups have finished step k; returns false if they do not. All work-items of a
// group must call it. POLLS, how often a flag is polled at most, amounts to seconds.
INLINE bool meet(__global volatile uint* flags, uint k, __local volatile uint* stalled) {
    const uint groups = get_num_groups(0);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        FENCE();
        flags[get_group_id(0)] = k + 1;
    }
    for (uint g = get_local_id(0); g < groups && *stalled == 0; g += get_local_size(0)) {
        ulong polls = 0;
        while (flags[g] <= k) {
            if (++polls % 1024 != 0) continue;
            if (polls < POLLS && flags[groups] == 0) continue;
            *stalled = 1;
            flags[groups] = 1;
            break;
        }
    }
    FENCE();
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    return *stalled == 0;
}

// Work-item w relaxes run w of the cells in every step. `flags` has one entry per group and one
// more, all 0 at first.
__kernel void persistent(__global T* d, ulong ld, ulong cells, ulong run, uint n,
                         __global volatile uint* flags) {
    LOCAL_MEMORY volatile uint stalled;
    if (get_local_id(0) == 0) stalled = 0;
    __global SHARED const T* shared = d;
    const ulong first = min((ulong)get_global_id(0) * run, cells);
    const ulong last = min(first + run, cells);
    bool together = true;
    for (uint k = 0; k < n && together; ++k) {
        ulong i = first / ld, j = first % ld;
        for (ulong c = first; c < last; ++c) {
            if (i != k && j != k) d[c] = RELAX(d[c], shared[i * ld + k], shared[k * ld + j]);
            if (++j == ld) {
                j = 0;
                ++i;
            }
        }
        together = meet(flags, k, &stalled);
    }
}

__kernel void persistent_register(__global T* d, ulong ld, ulong cells, ulong run, uint n,
                                  __global volatile uint* flags) {
    LOCAL_MEMORY volatile uint stalled;
    if (get_local_id(0) == 0) stalled = 0;
    __global SHARED const T* shared = d;
    const ulong first = min((ulong)get_global_id(0) * run, cells);
    const ulong last = min(first + run, cells);
    bool together = true;
    for (uint k = 0; k < n && together; ++k) {
        __global SHARED const T* from_k = shared + k * ld;
        for (ulong begin = first; begin < last;) {
            const ulong row = begin / ld * ld;
            const ulong end = min(row + ld, last);
            const T to_k = shared[row + k];
            for (ulong c = begin; c < end; ++c) {
                if (row != k * ld && c != row + k) d[c] = RELAX(d[c], to_k, from_k[c - row]);
            }
            begin = end;
        }
        together = meet(flags, k, &stalled);
    }
}
