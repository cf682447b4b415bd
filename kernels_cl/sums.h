// What is added up of a vertex's distances: their sum, the largest, and how many there are. Integers
// are added up exactly, floats as doubles, which the device must have. host/backends/gpu_sums.hpp
// has the same struct.
#if defined(AS_T)
#if !defined(__CUDACC__)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
typedef double Sum;
#else
typedef long Sum;
#endif

typedef struct {
    Sum sum;
    T most;
    uint count;
} Sums;

INLINE Sums no_sums(void) {
    Sums none;
    none.sum = 0;
    none.most = 0;
    none.count = 0;
    return none;
}

// Adds v if it is the length of a path.
INLINE Sums with_distance(Sums s, T v, bool path) {
    s.sum += path ? (Sum)v : (Sum)0;
    s.most = path && v > s.most ? v : s.most;
    s.count += path ? 1 : 0;
    return s;
}

INLINE Sums both_sums(Sums a, Sums b) {
    a.sum += b.sum;
    a.most = b.most > a.most ? b.most : a.most;
    a.count += b.count;
    return a;
}
