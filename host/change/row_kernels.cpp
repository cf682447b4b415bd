// Chooses among the instruction sets that row_loops.cpp was compiled for.
#include "change/row_kernels.hpp"

#include "base/all_dtypes.hpp"

namespace apsp {

namespace avx512 {
template <class T>
RowKernels<T> make_row_kernels(bool negative);
}
namespace avx2 {
template <class T>
RowKernels<T> make_row_kernels(bool negative);
}
namespace baseline {
template <class T>
RowKernels<T> make_row_kernels(bool negative);
}

namespace {

template <class T>
RowKernels<T> best(bool negative) {
#ifdef APSP_CPU_X86
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
        return avx512::make_row_kernels<T>(negative);
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return avx2::make_row_kernels<T>(negative);
    }
#endif
    return baseline::make_row_kernels<T>(negative);
}

}  // namespace

template <class T>
const RowKernels<T>& row_kernels(bool negative) {
    static const RowKernels<T> kernels[] = {best<T>(false), best<T>(true)};
    return kernels[negative ? 1 : 0];
}

#define APSP_ROW_KERNELS(T) template const RowKernels<T>& row_kernels(bool);
APSP_FOR_DTYPES(APSP_ROW_KERNELS)

}  // namespace apsp
