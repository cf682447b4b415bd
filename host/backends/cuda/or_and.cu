// Reachability: 32 vertices per word, so that relaxing 32 columns is one instruction. A square of
// up to 512 is closed by one block, which holds it in registers, one row per thread.
#include "backends/kernel_shapes.hpp"
// After all other headers.
#include "backends/cuda/kernel_list.cuh"

#define OR_AND
#define APSP_SEMIRING or_and
#define DTYPE_U8

#define APSP_DEFINES \
    APSP_DEFINE(TM), APSP_DEFINE(TN), APSP_DEFINE(RM), APSP_DEFINE(RN), APSP_DEFINE(RESIDENT)
#define TM 128
#define TN 64
#define RM 8
#define RN 8
#define KD 16
#define UD KD
#define KP 1
#define BAND 32
#define SLABS 3
#define RESIDENT 3
#define RAGGED
#define APSP_FILE "update_gpu.cl"
#define APSP_KERNELS APSP_KERNEL(update)
#include "backends/cuda/one_type.cuh"
#undef APSP_DEFINES
#undef APSP_KERNELS
#undef APSP_FILE

#define APSP_DEFINES APSP_DEFINE(TS)
#define PT kSquare
#define PACK_GROUP kPackItems
#define APSP_FILE "bits_gpu.cl"
#define APSP_KERNELS APSP_KERNEL(close_bits), APSP_KERNEL(pack)
#define TS 128
#include "backends/cuda/one_type.cuh"
#undef TS
#define TS 256
#include "backends/cuda/one_type.cuh"
#undef TS
#define TS 384
#include "backends/cuda/one_type.cuh"
#undef TS
#define TS 512
#include "backends/cuda/one_type.cuh"

APSP_LIST(or_and)
