// Predecessors on a CUDA device, from the distances that it holds, for a block of rows at a time.
#pragma once

#include "backends/cuda/tight_arcs.hpp"
#include "backends/cuda/transfer.hpp"
#include "backends/predecessor_parts.hpp"
#include "paths/tight_arcs.hpp"

namespace apsp::cuda {

/// What the kernels take, see kernels_cl/predecessors_gpu.cl; pointers are the device's.
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

/// Launch `turn` or `search` and return at once.
cudaError_t launch_turn(Dtype dtype, const PredecessorSearch& search, cudaStream_t stream);
cudaError_t launch_search(Dtype dtype, const PredecessorSearch& search, cudaStream_t stream);
/// Loads them, which would otherwise happen at the first launch.
cudaError_t load_predecessors(Dtype dtype);

/// As Results::predecessors.
void find_predecessors(const Card& card, Transfer& transfer, const void* distances,
                       const TightArcs& arcs, Matrix& predecessors, cudaStream_t stream);
/// As KeptWeights::predecessors, of the weights that `finder` kept.
bool find_predecessors(const Card& card, Transfer& transfer, TightArcFinder& finder,
                       const void* distances, const TightRule& rule, Matrix& predecessors,
                       cudaStream_t stream);

}  // namespace apsp::cuda
