// Tight arcs on a CUDA device, from the distances and a copy of the weights: as
// host/backends/opencl/tight_arcs.hpp.
#pragma once

#include <vector>

#include "backends/cuda/runtime.hpp"
#include "paths/tight_arcs.hpp"

namespace apsp::cuda {

/// What TightArcs holds, on the device; lists may be those of some columns only.
struct DeviceArcs {
    Memory bounds;
    Memory sources;
    Memory weights;
    Memory direct;
};

/// What the kernels take, see kernels_cl/tight_arcs.cl; pointers are the device's.
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

/// Launch `mark` or `list` and return at once.
cudaError_t launch_mark(Dtype dtype, const TightArcSearch& search, cudaStream_t stream);
cudaError_t launch_list(Dtype dtype, const TightArcSearch& search, cudaStream_t stream);
/// Loads them, which would otherwise happen at the first launch.
cudaError_t load_tight_arcs(Dtype dtype);

class TightArcFinder {
  public:
    TightArcFinder(const Card& card, cudaStream_t stream) : card_(card), stream_(stream) {}

    /// Copies the matrix of weights, before it becomes that of distances.
    void keep(const void* matrix, std::size_t bytes);

    /// Finds the arcs; the bounds of their lists.
    std::vector<std::size_t> mark(const void* distances, std::size_t ld, const TightRule& rule,
                                  DeviceArcs& arcs);
    /// Fills in the lists of these columns; after `mark`.
    void list(Range columns, const DeviceArcs& arcs);
    /// Whether there may be circles; after all lists have been filled in.
    bool circles(const TightRule& rule) const;

  private:
    const Card& card_;
    cudaStream_t stream_;
    Memory weights_;
    Memory tight_;
    Memory circles_;
    Dtype dtype_ = Dtype::f32;
    TightArcSearch search_;
};

}  // namespace apsp::cuda
