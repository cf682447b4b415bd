// The kernels of kernels_cl that are for distances: over min-plus, in every type.
#include "backends/kernel_shapes.hpp"
// After all other headers.
#include "backends/cuda/kernel_list.cuh"

#define MORE 0
#include "backends/cuda/sums.cuh"
#undef MORE
#define MORE 1
#include "backends/cuda/sums.cuh"
#undef MORE

#define APSP_DEFINES

#define APSP_FILE "tight_arcs.cl"
#define APSP_KERNELS APSP_KERNEL(mark), APSP_KERNEL(list)
#define WORD kArcWord
#define ITEMS kArcItems
#include "backends/cuda/min_plus.cuh"
#undef WORD
#undef ITEMS

#define APSP_FILE "predecessors_gpu.cl"
#define APSP_KERNELS APSP_KERNEL(turn), APSP_KERNEL(search)
#define LANES kPredecessorLanes
#define GROUP_ROWS kPredecessorRows
#include "backends/cuda/min_plus.cuh"
#undef LANES
#undef GROUP_ROWS

#define APSP_FILE "change.cl"
#define APSP_KERNELS                                                            \
    APSP_KERNEL(relax_rows), APSP_KERNEL(take_rows), APSP_KERNEL(take_columns), \
        APSP_KERNEL(take_entries), APSP_KERNEL(put_entries)
#define ROWS kChangeRows
#define LANES kChangeLanes
#define GROUP kChangeGroup
#define EDGE kChangeEdge
#include "backends/cuda/min_plus.cuh"
#undef ROWS
#undef LANES
#undef GROUP
#undef EDGE

#define APSP_FILE "near.cl"
#define APSP_KERNELS APSP_KERNEL(climb_near), APSP_KERNEL(find_near)
#define GROUP kNearGroup
#include "backends/cuda/min_plus.cuh"
#undef GROUP

#define MIN_PLUS
#define APSP_SEMIRING min_plus
#define APSP_FILE "betweenness.cl"
#define APSP_KERNELS APSP_KERNEL(climb), APSP_KERNEL(descend), APSP_KERNEL(go_down)
#define GROUP kLoadGroup
#define TARGETS kLoadTargets
#define ITEMS kLoadItems
#define DTYPE_F64
#include "backends/cuda/one_type.cuh"
#undef DTYPE_F64
#define DTYPE_I32
#include "backends/cuda/one_type.cuh"
#undef GROUP
#undef APSP_FILE
#undef APSP_KERNELS

#define APSP_FILE "level_search.cl"
#define APSP_KERNELS                                                              \
    APSP_KERNEL(begin_search), APSP_KERNEL(next_level), APSP_KERNEL(end_level),   \
        APSP_KERNEL(hand_back), APSP_KERNEL(add_vertices), APSP_KERNEL(add_arcs), \
        APSP_KERNEL(add_columns)
#define GROUP kLevelGroup
#include "backends/cuda/one_type.cuh"

APSP_LIST(distances)
