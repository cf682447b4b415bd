// The element type and the semirings, each spelled once for every kernel.
//
// The host defines one of DTYPE_F32, DTYPE_F64, DTYPE_I32, DTYPE_I16, DTYPE_U8; one of MIN_PLUS,
// MAX_MIN, MIN_MAX, MAX_TIMES, OR_AND; and how minimum and maximum of floats are spelled:
//   (none)        fmin() and fmax().
//   MIN_TERNARY   (b < a) ? b : a, where fmin is slow: on PoCL, and for f64 on NVIDIA (5.1 T/s
//                 against 2.6 on an H200; but 7.2 against 13.5 for f32).
//   MIN_TERNARY_ALL  the same for integers, too: PoCL 3.1 gets loops of min() and max() wrong.
//   MIN_BITS      integer minimum and maximum of the bit patterns, for scalar floats >= 0 only:
//                 these order as integers do, +inf included, and -inf comes first. NVIDIA has a
//                 three-operand integer minimum: one for every two additions.
// WIDE (see vectors_cpu.h) implies MIN_TERNARY_ALL. CUDA has functions for each type instead.
// A candidate that is NaN never replaces a number.
#ifndef SEMIRING_H
#define SEMIRING_H
#include "dialect.h"

// "No path" of MIN_PLUS is +infinity, or for integers a sentinel that fits the type even when it is
// doubled; sums of u8 saturate. See apsp/dtype.hpp, and apsp/semiring.hpp for LOWEST and HIGHEST.
#if defined(DTYPE_F64)
#if !defined(__CUDACC__)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#define T double
#define T_INFINITY ((T)INFINITY)
#define AS_BITS(x) as_long(x)
#define AS_T(x) as_double(x)
#elif defined(DTYPE_I32)
#define T int
#define T_INFINITY ((T)(INT_MAX / 2))
#define LOWEST ((T)-INT_MAX)
#define HIGHEST ((T)INT_MAX)
#elif defined(DTYPE_I16)
#define T short
#define T_INFINITY ((T)(SHRT_MAX / 2))
#define LOWEST ((T)-SHRT_MAX)
#define HIGHEST ((T)SHRT_MAX)
#elif defined(DTYPE_U8)
#define T uchar
#define T_INFINITY ((T)UCHAR_MAX)
#define LOWEST ((T)0)
#define HIGHEST ((T)UCHAR_MAX)
#elif defined(DTYPE_F32)
#define T float
#define T_INFINITY INFINITY
#define AS_BITS(x) as_int(x)
#define AS_T(x) as_float(x)
#else
#error "no element type"
#endif
#if defined(AS_T)
#define LOWEST (-T_INFINITY)
#define HIGHEST T_INFINITY
#endif

#define T_VECTOR(width) VECTOR(T, width)

#if defined(WIDE) && !defined(MIN_TERNARY_ALL)
#define MIN_TERNARY_ALL
#endif
#if defined(MIN_TERNARY_ALL) && !defined(MIN_TERNARY)
#define MIN_TERNARY
#endif
#if defined(__CUDACC__) && defined(MIN_BITS) && defined(MIN_PLUS)
#define SMALLER(a, b) smaller_in_bits(a, b)
#define LARGER(a, b) larger(a, b)
#elif defined(__CUDACC__)
#define SMALLER(a, b) smaller(a, b)
#define LARGER(a, b) larger(a, b)
#elif !defined(AS_T) && !defined(MIN_TERNARY_ALL)
#define SMALLER(a, b) min(a, b)
#define LARGER(a, b) max(a, b)
#elif defined(MIN_BITS)
#define SMALLER(a, b) AS_T(min(AS_BITS(a), AS_BITS(b)))
#define LARGER(a, b) AS_T(max(AS_BITS(a), AS_BITS(b)))
#elif defined(MIN_TERNARY)
#define SMALLER(a, b) ((b) < (a) ? (b) : (a))
#define LARGER(a, b) ((b) > (a) ? (b) : (a))
#else
#define SMALLER(a, b) fmin(a, b)
#define LARGER(a, b) fmax(a, b)
#endif

// The semiring: ZERO is "no path", PLUS takes the better of two paths, TIMES joins two paths.
#if defined(MAX_MIN)
#define ZERO LOWEST
#define PLUS(a, b) LARGER(a, b)
#define TIMES(a, b) SMALLER(a, b)
#elif defined(MIN_MAX)
#define ZERO HIGHEST
#define PLUS(a, b) SMALLER(a, b)
#define TIMES(a, b) LARGER(a, b)
#elif defined(MAX_TIMES)
#define ZERO ((T)0)
#define PLUS(a, b) LARGER(a, b)
#define TIMES(a, b) ((a) * (b))
#elif defined(OR_AND)
#define ZERO ((T)0)
#define PLUS(a, b) ((a) | (b))
#define TIMES(a, b) ((a) & (b))
#elif defined(MIN_PLUS)
#define ZERO T_INFINITY
#define PLUS(a, b) SMALLER(a, b)
#if defined(DTYPE_U8) && defined(WIDE)
#define TIMES(a, b) add_sat_wide(a, b)
#elif defined(DTYPE_U8)
#define TIMES(a, b) add_sat(a, b)
#else
#define TIMES(a, b) ((a) + (b))
#endif
#else
#error "no semiring"
#endif

// One relaxation, and two at once for devices with a three-operand minimum.
#define RELAX(c, a, b) PLUS(c, TIMES(a, b))
#if defined(MIN_BITS) && (!defined(__CUDACC__) || (defined(DTYPE_F32) && defined(MIN_PLUS)))
#define RELAX2(c, a0, b0, a1, b1) PLUS(PLUS(TIMES(a0, b0), TIMES(a1, b1)), c)
#else
#define RELAX2(c, a0, b0, a1, b1) RELAX(RELAX(c, a0, b0), a1, b1)
#endif

#endif
