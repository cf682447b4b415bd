// Generated graphs. Each weight is a hash of (seed, i, j), so rows can be made in any order.
#include "apsp/generate.hpp"

#include <algorithm>
#include <cmath>

#include "core/generators.hpp"
#include "core/text.hpp"

namespace apsp {
namespace {

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014) as a hash of three numbers.
std::uint64_t hash(std::uint64_t seed, std::uint64_t i, std::uint64_t j) {
    std::uint64_t x =
        seed * 0x9E3779B97F4A7C15u + i * 0xD1B54A32D192ED03u + j * 0x8CB92BA72F3D8DD7u;
    for (int round = 0; round < 2; ++round) {
        x ^= x >> 30;
        x *= 0xBF58476D1CE4E5B9u;
        x ^= x >> 27;
        x *= 0x94D049BB133111EBu;
        x ^= x >> 31;
    }
    return x;
}

int weight_1_to_10(std::uint64_t h) {
    return 1 + static_cast<int>((h & 0xFFFFFFFFu) * 10 >> 32);
}
double unit(std::uint64_t h) {
    return static_cast<double>(h >> 11) * 0x1p-53;
}

void check(std::size_t n, double density) {
    if (n == 0) throw Error(ErrorKind::usage, "a generated graph needs at least one vertex");
    if (n > Graph::kMaxVertices) {
        throw Error(ErrorKind::out_of_memory, fmt::format("n = {} is too large", n));
    }
    if (!(density >= 0 && density <= 1)) {
        throw Error(ErrorKind::usage, fmt::format("density {} is not between 0 and 1", density));
    }
}

/// weight(i, j) for i != j gives a float, infinity for no arc.
template <class Weight>
Graph dense_graph(std::size_t n, std::string origin, Weight weight) {
    Matrix matrix(n, Dtype::f32);
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < n; ++i) {
        auto row = matrix.row<float>(i);
        for (std::size_t j = 0; j < n; ++j) {
            row[j] = i == j ? 0.0F : static_cast<float>(weight(i, j));
        }
    }
    return Graph::from_matrix(std::move(matrix), std::move(origin));
}

template <class Weight>
Graph sparse_graph(std::size_t n, std::string origin, Weight weight) {
    std::vector<std::vector<Arc>> rows(n);
#pragma omp parallel for schedule(dynamic, 64)
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const double w = i == j ? infinity<double>() : weight(i, j);
            if (w == infinity<double>()) continue;
            rows[i].push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), w});
        }
    }
    std::vector<Arc> arcs;
    for (const auto& row : rows) arcs.insert(arcs.end(), row.begin(), row.end());
    return Graph::from_arcs(n, std::move(arcs), std::move(origin));
}

template <class Weight>
Graph graph_of_density(std::size_t n, double density, std::string origin, Weight weight) {
    return density < kDenseFrom ? sparse_graph(n, std::move(origin), weight)
                                : dense_graph(n, std::move(origin), weight);
}

constexpr std::uint64_t kPresence = 0x5EED;  // a second, independent draw for a pair

}  // namespace

Graph random_graph(std::size_t n, double density, std::uint64_t seed) {
    check(n, density);
    return graph_of_density(n, density, fmt::format("random:{},{},{}", n, density, seed),
                            [=](std::size_t i, std::size_t j) -> double {
                                if (density < 1 && unit(hash(seed ^ kPresence, i, j)) >= density) {
                                    return infinity<double>();
                                }
                                return weight_1_to_10(hash(seed, i, j));
                            });
}

Graph squares_graph(std::size_t n, std::uint64_t seed) {
    check(n, 1);
    // With n - 1 arcs of the largest weight a path still fits i32.
    const double largest = 1e9 / static_cast<double>(n) - 10;
    return dense_graph(n, fmt::format("squares:{},{}", n, seed), [=](std::size_t i, std::size_t j) {
        const double apart = i > j ? static_cast<double>(i - j) : static_cast<double>(j - i);
        return std::floor(std::min(apart * apart, largest)) +
               static_cast<double>(hash(seed, i, j) % 10);
    });
}

Graph undirected_graph(std::size_t n, std::uint64_t seed) {
    check(n, 1);
    return dense_graph(n, fmt::format("undirected:{},{}", n, seed),
                       [=](std::size_t i, std::size_t j) -> double {
                           return weight_1_to_10(hash(seed, std::max(i, j), std::min(i, j)));
                       });
}

Graph ring_graph(std::size_t n, std::uint64_t seed) {
    check(n, 1);
    return sparse_graph(n, fmt::format("ring:{},{}", n, seed),
                        [=](std::size_t i, std::size_t j) -> double {
                            if (unit(hash(seed ^ kPresence, i, j)) < 0.0025) {
                                return weight_1_to_10(hash(seed, i, j));
                            }
                            return j == (i + 1) % n ? 1000 : infinity<double>();
                        });
}

Graph potential_graph(std::size_t n, double density, std::uint64_t seed) {
    check(n, density);
    const auto potential = [=](std::size_t i) {
        return static_cast<double>(hash(seed + 1, i, i) % 100);
    };
    return graph_of_density(n, density, fmt::format("potential:{},{},{}", n, density, seed),
                            [=](std::size_t i, std::size_t j) -> double {
                                if (density < 1 && unit(hash(seed ^ kPresence, i, j)) >= density) {
                                    return infinity<double>();
                                }
                                return weight_1_to_10(hash(seed, i, j)) + potential(i) -
                                       potential(j);
                            });
}

}  // namespace apsp
