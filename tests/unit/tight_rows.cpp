// Tight arcs and predecessors of some rows at a time, against those of the whole matrix.
#include "paths/tight_rows.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "apsp/generate.hpp"
#include "apsp/verify.hpp"
#include "graph/padding.hpp"
#include "negative/negative_cycle.hpp"
#include "solve/find_paths.hpp"
#include "unit/distances.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

constexpr std::size_t kVertices = 300;

/// Parts of the rows; one is empty, and one begins within a group of rows that are searched
/// together.
const std::vector<Range> kParts = {{0, 64}, {64, 64}, {64, 256}, {256, kVertices}};

/// Arcs in both directions with weights from 0 to 2, so that there are circles of zeros.
Graph zeros() {
    std::vector<Arc> arcs;
    for (const Arc& arc : test::arcs_of(random_graph(kVertices, 0.01, 3))) {
        const double weight = static_cast<int>(arc.weight) % 3;
        arcs.push_back({arc.source, arc.target, weight});
        arcs.push_back({arc.target, arc.source, weight});
    }
    return Graph::from_arcs(kVertices, std::move(arcs), "zeros");
}

/// The costs that negative weights become; many are 0.
Graph costs() {
    Graph graph = potential_graph(kVertices, 0.3, 4);
    give_potentials(graph, Semiring::min_plus);
    std::vector<Arc> arcs;
    for (std::uint32_t i = 0; i < kVertices; ++i) {
        graph.for_each_cost(i, [&](std::size_t j, double cost) {
            arcs.push_back({i, static_cast<std::uint32_t>(j), cost});
        });
    }
    return Graph::from_arcs(kVertices, std::move(arcs), "costs");
}

std::vector<Graph> graphs() {
    std::vector<Graph> all;
    all.push_back(random_graph(kVertices, 1, 1));
    all.push_back(random_graph(kVertices, 0.02, 2));
    all.push_back(costs());
    all.push_back(zeros());
    return all;
}

template <class V>
void append(std::vector<V>& to, const std::vector<V>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

/// The tight arcs, found as by several processes with one part each.
TightArcs arcs_of_parts(const Graph& graph, const Matrix& distances) {
    double largest = 0;
    for (const Range part : kParts) largest = std::max(largest, largest_distance(distances, part));
    TightRule rule = tight_rule(graph, distances.dtype(), [&] { return largest; });
    TightRows all;
    for (const Range part : kParts) {
        rule.rows = part;
        const TightRows rows = find_tight_rows(graph, distances, rule);
        CHECK(rows.counts.size() == part.size());
        append(all.counts, rows.counts);
        append(all.targets, rows.targets);
        append(all.weights, rows.weights);
    }
    TightArcs arcs = list_tight_arcs(rule, all);
    for (const Range part : kParts) {
        if (!arcs.exact) break;
        const bool circles = order_lists(graph, distances, part, arcs);
        arcs.circles = arcs.circles || circles;
    }
    return arcs;
}

/// Predecessors found part by part. Other rows must stay untouched, except those in the same
/// groups.
Matrix predecessors_of_parts(Matrix& distances, TightArcs& arcs) {
    constexpr std::int32_t kUntouched = -7;
    Matrix all(kVertices, Dtype::i32);
    for (const Range part : kParts) {
        Matrix p(kVertices, Dtype::i32);
        for (std::size_t i = 0; i < kVertices; ++i) {
            std::ranges::fill(p.row<std::int32_t>(i), kUntouched);
        }
        arcs.rows = part;
        find_paths(distances, arcs, {}, p);
        for (std::size_t i = 0; i < kVertices; ++i) {
            const auto row = p.row<std::int32_t>(i);
            const bool own = part.first <= i && i < part.last;
            const bool far = i + apsp::kPadding < part.first || part.last + apsp::kPadding <= i;
            if (own) std::ranges::copy(row, all.row<std::int32_t>(i).begin());
            if (far) CHECK(std::ranges::count(row, kUntouched) == kVertices);
        }
    }
    return all;
}

void check_parts(const Graph& graph, Matrix& distances) {
    const TightArcs whole = find_tight_arcs(graph, distances);
    TightArcs parts = arcs_of_parts(graph, distances);
    CHECK(parts.exact == whole.exact);
    CHECK(parts.circles == whole.circles);
    CHECK(parts.first == whole.first);
    CHECK(parts.sources == whole.sources);
    CHECK(parts.weights == whole.weights);
    CHECK(parts.direct == whole.direct);

    Matrix expected(kVertices, Dtype::i32);
    find_paths(distances, find_tight_arcs(graph, distances), {}, expected);
    const Matrix found = predecessors_of_parts(distances, parts);
    for (std::size_t i = 0; i < kVertices; ++i) {
        CHECK(std::ranges::equal(found.row<std::int32_t>(i), expected.row<std::int32_t>(i)));
    }
    const Verification proof = prove(graph, distances, &found);
    CHECK_MESSAGE(proof.ok, proof.failure);
}

}  // namespace

TEST_CASE("tight rows: of parts of the rows come the same lists, and predecessors") {
    for (const Graph& graph : graphs()) {
        for (const Dtype dtype : {Dtype::u8, Dtype::i16, Dtype::i32, Dtype::f32, Dtype::f64}) {
            CAPTURE(graph.origin());
            CAPTURE(name(dtype));
            Matrix distances = distances_of(graph, dtype);
            check_parts(graph, distances);
        }
    }
}

TEST_CASE("tight rows: the same where sums may be rounded") {
    // Weights are multiples of 2^22: their sums in f32 are right, but too large to be taken for
    // exact.
    for (const Graph& graph : graphs()) {
        CAPTURE(graph.origin());
        std::vector<Arc> arcs = test::arcs_of(graph);
        for (Arc& arc : arcs) arc.weight *= 1 << 22;
        const Graph large = Graph::from_arcs(kVertices, std::move(arcs), "large");
        Matrix distances = distances_of(large, Dtype::f32);
        CHECK_FALSE(tight_rule(large, distances).exact);
        check_parts(large, distances);
    }
}

TEST_CASE("tight rows: where memory is short, an exception reaches the caller") {
    const Graph graph = random_graph(kVertices, 0.1);
    Matrix distances = distances_of(graph, Dtype::f32);
    TightRule rule = tight_rule(graph, distances);
    rule.n = std::numeric_limits<std::size_t>::max() / 2;  // more than any vector can hold
    CHECK_THROWS_AS(find_tight_rows(graph, distances, rule), std::length_error);
}

}  // namespace apsp
