// Paths of pairs are paths of the graph, and as long as the distances.
#include "apsp/pair_paths.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "caught.hpp"
#include "draw.hpp"
#include "oracle.hpp"
#include "unit/drawn_graph.hpp"

namespace {

using apsp::Graph;
using apsp::VertexPair;

/// Whether this is a path between the ends, without a vertex twice, of that length.
bool is_path(const Graph& graph, std::span<const std::uint32_t> vertices, const VertexPair& pair,
             long long length) {
    if (length == kOracleNoPath) return vertices.empty();
    if (vertices.empty() || vertices.front() != pair.source || vertices.back() != pair.target) {
        return false;
    }
    if (std::set(vertices.begin(), vertices.end()).size() != vertices.size()) return false;
    double sum = 0;
    for (std::size_t k = 1; k < vertices.size(); ++k) {
        sum += graph.weight(vertices[k - 1], vertices[k]);
    }
    return sum == static_cast<double>(length);
}

}  // namespace

TEST_CASE("paths of pairs: drawn graphs and pairs, of few sources, of few targets, of any") {
    std::mt19937 random(11);
    std::size_t searched = 0;
    for (std::size_t seed = 0; seed < draws(400); ++seed) {
        const Graph graph = apsp::test::drawn_graph(seed);
        const std::size_t n = graph.vertices();
        std::vector<long long> distances;
        try {
            distances = oracle_distances(graph);
        } catch (const std::domain_error&) {
            continue;
        }
        const std::size_t sources = random() % 2 == 0 ? n : std::min<std::size_t>(n, 3);
        const std::size_t targets = random() % 2 == 0 ? n : std::min<std::size_t>(n, 2);
        std::vector<VertexPair> pairs(random() % 80);
        for (VertexPair& pair : pairs) {
            pair = {apsp::test::number(random, sources), apsp::test::number(random, targets)};
        }
        std::size_t next = 0, wrong = 0;
        find_pair_paths(
            graph, pairs, [&](std::size_t pair, std::span<const std::uint32_t> vertices) {
                const auto [i, j] = pairs[pair];
                wrong +=
                    pair != next++ || !is_path(graph, vertices, pairs[pair], distances[i * n + j]);
            });
        CAPTURE(seed);
        CHECK(next == pairs.size());
        CHECK(wrong == 0);
        searched += next;
    }
    CHECK(searched > draws(8000));
}

TEST_CASE("paths of pairs: more than one block, in their order") {
    std::vector<apsp::Arc> arcs;
    constexpr std::uint32_t kLength = 150;
    for (std::uint32_t k = 0; k + 1 < kLength; ++k) arcs.push_back({k, k + 1, 1});
    const Graph line = Graph::from_arcs(kLength, arcs, "line");
    std::vector<VertexPair> pairs;
    for (std::uint32_t i = 0; i < kLength; ++i) {
        for (std::uint32_t j = 0; j < kLength; ++j) pairs.push_back({i, j});
    }
    std::vector<double> told;
    std::size_t next = 0, wrong = 0;
    find_pair_paths(line, pairs,
                    [&](std::size_t pair, std::span<const std::uint32_t> vertices) {
                        const auto [i, j] = pairs[pair];
                        wrong += pair != next++ || vertices.size() != (i <= j ? j - i + 1 : 0);
                    },
                    {.progress = [&](double share) { told.push_back(share); }});
    CHECK(next == pairs.size());
    CHECK(wrong == 0);
    CHECK(told.size() == 2);
    CHECK(told.back() == 1);
}

TEST_CASE("paths of pairs: refusals") {
    const Graph graph = Graph::from_arcs(2, {{0, 1, 1}}, "two");
    const auto find = [&](const Graph& of, VertexPair pair) {
        find_pair_paths(of, std::span(&pair, 1), [](std::size_t, auto) {});
    };
    apsp::test::check_refused(apsp::ErrorKind::bad_input, "target 2", [&] { find(graph, {0, 2}); });
    const Graph cycle = Graph::from_arcs(2, {{0, 1, 1}, {1, 0, -2}}, "cycle");
    CHECK_THROWS_AS(find(cycle, {0, 1}), apsp::NegativeCycle);
}
