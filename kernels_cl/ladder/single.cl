// `single`: one work-item does all of Floyd-Warshall, which shows a device without parallelism.
//
// Carrega, Ferreira, "Optimizations in GPGPU using Floyd-Warshall".
#include "semiring.h"

__kernel void single(__global T* d, ulong ld, ulong n) {
    for (ulong k = 0; k < n; ++k) {
        for (ulong i = 0; i < n; ++i) {
            for (ulong j = 0; j < n; ++j)
                d[i * ld + j] = RELAX(d[i * ld + j], d[i * ld + k], d[k * ld + j]);
        }
    }
}
