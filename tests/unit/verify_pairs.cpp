// Right near pairs and tables are found right, and each kind of damage is found.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "apsp/near_pairs.hpp"
#include "apsp/table.hpp"
#include "draw.hpp"
#include "oracle.hpp"
#include "unit/drawn_graph.hpp"

namespace {

using apsp::Arc;
using apsp::Dtype;
using apsp::Graph;
using apsp::NearOptions;
using apsp::NearPairs;

/// Near pairs that can be changed.
struct Damaged {
    explicit Damaged(const NearPairs& of) : near(of), targets(of.rows.size()) {
        distances.resize(of.rows.size());
        predecessors.resize(of.rows.size());
        for (std::size_t row = 0; row < of.rows.size(); ++row) {
            const auto t = of.targets(row);
            const auto d = of.distances<float>(row);
            targets[row].assign(t.begin(), t.end());
            distances[row].assign(d.begin(), d.end());
            const auto p = of.predecessors(row);
            predecessors[row].assign(p.begin(), p.end());
        }
    }
    apsp::Verification verified(const Graph& graph, const NearOptions& question) {
        for (std::size_t row = 0; row < near.rows.size(); ++row) {
            near.rows[row] = {targets[row].data(), distances[row].data(), predecessors[row].data(),
                              targets[row].size()};
        }
        return verify(graph, near, question);
    }
    NearPairs near;
    std::vector<std::vector<std::uint32_t>> targets;
    std::vector<std::vector<float>> distances;
    std::vector<std::vector<std::int32_t>> predecessors;
};

/// Fractions, so that sums are rounded, or integers.
Graph drawn(std::size_t n, bool fractions, std::mt19937& random) {
    std::vector<Arc> arcs;
    for (std::size_t a = 0; a < 3 * n; ++a) {
        arcs.push_back({apsp::test::number(random, n), apsp::test::number(random, n),
                        static_cast<double>(random() % 9) / (fractions ? 10 : 1)});
    }
    return Graph::from_arcs(n, arcs, "drawn");
}

}  // namespace

TEST_CASE("verify: near pairs, and every kind of damage to them") {
    std::mt19937 random(23);
    std::size_t damages = 0;
    for (std::size_t seed = 0; seed < draws(150); ++seed) {
        const bool fractions = seed % 2 == 0;
        const Graph graph = drawn(2 + random() % 40, fractions, random);
        NearOptions question{.dtype = Dtype::f32, .predecessors = true};
        if (seed % 3 != 0) question.cutoff = fractions ? 1.25 : 12;
        if (seed % 3 != 1) question.nearest = 1 + random() % 4;
        if (seed % 5 == 0) question.among = {0, 1};
        const NearPairs near = near_pairs(graph, question);
        CAPTURE(seed);
        const apsp::Verification right = verify(graph, near, question);
        CHECK(right.failure == "");
        CHECK(right.ok);
        CHECK(right.method == "johnson");
        CHECK(right.rows_checked == graph.vertices());
        const std::size_t row = random() % graph.vertices();
        if (near.rows[row].size == 0) continue;
        const std::size_t k = random() % near.rows[row].size;
        const auto found_wrong = [&](const auto& damage, const char* words) {
            Damaged damaged(near);
            damage(damaged);
            const apsp::Verification wrong = damaged.verified(graph, question);
            CAPTURE(wrong.failure);
            CHECK(!wrong.ok);
            CHECK(wrong.row == row);
            CHECK(wrong.failure.find(words) != std::string::npos);
            ++damages;
        };
        found_wrong([&](Damaged& d) { d.distances[row][k] += 0.25F; }, "distance");
        found_wrong([&](Damaged& d) { d.predecessors[row][k] = 1 << 20; }, "predecessor");
        found_wrong(
            [&](Damaged& d) {
                const auto at = static_cast<std::ptrdiff_t>(k);
                d.targets[row].erase(d.targets[row].begin() + at);
                d.distances[row].erase(d.distances[row].begin() + at);
                d.predecessors[row].erase(d.predecessors[row].begin() + at);
            },
            "missing");
        found_wrong(
            [&](Damaged& d) {
                d.targets[row].push_back(d.targets[row][k]);
                d.distances[row].push_back(d.distances[row][k]);
                d.predecessors[row].push_back(d.predecessors[row][k]);
            },
            "the pair");
        if (question.among) continue;
        found_wrong([&](Damaged& d) { d.targets[row][k] = static_cast<std::uint32_t>(row); },
                    "is none asked for");
    }
    CHECK(damages > draws(400));
}

TEST_CASE("verify: the nearest are the nearest, and what is far is not near") {
    const Graph star =
        Graph::from_arcs(5, {{0, 1, 3}, {0, 2, 1}, {0, 3, 1}, {0, 4, 5}, {1, 4, 9}}, "star");
    NearOptions question{.nearest = 1, .dtype = Dtype::f32, .predecessors = true};
    Damaged second(near_pairs(star, question));
    second.targets[0][0] = 3;  // as near as 2, which comes first
    CHECK(second.verified(star, question).failure.find("0 -> 2 is missing") != std::string::npos);
    Damaged farther(near_pairs(star, question));
    farther.targets[0][0] = 1;
    farther.distances[0][0] = 3;
    CHECK(farther.verified(star, question).failure.find("0 -> 2 is missing") != std::string::npos);
    Damaged beyond(near_pairs(star, question));
    question.cutoff = 4;
    CHECK(beyond.verified(star, question).failure.find("1 -> 4 is beyond") != std::string::npos);
    question = {.cutoff = 5, .dtype = Dtype::f32, .predecessors = true};
    Damaged mixed(near_pairs(star, question));
    std::swap(mixed.targets[0][1], mixed.targets[0][2]);
    std::swap(mixed.distances[0][1], mixed.distances[0][2]);
    CHECK(mixed.verified(star, question).failure.find("not in its place") != std::string::npos);
}

TEST_CASE("verify: predecessors that lead in a circle, along arcs of weight 0") {
    const Graph graph =
        Graph::from_arcs(4, {{0, 1, 2}, {1, 2, 0}, {2, 1, 0}, {2, 3, 0}, {3, 2, 0}}, "circle");
    const NearOptions question{
        .cutoff = 5, .sources = {0}, .dtype = Dtype::f32, .predecessors = true};
    Damaged near(near_pairs(graph, question));
    CHECK(near.verified(graph, question).ok);
    near.predecessors[0] = {2, 1, 2};
    CHECK(near.verified(graph, question).failure.find("never ends in 0") != std::string::npos);

    const apsp::TableOptions asked{.sources = {0}, .predecessors = true};
    apsp::DistanceTable table = distance_table(graph, asked);
    CHECK(verify(graph, table, asked).ok);
    table.predecessors = {-1, 2, 3, 2};
    CHECK(verify(graph, table, asked).failure.find("never ends in 0") != std::string::npos);

    const std::vector<apsp::VertexPair> pairs = {{0, 3}, {0, 2}, {3, 0}};
    apsp::DistanceTable of_pairs = distance_pairs(graph, pairs, {.predecessors = true});
    CHECK(verify(graph, of_pairs, pairs).ok);
    of_pairs.predecessors = {2, 3, -1};
    CHECK(verify(graph, of_pairs, pairs).failure.find("never ends in 0") != std::string::npos);
}

TEST_CASE("verify: tables, pairs, and what is wrong with them; a small budget checks a sample") {
    std::mt19937 random(29);
    for (std::size_t seed = 0; seed < draws(100); ++seed) {
        const Graph graph = seed % 3 == 0 ? apsp::test::drawn_graph(seed)
                                          : drawn(2 + random() % 40, seed % 2 == 0, random);
        const std::size_t n = graph.vertices();
        apsp::TableOptions question{.targets = {random() % n, random() % n},
                                    .dtype = Dtype::f64,
                                    .predecessors = seed % 2 == 0};
        std::vector<apsp::VertexPair> pairs(20);
        for (auto& pair : pairs) {
            pair = {apsp::test::number(random, n), apsp::test::number(random, n)};
        }
        apsp::DistanceTable table, of_pairs;
        try {
            table = distance_table(graph, question);
            of_pairs =
                distance_pairs(graph, pairs, {.dtype = Dtype::f64, .predecessors = seed % 2 == 0});
        } catch (const apsp::NegativeCycle&) {
            continue;
        }
        CAPTURE(seed);
        CHECK(verify(graph, table, question).failure == "");
        CHECK(verify(graph, of_pairs, pairs).ok);
        const apsp::Verification sampled = verify(graph, table, question, {.budget = 1});
        CHECK(sampled.ok);
        CHECK(sampled.rows_checked == 1);
        if (n > 1) CHECK(sampled.method == "sampled johnson");
        const std::size_t i = random() % n, j = random() % 2, k = random() % pairs.size();
        if (question.predecessors) {
            table.predecessors[i * 2 + j] = -7;
            const auto wrong = verify(graph, table, question);
            CHECK(wrong.failure.starts_with("predecessor"));
            CHECK(wrong.row == i);
            CHECK(wrong.column == question.targets[j]);
            of_pairs.predecessors[k] = -7;
            CHECK(!verify(graph, of_pairs, pairs).ok);
        }
        table.row<double>(i)[j] = 0.125;
        CHECK(verify(graph, table, question).failure.starts_with("distance"));
        of_pairs.row<double>(0)[k] = 0.125;
        CHECK(!verify(graph, of_pairs, pairs).ok);
    }
}
