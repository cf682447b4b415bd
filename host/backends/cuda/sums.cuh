// The kernels that add distances up, for one value of MORE.
#define APSP_DEFINES APSP_DEFINE(MORE)

#define APSP_FILE "reduce_rows.cl"
#define APSP_KERNELS APSP_KERNEL(reduce_rows)
#define GROUP kReductionGroup
#include "backends/cuda/min_plus.cuh"
#undef GROUP

#define APSP_FILE "descent_sums.cl"
#define APSP_KERNELS APSP_KERNEL(add_up_descent)
#define GROUP kDescentGroup
#define TARGETS kDescentTargets
#include "backends/cuda/min_plus.cuh"
#undef GROUP
#undef TARGETS

#undef APSP_DEFINES
