// The element type and the semiring (min, +), spelled once for every kernel.
//
// The host defines one of DTYPE_F32, DTYPE_F64, DTYPE_I32, and how the minimum is spelled:
//   (none)        fmin() or min(): the true minimum.
//   MIN_TERNARY   (b < a) ? b : a: the true minimum where fmin is slow: PoCL, and f64 on NVIDIA
//   (5.1
//                 T/s against 2.6 on an H200; but f32 7.2 against 13.5).
//   MIN_BITS      integer minimum of the bit patterns, for scalar floats >= 0 only: they order as
//                 integers do, +inf included. NVIDIA has a three-operand one: a minimum for every
//                 two additions.
// A candidate that is NaN (-inf + inf, around a negative cycle) never replaces a number.
#ifndef SEMIRING_H
#define SEMIRING_H

// "No path" is +infinity, or for integers a sentinel whose double still fits.
#if defined(DTYPE_F64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define T double
#define T_INFINITY ((T)INFINITY)
#define AS_BITS(x) as_long(x)
#define AS_T(x) as_double(x)
#elif defined(DTYPE_I32)
#define T int
#define T_INFINITY ((T)(INT_MAX / 2))
#else
#define T float
#define T_INFINITY INFINITY
#define AS_BITS(x) as_int(x)
#define AS_T(x) as_float(x)
#endif

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define T_VECTOR(width) PASTE(T, width)

#define PLUS(a, b) ((a) + (b))

#if defined(DTYPE_I32)
#define MIN(a, b) min(a, b)
#elif defined(MIN_BITS)
#define MIN(a, b) AS_T(min(AS_BITS(a), AS_BITS(b)))
#elif defined(MIN_TERNARY)
#define MIN(a, b) ((b) < (a) ? (b) : (a))
#else
#define MIN(a, b) fmin(a, b)
#endif

// One relaxation, and two at once for devices with a three-operand minimum.
#define RELAX(c, a, b) MIN(c, PLUS(a, b))
#if defined(MIN_BITS) && !defined(DTYPE_I32)
#define RELAX2(c, a0, b0, a1, b1) \
    AS_T(min(min(AS_BITS(PLUS(a0, b0)), AS_BITS(PLUS(a1, b1))), AS_BITS(c)))
#else
#define RELAX2(c, a0, b0, a1, b1) RELAX(RELAX(c, a0, b0), a1, b1)
#endif

#endif
