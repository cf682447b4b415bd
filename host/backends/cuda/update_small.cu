// Products that have too few large tiles to fill a device: more threads for the same work. Large
// tiles of f64 are no larger than these.
#define TM 64
#define TN 64
#define RM 4
#define RESIDENT 5
#define APSP_WITHOUT_F64
#include "backends/cuda/update.cuh"

APSP_LIST(update_small)
