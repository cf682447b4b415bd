// The kernels that every matrix needs, and steps of Floyd-Warshall.
#include <algorithm>

#include "backends/kernel_shapes.hpp"
// After all other headers.
#include "backends/cuda/kernel_list.cuh"

#define APSP_DEFINES
#define APSP_FILE "matrix.cl"
#define APSP_KERNELS APSP_KERNEL(fill), APSP_KERNEL(transpose)
#define MS kSquare
#define MG kSquareRows
#include "backends/cuda/all_semirings.cuh"

#define APSP_FILE "fw.cl"
#define APSP_KERNELS APSP_KERNEL(fw_step)
#define WIDTH (kStepBytes / APSP_BYTES)
#include "backends/cuda/all_semirings.cuh"

// Operands of products, which are the same for all semirings; of bits, `copy` as of i32.
#define APSP_FILE "pack_gpu.h"
#define APSP_KERNELS APSP_KERNEL(pack), APSP_KERNEL(copy)
#define PT kSquare
#define PACK_GROUP kPackItems
#include "backends/cuda/min_plus.cuh"

// Of bits.
#define APSP_FILE "bits.cl"
#define APSP_KERNELS \
    APSP_KERNEL(pack_bits), APSP_KERNEL(unpack_bits), APSP_KERNEL(clear_bits), APSP_KERNEL(fw_step)
#define OR_AND
#define APSP_SEMIRING or_and
#define DTYPE_U8
#include "backends/cuda/one_type.cuh"

APSP_LIST(matrix)

bool apsp::cuda::has_machine_code(std::size_t capability) {
    constexpr std::size_t kArchitectures[] = {__CUDA_ARCH_LIST__};
    return std::ranges::any_of(kArchitectures, [&](std::size_t each) {
        return each / 100 == capability / 10 && each / 10 <= capability;
    });
}
