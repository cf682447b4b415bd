// 16-byte vectors, the widest local or global access of GPUs, and moving them to and from
// registers.
#ifndef VECTORS_GPU_H
#define VECTORS_GPU_H
#include "semiring.h"

#ifdef DTYPE_F64
#define VW 2
#define SPREAD(dst, v)     \
    {                      \
        (dst)[0] = (v).s0; \
        (dst)[1] = (v).s1; \
    }
#define GATHER_ROW(x, j) ((VT)((x)[j], (x)[(j) + 1]))
#define GATHER_COL(x, i, j) ((VT)(x[i][j], x[(i) + 1][j]))
#else
#define VW 4
#define SPREAD(dst, v)     \
    {                      \
        (dst)[0] = (v).s0; \
        (dst)[1] = (v).s1; \
        (dst)[2] = (v).s2; \
        (dst)[3] = (v).s3; \
    }
#define GATHER_ROW(x, j) ((VT)((x)[j], (x)[(j) + 1], (x)[(j) + 2], (x)[(j) + 3]))
#define GATHER_COL(x, i, j) ((VT)(x[i][j], x[(i) + 1][j], x[(i) + 2][j], x[(i) + 3][j]))
#endif
#define VT T_VECTOR(VW)

#endif
