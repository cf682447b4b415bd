// What elimination costs ways to find near pairs and tables; see base/rates.hpp.
#pragma once

#include "algorithms/elimination_tree.hpp"
#include "base/rates.hpp"

namespace apsp {

/// What eliminating all vertices takes, and how long the lists are together.
struct Fill {
    explicit Fill(const EliminationCounts& counts) {
        for (const std::uint32_t length : counts.length) {
            entries += length;
            eliminate += measured::pairs::kEliminate * static_cast<double>(length) * length;
        }
    }
    double entries = 0, eliminate = 0;
};

}  // namespace apsp
