// What is added up of a vertex's distances: their sum, the largest, and how many there are; and if
// MORE is 1, the sum of their inverses and what is within bounds. Integers are added up exactly,
// floats and all that MORE adds as doubles, which the device must have. host/backends/gpu_sums.hpp
// has the same struct.
#if (defined(AS_T) || MORE) && !defined(__CUDACC__)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#if defined(AS_T)
typedef double Sum;
#else
typedef long Sum;
#endif
#if MORE
typedef double Weight;
#else
typedef long Weight;  // always 0
#endif

typedef struct {
    Sum sum;
    Weight harmonic;
    T most;
    uint count;
} Sums;

INLINE Sums no_sums(void) {
    Sums none;
    none.sum = 0;
    none.harmonic = 0;
    none.most = 0;
    none.count = 0;
    return none;
}

// Adds v if it is the length of a path; `harmonic` is 1 if inverses are asked for, or else 0.
INLINE Sums with_distance(Sums s, T v, bool path, uint harmonic) {
    s.sum += path ? (Sum)v : (Sum)0;
    s.most = path && v > s.most ? v : s.most;
    s.count += path ? 1 : 0;
#if MORE
    if (harmonic) s.harmonic += path && v != 0 ? 1 / (double)v : 0;
#endif
    return s;
}

INLINE Sums both_sums(Sums a, Sums b) {
    a.sum += b.sum;
    a.harmonic += b.harmonic;
    a.most = b.most > a.most ? b.most : a.most;
    a.count += b.count;
    return a;
}

// The place among ascending limits of the first that is above v, or `bounds`.
INLINE uint bin_of(T v, __global const T* limits, uint bounds) {
    uint first = 0, last = bounds;
    while (first < last) {
        const uint middle = (first + last) / 2;
        if (limits[middle] <= v) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    return first;
}
