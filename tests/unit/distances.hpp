// The oracle's distances as a matrix.
#pragma once

#include "oracle.hpp"

namespace apsp {

inline Matrix distances_of(const Graph& graph, Dtype dtype) {
    const auto expected = oracle_distances(graph);
    Matrix distances(graph.vertices(), dtype);
    visit(dtype, [&](auto zero) {
        using T = decltype(zero);
        for (std::size_t i = 0; i < distances.n(); ++i) {
            for (std::size_t j = 0; j < distances.n(); ++j) {
                const long long d = expected[i * distances.n() + j];
                distances.row<T>(i)[j] = d == kOracleNoPath ? infinity<T>() : static_cast<T>(d);
            }
        }
    });
    return distances;
}

}  // namespace apsp
