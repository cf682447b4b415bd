// Loads the graphs of a batch into matrices that are to be closed.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "apsp/batch.hpp"
#include "batch/batch_costs.hpp"
#include "batch/batch_results.hpp"

namespace apsp {

inline constexpr std::size_t kLargestOfBatch = 256;  ///< Vertices; larger graphs are solved singly.

template <class T>
class BatchLoader {
  public:
    BatchLoader(const GraphBatch& batch, const BatchCosts& costs, const BatchOptions& options)
        : batch_(batch),
          costs_(costs),
          semiring_(options.semiring),
          prefers_large_(prefers_large(semiring_) || semiring_ == Semiring::or_and),
          paths_(options.paths || options.path_arcs != 0),
          one_(one<T>(semiring_)) {}

    const GraphBatch& batch() const { return batch_; }
    Semiring semiring() const { return semiring_; }
    /// Whether predecessors are found.
    bool paths() const { return paths_; }

    /// Clears `stride` matrices of n rows, whose elements lie side by side; they have no arcs then.
    void clear(T* d, std::size_t n, std::size_t ld, std::size_t stride) const {
        std::fill_n(d, n * ld * stride, zero<T>(semiring_));
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t k = 0; k < stride; ++k) d[i * (ld + 1) * stride + k] = one_;
        }
    }

    /// Writes the arcs of a graph, or their costs, into such a matrix at `d` and, if predecessors
    /// are found, the arcs' sources into one at `p`.
    void load(std::size_t graph, T* d, T* p, std::size_t ld, std::size_t stride) const {
        if (const BatchCosts::Entry* const costs = costs_.find(graph)) {
            return load_costs(costs->graph, d, p, ld, stride);
        }
        visit(batch_.weight_dtype(), [&](auto null) {
            using W = decltype(null);
            batch_.for_each_arc<W>(graph, [&](std::size_t i, std::size_t j, W w, std::size_t) {
                if (i != j) put(weight_as<T>(semiring_, w), i, (i * ld + j) * stride, d, p);
            });
        });
    }

  private:
    /// Puts an arc from i into its place, if it is the best there.
    void put(T weight, std::size_t i, std::size_t place, T* d, T* p) const {
        T& own = d[place];
        if (prefers_large_ ? own < weight : weight < own) own = weight;
        if (paths_) p[place] = std::bit_cast<T>(static_cast<UnsignedOf<T>>(i));
    }
    [[gnu::noinline]] void load_costs(const Graph& graph, T* d, T* p, std::size_t ld,
                                      std::size_t stride) const {
        for (std::size_t i = 0; i < graph.vertices(); ++i) {
            graph.for_each_cost(i, [&](std::size_t j, double cost) {
                if (i != j) put(static_cast<T>(cost), i, (i * ld + j) * stride, d, p);
            });
        }
    }

    const GraphBatch& batch_;
    const BatchCosts& costs_;
    Semiring semiring_;
    bool prefers_large_, paths_;
    T one_;
};

}  // namespace apsp
