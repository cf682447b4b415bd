// The oracle of the tests: Floyd-Warshall as in a textbook, in 64-bit integers, sharing no code
// with the library. Slow and plain on purpose.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"

/// "No path" in what the functions below return.
inline constexpr long long kOracleNoPath = std::numeric_limits<long long>::max();

/// All shortest distances, row-major, `kOracleNoPath` where there is no path, 0 on the diagonal.
/// @throws std::invalid_argument for a weight that is no integer, std::domain_error for a negative
/// cycle
inline std::vector<long long> oracle_distances(const apsp::Graph& graph) {
    const std::size_t n = graph.vertices();
    std::vector<long long> d(n * n, kOracleNoPath);
    for (std::size_t i = 0; i < n; ++i) {
        d[i * n + i] = 0;
        graph.for_each_arc(i, [&](std::size_t j, double weight) {
            if (weight != std::trunc(weight)) throw std::invalid_argument("not an integer weight");
            d[i * n + j] = static_cast<long long>(weight);
        });
    }
    for (std::size_t k = 0; k < n; ++k) {
        // This is checked in every step: around a negative cycle the numbers would double until
        // they overflow.
        if (d[k * n + k] < 0) throw std::domain_error("negative cycle");
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const long long to_k = d[i * n + k];
                const long long from_k = d[k * n + j];
                if (to_k == kOracleNoPath || from_k == kOracleNoPath) continue;
                if (to_k + from_k < d[i * n + j]) d[i * n + j] = to_k + from_k;
            }
        }
    }
    return d;
}

/// A computed matrix of integers in the oracle's form, for comparing whole answers at once. A value
/// that is no integer (NaN, say) becomes `LLONG_MIN`, which no oracle returns.
inline std::vector<long long> in_oracle_form(const apsp::Matrix& distances) {
    const std::size_t n = distances.n();
    std::vector<long long> d(n * n);
    apsp::visit(distances.dtype(), [&](auto zero) {
        using T = decltype(zero);
        for (std::size_t i = 0; i < n; ++i) {
            const auto row = distances.row<T>(i);
            for (std::size_t j = 0; j < n; ++j) {
                const double value = static_cast<double>(row[j]);
                d[i * n + j] = row[j] == apsp::infinity<T>() ? kOracleNoPath
                               : value == std::trunc(value) && std::abs(value) < 0x1p53
                                   ? static_cast<long long>(value)
                                   : std::numeric_limits<long long>::min();
            }
        }
    });
    return d;
}
