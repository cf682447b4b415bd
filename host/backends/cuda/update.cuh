// Compiles update_gpu.cl for every semiring but or_and, with tiles of TM x TN words, of which each
// thread has RM x 8 in registers.
#include <type_traits>

#include "backends/cuda/kernel_list.cuh"

#define APSP_DEFINES \
    APSP_DEFINE(TM), APSP_DEFINE(TN), APSP_DEFINE(RM), APSP_DEFINE(RN), APSP_DEFINE(RESIDENT)
#define RN 8
#define KD (APSP_BYTES == 8 ? 8 : 16)
#define UD KD
#define KP (std::is_same_v<T, float> && Semiring::APSP_SEMIRING == Semiring::min_plus ? 2 : 1)
#define BAND 32
#define SLABS 3
#define MIN_BITS
#define APSP_FILE "update_gpu.cl"
#define APSP_KERNELS APSP_KERNEL(update)
#include "backends/cuda/all_semirings.cuh"
