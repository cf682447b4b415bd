// Stores the results of a batch, each as soon as it is closed.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "apsp/batch.hpp"
#include "base/unsigned_of.hpp"
#include "batch/batch_costs.hpp"
#include "graph/batch_range.hpp"

namespace apsp {

/// An arc's weight as an element.
template <class T, class W>
T weight_as(Semiring semiring, W w) {
    return semiring == Semiring::or_and ? T{1} : static_cast<T>(w);
}

/// Checks that this machine has the memory for results of this type of so many pairs of vertices,
/// with what the options ask for. @throws Error out_of_memory
void check_results_fit(double pairs, Dtype dtype, const BatchOptions& options);

class BatchResults {
  public:
    /// Allocates in `solution`, whose failures must be known, what the options ask for. Fills in
    /// the elements beyond each graph's size and those of the failed graphs.
    /// @throws Error usage for values that the type of the result does not hold; out_of_memory
    BatchResults(const GraphBatch& batch, const BatchRange& range, const BatchCosts& costs,
                 const BatchOptions& options, BatchSolution& solution);

    bool has_failed(std::size_t graph) const;

    /// Takes the closure of a graph, restoring distances from costs, and, if predecessors are
    /// wanted, the vertices before the last at `p`, which may be anything where there is no path.
    /// Threads may pass different graphs at the same time.
    /// @throws Error as Restoration::restore; internal for predecessors that form a circle
    template <class T, class P>
    void take(std::size_t graph, const T* d, const P* p, std::size_t ld);

  private:
    std::size_t edge(std::size_t graph) const;
    template <class T, class P>
    void store(std::size_t graph, const T* d, const P* p, std::size_t ld);
    template <class T>
    void store_distances(std::size_t graph, const T* d, std::size_t ld);
    template <class T>
    std::vector<std::int32_t> arc_numbers(std::size_t graph) const;
    template <class T, class P>
    void trace(std::size_t graph, const T* d, const P* p, std::size_t ld);
    template <class T>
    bool is_path(T value) const;

    const GraphBatch& batch_;
    const BatchCosts& costs_;
    const BatchOptions& options_;
    BatchSolution& solution_;
    double none_from_ = 0;  // min_plus: no distance is as large
    double no_path_ = 0, fill_ = 0;
    bool plain_ = false;  // elements are copied as they are
};

}  // namespace apsp
