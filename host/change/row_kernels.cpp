// Chooses among the instruction sets that row_loops.cpp was compiled for.
#include "change/row_kernels.hpp"

#include "base/all_dtypes.hpp"
#include "base/instruction_sets.hpp"

namespace apsp {

#define APSP_MAKE_ROW_KERNELS(set)                 \
    namespace set {                                \
    template <class T>                             \
    RowKernels<T> make_row_kernels(bool negative); \
    }
APSP_FOR_INSTRUCTION_SETS(APSP_MAKE_ROW_KERNELS)

namespace {

template <class T>
RowKernels<T> best(bool negative) {
#define APSP_CHOOSE_ROW_KERNELS(set) \
    if (has_##set()) return set::make_row_kernels<T>(negative);
    APSP_FOR_INSTRUCTION_SETS(APSP_CHOOSE_ROW_KERNELS)
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
