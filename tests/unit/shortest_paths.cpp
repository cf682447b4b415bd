// All shortest paths of a pair, and their numbers, against their definition.
#include "apsp/shortest_paths.hpp"

#include <doctest/doctest.h>

#include <random>

#include "apsp/errors.hpp"
#include "caught.hpp"
#include "draw.hpp"
#include "unit/all_paths.hpp"
#include "unit/drawn_graph.hpp"

namespace {

using apsp::Arc;
using apsp::Graph;
using apsp::ShortestPaths;
using apsp::test::AllPaths;
using apsp::test::kNone;

/// Few weights, so that many paths tie; 0 and below only where no cycle can follow.
Graph tied(std::size_t seed) {
    std::mt19937 random(static_cast<unsigned>(seed) + 5);
    const int least = seed % 3 == 0 ? -1 : static_cast<int>(seed % 2);
    const Graph shape = apsp::test::drawn_graph(seed);
    const std::size_t n = shape.vertices();
    std::vector<Arc> arcs = apsp::test::arcs_of(shape);
    std::erase_if(arcs, [&](const Arc& arc) {
        return seed % 3 == 0 && seed % 2 == 0 && arc.source > arc.target;  // no cycles
    });
    for (Arc& arc : arcs) {
        arc.weight = least + static_cast<int>(random() % 3);
        if (arc.weight <= 0 && arc.source > arc.target) arc.weight = 2 * static_cast<double>(n);
    }
    return Graph::from_arcs(n, std::move(arcs), "tied");
}

/// What is wrong with the paths of this pair; nothing if they are all that there are, ascending.
std::string wrong_paths(const Graph& graph, const AllPaths& all, std::size_t s, std::size_t t) {
    ShortestPaths paths(graph, s, t);
    const double count = all.count[s * all.n + t], distance = all.distance[s * all.n + t];
    if (paths.count() != count) return "count";
    if (paths.distance() != distance) return "distance";
    constexpr std::size_t kMost = 200;
    std::vector<std::size_t> before;
    std::size_t found = 0;
    for (std::vector<std::size_t> path = paths.next(); !path.empty() && found < kMost;
         path = paths.next(), ++found) {
        if (path.front() != s || path.back() != t) return "ends";
        double length = 0;
        for (std::size_t k = 1; k < path.size(); ++k) length += graph.weight(path[k - 1], path[k]);
        if (length != distance) return "length";
        if (!(before < path)) return "order";  // so that all differ
        before = path;
    }
    return static_cast<double>(found) == std::min(count, double{kMost}) ? "" : "number";
}

}  // namespace

TEST_CASE("shortest paths: of drawn graphs with many ties, all are found, once each") {
    std::size_t several = 0, compared = 0;
    for (std::size_t seed = 0; seed < draws(900); ++seed) {
        CAPTURE(seed);
        const Graph graph = tied(seed);
        const std::size_t n = graph.vertices();
        if (n > 40 || n == 0) continue;
        const auto refused = apsp::test::error_of([&] { ShortestPaths(graph, 0, 0); });
        if (refused.kind != apsp::ErrorKind{}) continue;
        const AllPaths all(graph);
        for (std::size_t s = 0; s < n; ++s) {
            const std::size_t t = (s * 7 + seed) % n;
            CHECK(wrong_paths(graph, all, s, t) == "");
            several += all.count[s * n + t] > 1;
        }
        std::vector<std::size_t> sources(2 * n);
        for (std::size_t k = 0; k < sources.size(); ++k) sources[k] = k * 3 % n;
        std::size_t place = 0, wrong = 0;
        apsp::count_shortest_paths(graph, sources,
                                   [&](std::size_t source, std::span<const double> counts) {
                                       wrong += source != sources[place++];
                                       for (std::size_t t = 0; t < n; ++t)
                                           wrong += counts[t] != all.count[source * n + t];
                                   });
        CHECK(place == sources.size());
        CHECK(wrong == 0);
        ++compared;
    }
    CHECK(compared > draws(300));
    CHECK(several > draws(500));
}

TEST_CASE("shortest paths: the first of very many takes a search") {
    ShortestPaths paths(apsp::test::diamonds(900), 0, 2700);
    CHECK(paths.count() == 0x1p900);
    CHECK(paths.distance() == 1800);
    const std::vector<std::size_t> first = paths.next(), second = paths.next();
    CHECK(first.size() == 1801);
    CHECK(first[1] == 1);
    CHECK(second[1] == 1);
    CHECK(second[1799] == first[1799] + 1);
}

TEST_CASE("shortest paths: to itself, to what is not reached, and what is refused") {
    const Graph graph = Graph::from_arcs(3, {{0, 1, 2}}, "arc");
    ShortestPaths own(graph, 1, 1);
    CHECK(own.count() == 1);
    CHECK(own.distance() == 0);
    CHECK(own.next() == std::vector<std::size_t>{1});
    CHECK(own.next().empty());
    ShortestPaths none(graph, 1, 0);
    CHECK(none.count() == 0);
    CHECK(none.distance() == kNone);
    CHECK(none.next().empty());
    using apsp::test::check_refused;
    check_refused(apsp::ErrorKind::usage, "there is no vertex 3",
                  [&] { ShortestPaths(graph, 0, 3); });
    check_refused(apsp::ErrorKind::usage, "there is no vertex 9", [&] {
        apsp::count_shortest_paths(graph, std::vector<std::size_t>{9},
                                   [](std::size_t, std::span<const double>) {});
    });
    check_refused(apsp::ErrorKind::bad_input, "a cycle of 2 arcs and weight 0", [&] {
        ShortestPaths(Graph::from_arcs(2, {{0, 1, 0}, {1, 0, 0}}, "free"), 0, 1);
    });
}
