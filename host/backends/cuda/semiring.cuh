// Minima and maxima of every type that kernels compute with, on which kernels_cl/semiring.h builds.
// A candidate that is NaN never replaces a number.
#pragma once

#include <cuda_runtime.h>

#define APSP_DEVICE static __device__ __forceinline__

namespace apsp::cuda {

APSP_DEVICE int smaller(int a, int b) {
    return a < b ? a : b;
}
APSP_DEVICE int larger(int a, int b) {
    return a > b ? a : b;
}
APSP_DEVICE float smaller(float a, float b) {
    return fminf(a, b);
}
APSP_DEVICE float larger(float a, float b) {
    return fmaxf(a, b);
}
// Not fmin, for which there is no instruction.
APSP_DEVICE double smaller(double a, double b) {
    return b < a ? b : a;
}
APSP_DEVICE double larger(double a, double b) {
    return b > a ? b : a;
}
/// Of floats >= 0, whose bit patterns order as integers do, +inf included: Hopper has a minimum of
/// three integers, one for every two additions.
APSP_DEVICE float smaller_in_bits(float a, float b) {
    return __int_as_float(smaller(__float_as_int(a), __float_as_int(b)));
}

}  // namespace apsp::cuda
