// The kernels of predecessors and tight arcs: see predecessors_gpu.cl and tight_arcs.cl of
// kernels_cl. Pointers are the device's; each launches and returns at once.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "apsp/semiring.hpp"

namespace apsp::cuda {

/// Of `turn` and `search`.
struct PredecessorSearch {
    const void* distances = nullptr;
    std::size_t ld = 0;
    std::size_t first_row = 0;  ///< Of these many blocks of rows.
    unsigned blocks = 0;
    std::size_t first_column = 0;  ///< Of these many, whose arcs are listed.
    std::size_t columns = 0;
    void* turned = nullptr;
    const std::size_t* list = nullptr;
    const unsigned* sources = nullptr;
    const void* weights = nullptr;
    const unsigned* direct = nullptr;
    std::size_t direct_words = 0;
    double no_path_from = 0;
    double relative_slack = 0;
    bool exact = true;
    int* p = nullptr;
};

/// Of `mark` and `list`.
struct TightArcSearch {
    const void* all_weights = nullptr;
    const void* distances = nullptr;
    std::size_t ld = 0;
    double no_path_from = 0;
    double relative_slack = 0;
    bool exact = true;
    unsigned* direct = nullptr;
    unsigned* tight = nullptr;
    unsigned* counts = nullptr;  ///< Of `mark`.
    const std::size_t* bounds = nullptr;
    std::size_t first_column = 0;  ///< Of these many, that `list` lists; so are the others.
    std::size_t columns = 0;
    unsigned* sources = nullptr;
    void* weights = nullptr;
    unsigned* circles = nullptr;
};

cudaError_t launch_turn(Dtype dtype, const PredecessorSearch& search, cudaStream_t stream);
cudaError_t launch_search(Dtype dtype, const PredecessorSearch& search, cudaStream_t stream);
cudaError_t launch_mark(Dtype dtype, const TightArcSearch& search, cudaStream_t stream);
cudaError_t launch_list(Dtype dtype, const TightArcSearch& search, cudaStream_t stream);

/// Load them, which would otherwise happen at the first launch.
cudaError_t load_predecessors(Dtype dtype);
cudaError_t load_tight_arcs(Dtype dtype);

}  // namespace apsp::cuda
