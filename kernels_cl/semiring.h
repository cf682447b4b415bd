// The element type and the semiring, spelled once for every kernel.
//
// The host defines one of DTYPE_F32, DTYPE_F64, DTYPE_I32. "No path" is +infinity, or for integers
// a sentinel whose double still fits. RELAX is the one place where two paths are joined and compared.

#if defined(DTYPE_F64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define T double
#define T_INFINITY ((T)INFINITY)
#elif defined(DTYPE_I32)
#define T int
#define T_INFINITY ((T)(INT_MAX / 2))
#else
#define T float
#define T_INFINITY INFINITY
#endif

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define T_VECTOR(width) PASTE(T, width)

// A candidate that is NaN (-infinity + infinity, around a negative cycle) never replaces a number.
#define PLUS(a, b) ((a) + (b))
#define MIN(a, b) ((b) < (a) ? (b) : (a))
#define RELAX(c, a, b) MIN(c, PLUS(a, b))
