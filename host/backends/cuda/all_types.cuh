// Compiles APSP_FILE, a file of kernels_cl, for all element types over a semiring: the macro that
// kernels_cl/semiring.h asks for, and its name as APSP_SEMIRING. APSP_FAMILY is a name for this,
// APSP_KERNELS lists the kernels, and APSP_DEFINES those of the file's macros that tell kernels of
// one name apart.
#define DTYPE_F32
#include "backends/cuda/one_type.cuh"
#undef DTYPE_F32
#define DTYPE_F64
#include "backends/cuda/one_type.cuh"
#undef DTYPE_F64
#if !defined(MAX_TIMES)
#define DTYPE_I32
#include "backends/cuda/one_type.cuh"
#undef DTYPE_I32
#define DTYPE_I16
#include "backends/cuda/one_type.cuh"
#undef DTYPE_I16
#define DTYPE_U8
#include "backends/cuda/one_type.cuh"
#undef DTYPE_U8
#endif

#undef APSP_FILE
#undef APSP_FAMILY
#undef APSP_KERNELS
