// What reduces results: from distances in a device's memory to what is asked of them. All concern
// the slab that holds a whole matrix, after its closure, over min_plus.
#pragma once

#include <vector>

#include "apsp/matrix.hpp"
#include "paths/tight_arcs.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {

class Results {
  public:
    virtual ~Results() = default;

    /// Reduces each row, where entries from `no_path` on are no distances. Empty where the host
    /// does it as well: it then does.
    virtual std::vector<RowReduction> reduce_rows(double /*no_path*/) { return {}; }

    /// Fills in, for each pair i != j with a path, a source of one of the arcs that ends such a
    /// path, and -1 elsewhere. Each is right by itself; where `arcs.circles`, following them may
    /// lead round, and some may be left at -1.
    virtual void predecessors(const TightArcs& arcs, Matrix& predecessors) = 0;
};

/// Predecessors by weights that the device has kept.
class KeptWeights {
  public:
    virtual ~KeptWeights() = default;
    /// Copies the weights, before the matrix becomes that of distances.
    virtual void keep() = 0;
    /// As Results::predecessors, with the tight arcs found among the weights. Says whether there
    /// may be circles, as TightArcs does.
    virtual bool predecessors(const TightRule& rule, Matrix& predecessors) = 0;
};

}  // namespace apsp
