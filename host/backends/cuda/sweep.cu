// Elimination's kernels.
#include "algorithms/sweep_schedule.hpp"
// After all other headers.
#include "backends/cuda/kernel_list.cuh"

#define APSP_DEFINES APSP_DEFINE(LANES), APSP_DEFINE(VECTORS), APSP_DEFINE(GROUP)
#define APSP_FILE "sweep.cl"
#define APSP_KERNELS APSP_KERNEL(go_up), APSP_KERNEL(go_down)
#define LANES APSP_SWEEP_LANES(APSP_BYTES)
#define VECTORS 1
#define MIN_BITS
#define GROUP kWarp
#define SLOT_BITS SweepSchedule::kSlotBits
#define GROUP_BITS SweepSchedule::kGroupBits
#include "backends/cuda/all_semirings.cuh"

APSP_LIST(sweep)
