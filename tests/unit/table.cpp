// Tables equal their part of the whole matrix, whatever finds them.
#include "apsp/table.hpp"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <random>

#include "apsp/elimination.hpp"
#include "caught.hpp"
#include "near/meeting_ways.hpp"
#include "near/whole_elimination.hpp"
#include "oracle.hpp"
#include "unit/drawn_graph.hpp"

namespace {

using apsp::Algorithm;
using apsp::DistanceTable;
using apsp::Dtype;
using apsp::Graph;
using apsp::TableOptions;

/// Whether the predecessor is the source of an arc that ends a shortest path from i to j.
bool is_predecessor(const Graph& graph, const std::vector<long long>& distances, std::size_t i,
                    std::size_t j, std::int32_t predecessor) {
    const std::size_t n = graph.vertices();
    const long long d = distances[i * n + j];
    if (i == j || d == kOracleNoPath) return predecessor == apsp::kNoPredecessor;
    const auto u = static_cast<std::size_t>(predecessor);
    if (u >= n || distances[i * n + u] == kOracleNoPath) return false;
    return static_cast<double>(distances[i * n + u]) + graph.weight(u, j) == static_cast<double>(d);
}

/// Which entry is wrong, or "".
std::string wrong_entry(const Graph& graph, const std::vector<long long>& distances,
                        const TableOptions& options) {
    const std::size_t n = graph.vertices();
    const DistanceTable table = distance_table(graph, options);
    const auto& [sources, targets] = std::tie(options.sources, options.targets);
    if (table.rows != (sources.empty() ? n : sources.size())) return "number of rows";
    if (table.columns != (targets.empty() ? n : targets.size())) return "number of columns";
    return visit(table.dtype, [&](auto zero) -> std::string {
        using T = decltype(zero);
        for (std::size_t i = 0; i < table.rows; ++i) {
            const auto row = table.row<T>(i);
            for (std::size_t j = 0; j < table.columns; ++j) {
                const std::size_t from = sources.empty() ? i : sources[i];
                const std::size_t to = targets.empty() ? j : targets[j];
                const long long d = distances[from * n + to];
                if (options.predecessors &&
                    !is_predecessor(graph, distances, from, to,
                                    table.predecessors[i * table.columns + j])) {
                    return fmt::format("{} predecessor ({}, {})", name(table.algorithm), i, j);
                }
                const T expected = d == kOracleNoPath ? apsp::infinity<T>() : static_cast<T>(d);
                if (row[j] == expected) continue;
                return fmt::format("{} {} ({}, {})", name(table.algorithm), name(table.dtype), i,
                                   j);
            }
        }
        return "";
    });
}

/// Which pair is wrong, or "".
std::string wrong_pair(const Graph& graph, const std::vector<long long>& distances,
                       const std::vector<apsp::VertexPair>& pairs, TableOptions options) {
    options.sources.clear();
    options.targets.clear();
    const DistanceTable table = distance_pairs(graph, pairs, options);
    if (table.rows != 1 || table.columns != pairs.size()) return "shape";
    return visit(table.dtype, [&](auto zero) -> std::string {
        using T = decltype(zero);
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            const auto [i, j] = pairs[k];
            const long long d = distances[i * graph.vertices() + j];
            if (options.predecessors &&
                !is_predecessor(graph, distances, i, j, table.predecessors[k])) {
                return fmt::format("{} predecessor {} -> {}", name(table.algorithm), i, j);
            }
            const T expected = d == kOracleNoPath ? apsp::infinity<T>() : static_cast<T>(d);
            if (table.row<T>(0)[k] == expected) continue;
            return fmt::format("{} {} {} -> {}", name(table.algorithm), name(table.dtype), i, j);
        }
        return "";
    });
}

std::vector<apsp::VertexPair> drawn_pairs(std::size_t count, std::size_t n, std::mt19937& random) {
    std::vector<apsp::VertexPair> pairs(count);
    for (apsp::VertexPair& pair : pairs) {
        pair = {apsp::test::number(random, n), apsp::test::number(random, n)};
    }
    return pairs;
}

std::vector<std::size_t> drawn_vertices(std::size_t n, std::mt19937& random) {
    std::vector<std::size_t> some(random() % 4 == 0 ? 0 : 1 + random() % (random() % 2 ? 4 : 40));
    std::ranges::generate(some, [&] { return random() % n; });
    return some;
}

}  // namespace

TEST_CASE("table: drawn graphs, sources and targets, by every algorithm, in every type") {
    std::mt19937 random(17);
    for (std::size_t seed = 0; seed < 400; ++seed) {
        const Graph graph = apsp::test::drawn_graph(seed);
        std::vector<long long> distances;
        try {
            distances = oracle_distances(graph);
        } catch (const std::domain_error&) {
            continue;
        }
        TableOptions options;
        options.sources = drawn_vertices(graph.vertices(), random);
        options.targets = drawn_vertices(graph.vertices(), random);
        for (const Algorithm algorithm :
             {Algorithm::automatic, Algorithm::search, Algorithm::sparse, Algorithm::kleene}) {
            options.algorithm = algorithm;
            const bool own = algorithm == Algorithm::search || algorithm == Algorithm::sparse;
            if (own && graph.min_weight() < 0) continue;
            options.dtype.reset();
            if (random() % 2 == 0) options.dtype = random() % 2 == 0 ? Dtype::f64 : Dtype::i32;
            options.predecessors = random() % 2 == 0;
            CAPTURE(seed);
            CHECK(wrong_entry(graph, distances, options) == "");
            const auto pairs = drawn_pairs(random() % 50, graph.vertices(), random);
            CHECK(wrong_pair(graph, distances, pairs, options) == "");
        }
    }
}

TEST_CASE("table: pairs in many parts, of which each fits into little memory") {
    std::mt19937 random(5);
    for (std::size_t seed = 0; seed < 60; ++seed) {
        const Graph graph = apsp::test::drawn_graph(seed);
        if (graph.min_weight() < 0) continue;
        const auto pairs = drawn_pairs(200, graph.vertices(), random);
        TableOptions options{.algorithm = Algorithm::sparse, .dtype = Dtype::f64};
        DistanceTable table = distance_pairs(graph, pairs, options);
        const auto row = table.row<double>(0);
        const std::vector<double> whole(row.begin(), row.end());
        std::ranges::fill(row, -1);
        const auto tree = apsp::WholeElimination(graph, options.elimination).tree();
        for (const std::size_t bytes : {1, 100, 1000}) {
            apsp::find_where_ways_meet(graph, *tree, pairs, {}, table, bytes);
            CAPTURE(seed);
            CHECK(std::ranges::equal(row, whole));
        }
    }
}

TEST_CASE("table: a kept elimination serves other weights and other tables") {
    const Graph graph = apsp::test::drawn_graph(5);
    TableOptions options{.sources = {0, 3}, .targets = {4}, .algorithm = Algorithm::sparse};
    options.elimination = std::make_shared<const apsp::Elimination>(graph);
    CHECK(wrong_entry(graph, oracle_distances(graph), options) == "");
    const Graph other = graph.reweighted(std::vector<double>(graph.arcs(), 2));
    options.targets.clear();
    CHECK(wrong_entry(other, oracle_distances(other), options) == "");
}

TEST_CASE("table: refusals") {
    const Graph line = Graph::from_arcs(3, {{0, 1, 1}, {1, 2, -1}}, "line");
    TableOptions options{.sources = {3}};
    apsp::test::check_refused(apsp::ErrorKind::bad_input, "source 3",
                              [&] { (void)distance_table(line, options); });
    options = {.targets = {2}, .algorithm = Algorithm::sparse};
    apsp::test::check_refused(apsp::ErrorKind::usage, "not negative",
                              [&] { (void)distance_table(line, options); });
    const std::vector<apsp::VertexPair> pairs = {{0, 1}, {2, 3}};
    apsp::test::check_refused(apsp::ErrorKind::usage, "for tables",
                              [&] { (void)distance_pairs(line, pairs, options); });
    options.algorithm = Algorithm::automatic;
    CHECK(distance_table(line, options).rows == 3);
    apsp::test::check_refused(apsp::ErrorKind::bad_input, "target 3",
                              [&] { (void)distance_pairs(line, pairs, {}); });
}
