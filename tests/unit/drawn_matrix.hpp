// A matrix to be closed by schedules, with the answer.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include "algorithms/view.hpp"

/// A matrix of a random graph, with small integers and a few arcs per vertex.
struct Drawn {
    explicit Drawn(std::size_t size, bool symmetric = false) : n(size), d(n * n, INFINITY) {
        std::mt19937 random(7);
        for (std::size_t a = 0; a < 4 * n; ++a) {
            const std::size_t i = random() % n, j = random() % n;
            d[i * n + j] = static_cast<double>(1 + random() % 100);
            if (symmetric) d[j * n + i] = d[i * n + j];
        }
        for (std::size_t i = 0; i < n; ++i) d[i * n + i] = 0;
    }
    std::vector<double> closure() const {
        std::vector<double> c = d;
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t i = 0; i < n; ++i) {
                const double to_k = c[i * n + k];
                for (std::size_t j = 0; j < n; ++j) {
                    c[i * n + j] = std::min(c[i * n + j], to_k + c[k * n + j]);
                }
            }
        }
        return c;
    }
    apsp::View whole(const apsp::Slab& slab) const { return {slab, {{0, n}}, {0, n}}; }

    std::size_t n;
    std::vector<double> d;
};
