// Carries out a product of changed arcs on distances in the host's memory.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "algorithms/engine.hpp"
#include "base/host_memory.hpp"
#include "change/shorter_arcs.hpp"

namespace apsp {

/// Takes all the memory that it needs at once, so that carrying out the product cannot fail.
template <class T>
class ProductRelaxation {
  public:
    /// `negative` means that some left or right elements may be below 0.
    ProductRelaxation(DepthProduct<T> product, bool negative);
    void operator()(Matrix& distances) noexcept;
    /// The same for one arc, with predecessors: those in the row of the arc's end, except the end's
    /// own.
    void operator()(Matrix& distances, Matrix& predecessors, const ChangedArc<T>& arc) noexcept;

  private:
    std::size_t team() const;
    void open_engine();
    std::size_t whole_tiles(std::size_t count) const;
    void by_engine(Matrix& distances);

    DepthProduct<T> product_;
    bool few_columns_ = false;
    std::vector<T> right_;               // the few columns, side by side
    std::vector<std::int32_t> onwards_;  // predecessors in the row of the arc's end
    HostMemory operands_;                // of the engine: rows side by side, left, right
    std::unique_ptr<Engine> engine_;     // null where it is not used
    Slab c_, a_, b_;                     // of its product
};

}  // namespace apsp
