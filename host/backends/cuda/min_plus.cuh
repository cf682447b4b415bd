// Compiles APSP_FILE, a file of kernels_cl, over min-plus, for all element types. APSP_KERNELS
// lists the kernels, and APSP_DEFINES those of the file's macros that tell kernels of one name
// apart.
#define MIN_PLUS
#define APSP_SEMIRING min_plus
#include "backends/cuda/all_types.cuh"
#undef APSP_SEMIRING
#undef MIN_PLUS

#undef APSP_FILE
#undef APSP_KERNELS
