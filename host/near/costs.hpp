// What ways to find near pairs and tables cost.
#pragma once

#include "algorithms/elimination_tree.hpp"

namespace apsp {

/// Costs in nanoseconds of one thread, on an EPYC with AVX-512 and cold caches.
namespace cost {
constexpr double kArc = 12, kPair = 40;  // of a search from one source
constexpr double kLabel = 250;           // per arc and label, of a search for the nearest targets
constexpr double kOrder = 600;           // per vertex
constexpr double kEliminate = 1;         // per relaxation
constexpr double kVector = 1.5;          // per entry of a list and vector of targets
constexpr double kEntry = 40;            // per entry of a list that passes labels on
}  // namespace cost

/// What eliminating all vertices takes, and how long the lists are together.
struct Fill {
    explicit Fill(const EliminationCounts& counts) {
        for (const std::uint32_t length : counts.length) {
            entries += length;
            eliminate += cost::kEliminate * static_cast<double>(length) * length;
        }
    }
    double entries = 0, eliminate = 0;
};

}  // namespace apsp
