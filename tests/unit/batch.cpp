// Many small graphs at once, against the oracle and single solves.
#include "apsp/batch.hpp"

#include <fmt/core.h>

#include <array>

#include "apsp/generate.hpp"
#include "apsp/paths.hpp"
#include "apsp/verify.hpp"
#include "graph/as_real.hpp"
#include "oracle.hpp"
#include "ragged.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

/// Element k of the result, as a number.
double at(const Elements& elements, std::size_t k) {
    return visit(elements.dtype(),
                 [&](auto zero) { return static_cast<double>(elements.as<decltype(zero)>()[k]); });
}
/// The same, as Matrix::at gives it.
double real(const Elements& elements, std::size_t k) {
    return visit(elements.dtype(), [&](auto sample) {
        return as_real<double>(elements.as<decltype(sample)>()[k], Semiring::min_plus);
    });
}
double none_of(Dtype dtype) {
    return visit(dtype, [](auto zero) { return static_cast<double>(infinity<decltype(zero)>()); });
}

std::vector<long long> expected_of(std::size_t n, const std::vector<Arc>& arcs) {
    if (n == 0) return {};
    return oracle_distances(Graph::from_arcs(n, arcs, "expected"));
}

/// The first pair whose result differs from the oracle's, as a text; "" if none does.
std::string first_wrong(std::size_t n, const std::vector<long long>& expected,
                        const BatchSolution& solution, std::size_t graph) {
    const double none = none_of(solution.distances.dtype());
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const long long d = expected[i * n + j];
            const double found = at(solution.distances, solution.first[graph] + i * n + j);
            if (found != (d == kOracleNoPath ? none : static_cast<double>(d))) {
                return fmt::format("graph {}: {} -> {} is {} instead of {}", graph, i, j, found, d);
            }
        }
    }
    return "";
}

}  // namespace

TEST_CASE("batch: every size from 0 to 256, in every type, is as the oracle has it") {
    std::mt19937 random(1);
    std::vector<std::vector<long long>> expected;
    Ragged<std::int32_t> ragged;
    for (std::size_t n = 0; n <= 256; ++n) {
        const double share = n < 3 ? 0.5 : 2.5 / static_cast<double>(n);
        const auto arcs = draw_arcs(n, share, 0, 3, random);
        ragged.add(n, arcs);
        expected.push_back(expected_of(n, arcs));
    }
    for (const std::optional<Dtype> dtype :
         {std::optional<Dtype>(), std::optional(Dtype::i16), std::optional(Dtype::i32),
          std::optional(Dtype::f32), std::optional(Dtype::f64)}) {
        const BatchSolution solution = solve_batch(ragged.batch(), {.dtype = dtype});
        CHECK(solution.computed == dtype.value_or(Dtype::i16));
        CHECK(solution.failures.empty());
        for (std::size_t n = 0; n <= 256; ++n) {
            CHECK(first_wrong(n, expected[n], solution, n) == "");
        }
    }
}

TEST_CASE("batch: thousands of mixed sizes in u8, ragged and padded to both ends") {
    std::mt19937 random(2);
    std::vector<std::vector<Arc>> arcs;
    std::vector<std::size_t> sizes;
    Ragged<std::uint8_t> ragged;
    for (int k = 0; k < 3000; ++k) {
        sizes.push_back(random() % 41);
        arcs.push_back(draw_arcs(sizes.back(), 0.1, 1, 6, random));
        ragged.add(sizes.back(), arcs.back());
    }
    const BatchSolution tight = solve_batch(ragged.batch());
    CHECK(tight.computed == Dtype::u8);
    for (std::size_t b = 0; b < sizes.size(); ++b) {
        CHECK(first_wrong(sizes[b], expected_of(sizes[b], arcs[b]), tight, b) == "");
    }
    for (const std::size_t width : {40, 64}) {
        const BatchSolution padded = solve_batch(
            ragged.batch(),
            {.padded_to = width, .no_path = 510, .fill = -1, .result_dtype = Dtype::i16});
        REQUIRE(padded.distances.size() == sizes.size() * width * width);
        std::size_t wrong = 0;
        for (std::size_t b = 0; b < sizes.size(); ++b) {
            const std::size_t n = sizes[b];
            for (std::size_t i = 0; i < width; ++i) {
                for (std::size_t j = 0; j < width; ++j) {
                    double expected = -1;
                    if (i < n && j < n) expected = at(tight.distances, tight.first[b] + i * n + j);
                    if (expected == 255) expected = 510;
                    wrong += at(padded.distances, (b * width + i) * width + j) != expected;
                }
            }
        }
        CHECK(wrong == 0);
    }
    CHECK(test::error_of([&] {
              solve_batch(ragged.batch(), {.padded_to = 39});
          }).has("a graph has 40 vertices, more than 39"));
    CHECK(test::error_of([&] {
              solve_batch(ragged.batch(), {.no_path = 510});
          }).has("no_path: u8 cannot hold 510"));
}

TEST_CASE("batch: a list of graphs, matrices and compressed rows are the same") {
    std::vector<Graph> graphs;
    constexpr std::size_t n = 19, count = 100;
    std::vector<float> dense(count * n * n);
    for (std::size_t b = 0; b < count; ++b) {
        graphs.push_back(random_graph(n, 0.2, b));
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                dense[(b * n + i) * n + j] = static_cast<float>(graphs.back().weight(i, j));
            }
        }
    }
    const BatchSolution listed = solve_batch(GraphBatch::from_graphs(graphs));
    const BatchSolution blocks =
        solve_batch(GraphBatch::from_dense(count, n, {Dtype::f32, dense.data()}));
    REQUIRE(listed.computed == blocks.computed);
    std::vector<std::uint8_t> bytes = {0, 255, 3, 0};
    const auto distances_of = [&](std::optional<double> no_arc, bool unweighted) {
        const GraphBatch batch = GraphBatch::from_dense(
            1, 2, {Dtype::u8, bytes.data()}, {.no_arc = no_arc, .unweighted = unweighted});
        const BatchSolution solution =
            solve_batch(batch, {.no_path = -1, .result_dtype = Dtype::i16});
        const auto d = solution.distances.as<std::int16_t>();
        return std::vector<int>(d.begin(), d.end());
    };
    CHECK(distances_of({}, false) == std::vector{0, -1, 3, 0});
    CHECK(distances_of(3, false) == std::vector{0, 255, -1, 0});
    CHECK(distances_of(255, true) == std::vector{0, -1, 1, 0});
    CHECK(distances_of(0.5, false) == std::vector{0, 255, 3, 0});
    CHECK(std::memcmp(listed.distances.data(), blocks.distances.data(),
                      count * n * n * size_of(listed.computed)) == 0);
    for (std::size_t b = 0; b < count; ++b) {
        const Solution single = solve(graphs[b], {.dtype = listed.computed});
        std::size_t wrong = 0;
        for (std::size_t k = 0; k < n * n; ++k) {
            wrong +=
                single.distances.at(k / n, k % n) != real(listed.distances, listed.first[b] + k);
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("batch: predecessors are trees of shortest paths, and arcs along paths are theirs") {
    std::mt19937 random(3);
    for (const Dtype dtype : {Dtype::u8, Dtype::i16, Dtype::i32, Dtype::f32}) {
        Ragged<std::int16_t> ragged;
        std::vector<std::vector<Arc>> arcs;
        for (std::size_t n = 1; n <= 70; ++n) {
            arcs.push_back(draw_arcs(n, 3.0 / static_cast<double>(n + 1), 0, 2, random));
            ragged.add(n, arcs.back());
        }
        constexpr std::size_t most = 5;
        const BatchSolution solution =
            solve_batch(ragged.batch(), {.dtype = dtype, .paths = true, .path_arcs = most});
        for (std::size_t n = 1; n <= 70; ++n) {
            const Graph graph = Graph::from_arcs(n, arcs[n - 1], "drawn");
            CHECK(first_wrong(n, expected_of(n, arcs[n - 1]), solution, n - 1) == "");
            Matrix predecessors(n, Dtype::i32);
            const std::size_t first = solution.first[n - 1];
            for (std::size_t i = 0; i < n; ++i) {
                std::ranges::copy_n(solution.predecessors.as<std::int32_t>().begin() +
                                        static_cast<std::ptrdiff_t>(first + i * n),
                                    static_cast<std::ptrdiff_t>(n),
                                    predecessors.row<std::int32_t>(i).begin());
            }
            const Paths paths(std::move(predecessors));
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = 0; j < n; ++j) {
                    const auto path = paths.path(i, j);
                    const double d = at(solution.distances, first + i * n + j);
                    double sum = path.empty() ? none_of(dtype) : 0;
                    for (std::size_t k = 1; k < path.size(); ++k) {
                        sum += graph.weight(path[k - 1], path[k]);
                    }
                    wrong += sum != d;
                    for (std::size_t k = 0; k < most; ++k) {
                        const auto arc =
                            solution.path_arcs.as<std::int32_t>()[(first + i * n + j) * most + k];
                        const bool is_there = k + 1 < path.size();
                        wrong += is_there != (arc >= 0);
                        if (!is_there || arc < 0) continue;
                        const auto a = static_cast<std::size_t>(arc);
                        wrong += static_cast<std::size_t>(ragged.targets[a]) != path[k + 1];
                        wrong += ragged.weights[a] != graph.weight(path[k], path[k + 1]);
                    }
                }
            }
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("batch: negative weights; a negative cycle does not lose the others") {
    std::mt19937 random(4);
    Ragged<std::int32_t> ragged;
    std::vector<std::vector<Arc>> arcs;
    for (int k = 0; k < 60; ++k) {
        const std::size_t n = 5 + random() % 50;
        std::vector<Arc> one;
        const Graph graph = potential_graph(n, 0.3, static_cast<std::uint64_t>(k));
        for (const Arc& arc : test::arcs_of(graph)) one.push_back(arc);
        if (k == 17) one = {{0, 1, 2}, {1, 2, -5}, {2, 0, 1}, {0, 3, -1000}};
        if (k == 40) one = {{3, 3, -1}};
        ragged.add(n, one);
        arcs.push_back(one);
    }
    const BatchSolution solution = solve_batch(ragged.batch(), {.no_path = 999'999'999});
    REQUIRE(solution.failures.size() == 2);
    CHECK(solution.failures[0].graph == 17);
    CHECK(solution.failures[0].cycle.weight() == -2);
    CHECK(solution.failures[0].cycle.vertices().size() == 3);
    CHECK(solution.failures[1].graph == 40);
    for (std::size_t b = 0; b < arcs.size(); ++b) {
        const std::size_t n = ragged.batch().vertices(b);
        std::size_t wrong = 0;
        if (b == 17 || b == 40) {
            for (std::size_t k = 0; k < n * n; ++k) {
                wrong += at(solution.distances, solution.first[b] + k) != 999'999'999;
            }
        } else {
            const auto expected = oracle_distances(Graph::from_arcs(n, arcs[b], "expected"));
            for (std::size_t k = 0; k < n * n; ++k) {
                const double d =
                    expected[k] == kOracleNoPath ? 999'999'999 : static_cast<double>(expected[k]);
                wrong += at(solution.distances, solution.first[b] + k) != d;
            }
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("batch: no rounding closes a circle of negative floats") {
    Ragged<double> ragged;
    ragged.add(3, {{0, 1, 0.1}, {1, 2, 0.4}, {2, 1, -0.4}});
    for (const Dtype dtype : {Dtype::f32, Dtype::f64}) {
        const BatchOptions options = {.dtype = dtype, .paths = true, .path_arcs = 1};
        const BatchSolution solution = solve_batch(ragged.batch(), options);
        CHECK(at(solution.distances, 1) == doctest::Approx(0.1));
        const auto p = solution.predecessors.as<std::int32_t>();
        CHECK(std::ranges::equal(p, std::array{-1, 0, 1, -1, -1, 1, -1, 2, -1}));
        const auto a = solution.path_arcs.as<std::int32_t>();
        CHECK(std::ranges::equal(a, std::array{-1, 0, 0, -1, -1, 1, -1, 2, -1}));
    }
}

TEST_CASE("batch: every semiring, against single solves") {
    std::vector<Graph> graphs;
    for (std::size_t n = 1; n <= 50; ++n) {
        graphs.push_back(random_graph(n, 0.15, n));
    }
    for (const Semiring semiring : kSemirings) {
        if (semiring == Semiring::max_times) continue;  // its weights are at most 1
        CAPTURE(name(semiring));
        const BatchSolution all =
            solve_batch(GraphBatch::from_graphs(graphs), {.semiring = semiring});
        for (std::size_t b = 0; b < graphs.size(); ++b) {
            const Solution one = solve(graphs[b], {.semiring = semiring, .dtype = all.computed});
            const std::size_t n = graphs[b].vertices();
            std::size_t wrong = 0;
            for (std::size_t k = 0; k < n * n; ++k) {
                wrong += one.distances.at(k / n, k % n) != real(all.distances, all.first[b] + k);
            }
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("batch: graphs of more than 256 vertices are solved by themselves") {
    Ragged<std::int32_t> ragged;
    std::mt19937 random(5);
    std::vector<std::vector<Arc>> arcs;
    for (const std::size_t n : {300, 7, 257}) {
        arcs.push_back(draw_arcs(n, 0.02, 1, 3, random));
        ragged.add(n, arcs.back());
    }
    const BatchSolution solution = solve_batch(ragged.batch(), {.paths = true});
    CHECK(first_wrong(300, expected_of(300, arcs[0]), solution, 0) == "");
    CHECK(first_wrong(7, expected_of(7, arcs[1]), solution, 1) == "");
    CHECK(first_wrong(257, expected_of(257, arcs[2]), solution, 2) == "");
    for (std::size_t j = 0; j < 300; ++j) {
        const std::int32_t p = solution.predecessors.as<std::int32_t>()[j];
        CHECK((p == kNoPredecessor) ==
              (j == 0 || at(solution.distances, j) == none_of(solution.computed)));
    }
}

}  // namespace apsp
