// Compiles APSP_FILE for all element types over a semiring: the macro that kernels_cl/semiring.h
// asks for, and its name as APSP_SEMIRING. APSP_WITHOUT_F64 and
// APSP_WITHOUT_SMALL leave out f64, and i16 and u8. APSP_BYTES are those of an element.
#define DTYPE_F32
#define APSP_BYTES 4
#include "backends/cuda/one_type.cuh"
#undef APSP_BYTES
#undef DTYPE_F32
#if !defined(APSP_WITHOUT_F64)
#define DTYPE_F64
#define APSP_BYTES 8
#include "backends/cuda/one_type.cuh"
#undef APSP_BYTES
#undef DTYPE_F64
#endif
#if !defined(MAX_TIMES)
#define DTYPE_I32
#define APSP_BYTES 4
#include "backends/cuda/one_type.cuh"
#undef APSP_BYTES
#undef DTYPE_I32
#if !defined(APSP_WITHOUT_SMALL)
#define DTYPE_I16
#define APSP_BYTES 2
#include "backends/cuda/one_type.cuh"
#undef APSP_BYTES
#undef DTYPE_I16
#define DTYPE_U8
#define APSP_BYTES 1
#include "backends/cuda/one_type.cuh"
#undef APSP_BYTES
#undef DTYPE_U8
#endif
#endif
