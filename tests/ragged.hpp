// Batches of random small graphs, as compressed rows one after the other.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "apsp/batch.hpp"

namespace apsp {

/// A random graph of n vertices: each arc exists with a probability, and has a weight from `least`
/// to `most`.
inline std::vector<Arc> draw_arcs(std::size_t n, double share, int least, int most,
                                  std::mt19937& random) {
    std::vector<Arc> arcs;
    std::uniform_int_distribution<int> weight(least, most);
    for (std::uint32_t i = 0; i < n; ++i) {
        for (std::uint32_t j = 0; j < n; ++j) {
            if (std::generate_canonical<double, 32>(random) >= share) continue;
            arcs.push_back({i, j, static_cast<double>(weight(random))});
        }
    }
    return arcs;
}

/// The arrays of a ragged batch.
template <class W>
struct Ragged {
    std::vector<std::int64_t> first_vertex = {0}, first_arc = {0};
    std::vector<std::int32_t> targets;
    std::vector<W> weights;

    void add(std::size_t n, const std::vector<Arc>& arcs) {
        for (std::size_t i = 0; i < n; ++i) {
            for (const Arc& arc : arcs) {
                if (arc.source != i) continue;
                targets.push_back(static_cast<std::int32_t>(arc.target));
                weights.push_back(static_cast<W>(arc.weight));
            }
            first_arc.push_back(static_cast<std::int64_t>(targets.size()));
        }
        first_vertex.push_back(static_cast<std::int64_t>(first_arc.size() - 1));
    }
    GraphBatch batch() const {
        return GraphBatch::from_csr(first_vertex, first_arc, targets,
                                    {kDtypeOf<W>, weights.data()});
    }
};

}  // namespace apsp
