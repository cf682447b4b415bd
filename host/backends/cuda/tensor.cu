// Products of small distances on tensor cores.
#include <algorithm>

#include "backends/exponents.hpp"
#include "backends/kernel_shapes.hpp"
// After all other headers.
#include "backends/cuda/kernel_list.cuh"

#define MIN_PLUS
#define APSP_SEMIRING min_plus
#define DTYPE_U8
#define APSP_FILE "tensor_gpu.cl"
#define APSP_DEFINES APSP_DEFINE(TERMS)
#define APSP_KERNELS APSP_KERNEL(encode_columns), APSP_KERNEL(encode_rows), APSP_KERNEL(update)
#define PT kSquare
#define PACK_GROUP kPackItems
#define TILE kExponentTile
#define KD kExponentDepth
#define WG kExponentItems
#define RESIDENT 2

namespace apsp::cuda {
namespace {

template <std::size_t kTerms>
constexpr Exponents kEncoding = *std::ranges::find(kExponents, kTerms, &Exponents::terms);

}  // namespace
}  // namespace apsp::cuda

#define FIRST (std::integral_constant<uint, kEncoding<TERMS>.first>::value)
#define STEP (std::integral_constant<uint, kEncoding<TERMS>.step>::value)
#define LIMIT (std::integral_constant<uint, kEncoding<TERMS>.limit>::value)
#define FROM (std::integral_constant<uint, kEncoding<TERMS>.from>::value)
#define BY (std::integral_constant<uint, kEncoding<TERMS>.by>::value)

#define TERMS 16
#include "backends/cuda/one_type.cuh"
#undef TERMS
#define TERMS 1024
#include "backends/cuda/one_type.cuh"

APSP_LIST(tensor)
