// Compiles a file of kernels_cl as min_plus.cuh does, for every semiring but or_and, which has
// words of bits.
#define MIN_PLUS
#define APSP_SEMIRING min_plus
#include "backends/cuda/all_types.cuh"
#undef APSP_SEMIRING
#undef MIN_PLUS
#define MAX_MIN
#define APSP_SEMIRING max_min
#include "backends/cuda/all_types.cuh"
#undef APSP_SEMIRING
#undef MAX_MIN
#define MIN_MAX
#define APSP_SEMIRING min_max
#include "backends/cuda/all_types.cuh"
#undef APSP_SEMIRING
#undef MIN_MAX
#define MAX_TIMES
#define APSP_SEMIRING max_times
#include "backends/cuda/all_types.cuh"
#undef APSP_SEMIRING
#undef MAX_TIMES

#undef APSP_FILE
#undef APSP_KERNELS
