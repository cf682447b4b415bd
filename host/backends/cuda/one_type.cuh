// Compiles APSP_FILE, a file of kernels_cl, for one element type, as all_types.cuh says.
#include "semiring.h"

namespace apsp::cuda::opencl_c {
namespace {
// clang-format off
namespace PASTE(compiled_, __COUNTER__) {

#include APSP_FILE

const Add kAdded(APSP_FILE, {kDtypeOf<T>, Semiring::APSP_SEMIRING, {APSP_DEFINES}},
                 {APSP_KERNELS});

}
// clang-format on
}  // namespace
}  // namespace apsp::cuda::opencl_c

// What the files define in another way for the next type.
#undef SEMIRING_H
#undef T
#undef T_INFINITY
#undef AS_BITS
#undef AS_T
#undef LOWEST
#undef HIGHEST
#undef T_VECTOR
#undef SMALLER
#undef LARGER
#undef ZERO
#undef PLUS
#undef TIMES
#undef RELAX
#undef RELAX2
#undef CLASSES
#undef LOAD
#undef STORE
#undef IN_MATRIX
#undef ROW
#undef IS_PATH
#undef SUM_OF_PATHS
#undef SHARED
#undef FENCE
#undef PLACE
#undef TV
#undef GLOBAL
#undef LOCAL
#undef SHAPE
#undef COLUMN
#undef ANY
#undef NO_SLOT
#undef OF_CORE
#undef CHUNK
#undef WHOLE
#undef LINE
#undef VIA
#undef RELAX_PATH
#undef SLABS_GPU_H
#undef PACK_GPU_H
#undef TILE_GPU_H
#undef CLOSE_TILE_H
#undef CLOSE_SQUARES_H
#undef STRIPS_H
#undef BITS
#undef MISSING
#undef EXTREME
#undef EXTREME_OF
#if defined(WORDS_GPU_H)
#undef WORDS_GPU_H
#undef LANES
#undef W
#undef M
#undef RELAX_WORD
#undef RELAX_WORD2
#undef SPREAD
#undef SPREAD_LANE
#undef VW
#undef UNPACK
#undef GATHER_ROW
#undef GATHER_COL
#undef TO_WORDS
#undef TO_MEMORY
#endif
