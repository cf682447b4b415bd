// Loads the graphs of a batch into matrices that are to be closed.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "apsp/batch.hpp"
#include "solve/batch_costs.hpp"
#include "solve/batch_results.hpp"

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
        const auto put = [&](std::size_t i, std::size_t j, T found) {
            if (i == j) return;
            T& own = d[(i * ld + j) * stride];
            if (prefers_large_ ? own < found : found < own) own = found;
            if (paths_) p[(i * ld + j) * stride] = std::bit_cast<T>(static_cast<PlaceOf<T>>(i));
        };
        if (const BatchCosts::Entry* const costs = costs_.find(graph)) {
            for (std::size_t i = 0; i < costs->graph.vertices(); ++i) {
                costs->graph.for_each_cost(
                    i, [&](std::size_t j, double cost) { put(i, j, static_cast<T>(cost)); });
            }
            return;
        }
        visit(batch_.weight_dtype(), [&](auto null) {
            using W = decltype(null);
            batch_.for_each_arc<W>(graph, [&](std::size_t i, std::size_t j, W w, std::size_t) {
                put(i, j, weight_as<T>(semiring_, w));
            });
        });
    }

  private:
    const GraphBatch& batch_;
    const BatchCosts& costs_;
    Semiring semiring_;
    bool prefers_large_, paths_;
    T one_;
};

}  // namespace apsp
