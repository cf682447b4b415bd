// The oracle for all semirings: a plain loop over doubles, which hold the results of all types
// exactly.
#pragma once

#include <fmt/core.h>

#include <string>
#include <vector>

#include "apsp/apsp.hpp"
#include "base/parallel_for.hpp"

/// Floyd-Warshall over doubles, in the semiring's order; it is exact for the results of all types.
inline std::vector<double> closure(const apsp::Graph& graph, apsp::Semiring s) {
    const std::size_t n = graph.vertices();
    std::vector<double> d(n * n, apsp::zero<double>(s));
    for (std::size_t i = 0; i < n; ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double w) {
            d[i * n + j] = s == apsp::Semiring::or_and ? 1 : w;
        });
        d[i * n + i] = apsp::one<double>(s);
    }
    for (std::size_t k = 0; k < n; ++k) {
        apsp::parallel_for({0, n}, static_cast<double>(n), [&](std::size_t i) {
            const double to_k = d[i * n + k];
            if (i == k || to_k == apsp::zero<double>(s)) return;
            for (std::size_t j = 0; j < n; ++j) {
                double& own = d[i * n + j];
                own = apsp::plus(s, own, apsp::times(s, to_k, d[k * n + j]));
            }
        });
    }
    return d;
}

/// The first entry that differs, as a text; empty if all agree.
inline std::string first_difference(const apsp::Matrix& found, const std::vector<double>& expected,
                                    apsp::Semiring s) {
    const std::size_t n = found.n();
    return apsp::visit(found.dtype(), [&](auto sample) -> std::string {
        using T = decltype(sample);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const double e = expected[i * n + j];
                const T wanted = e == apsp::zero<double>(s)  ? apsp::zero<T>(s)
                                 : e == apsp::one<double>(s) ? apsp::one<T>(s)
                                                             : static_cast<T>(e);
                if (found.row<T>(i)[j] == wanted) continue;
                return fmt::format("({}, {}) is {}, expected {}", i, j, found.row<T>(i)[j], wanted);
            }
        }
        return "";
    });
}
