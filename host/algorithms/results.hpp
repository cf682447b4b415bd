// What a device computes from the distances in its memory, after the closure over min_plus: those
// of the first slab, which holds a whole matrix, unless stripes are given.
#pragma once

#include <span>
#include <vector>

#include "algorithms/view.hpp"
#include "apsp/matrix.hpp"
#include "graph/padding.hpp"
#include "paths/tight_arcs.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {

class Results {
  public:
    virtual ~Results() = default;

    /// Reduces the rows of the stripes, which have n entries. Returns nothing if the host is as
    /// fast; the caller then reduces the rows.
    virtual RowReductions reduce_rows(const RowQuestion&, std::size_t /*n*/,
                                      std::span<const Stripe> /*stripes*/) {
        return {};
    }
    /// The same for a whole matrix of n rows.
    RowReductions reduce_rows(const RowQuestion& question, std::size_t n) {
        const Stripe all = whole(n);
        return reduce_rows(question, n, {&all, 1});
    }

    /// For each pair i != j with a path, fills in the source of an arc that may end a shortest path
    /// from i to j, and -1 elsewhere. Each entry is right by itself, but if `arcs.circles`,
    /// following them may lead in a circle, and some may be left at -1. The rows are those of the
    /// stripes, in whole rows of the matrix and with bounds that are multiples of kPadding.
    virtual void predecessors(const TightArcs& arcs, std::span<const Stripe> stripes,
                              Matrix& predecessors) = 0;
    void predecessors(const TightArcs& arcs, Matrix& predecessors) {
        const Stripe all = whole(predecessors.n());
        this->predecessors(arcs, {&all, 1}, predecessors);
    }

  protected:
    static Stripe whole(std::size_t n) {
        const std::size_t ld = padded(n);
        return {{0, ld}, {0, ld, ld}};
    }
};

/// Predecessors by weights that the device has kept.
class KeptWeights {
  public:
    virtual ~KeptWeights() = default;
    /// Copies the weights, before the matrix becomes that of distances.
    virtual void keep() = 0;
    /// As Results::predecessors, with the tight arcs found among the kept weights. Returns whether
    /// there may be circles, as in TightArcs.
    virtual bool predecessors(const TightRule& rule, Matrix& predecessors) = 0;
};

}  // namespace apsp
