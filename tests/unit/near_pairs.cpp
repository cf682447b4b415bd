// Near pairs equal what is left of the whole matrix, whatever finds them.
#include "apsp/near_pairs.hpp"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <random>

#include "apsp/elimination.hpp"
#include "caught.hpp"
#include "draw.hpp"
#include "oracle.hpp"
#include "unit/drawn_graph.hpp"

namespace {

using apsp::Algorithm;
using apsp::Arc;
using apsp::Dtype;
using apsp::Graph;
using apsp::NearOptions;
using apsp::NearPairs;

using Pair = std::pair<std::uint32_t, long long>;

/// The pairs of a source, from the whole matrix.
std::vector<Pair> expected_pairs(const std::vector<long long>& distances, std::size_t n,
                                 std::size_t source, const NearOptions& options) {
    std::vector<Pair> pairs;
    for (std::uint32_t j = 0; j < n; ++j) {
        const long long d = distances[source * n + j];
        if (d == kOracleNoPath || static_cast<double>(d) > options.cutoff) continue;
        const bool counts =
            options.among ? std::ranges::count(*options.among, j) != 0 : j != source;
        if (counts) pairs.emplace_back(j, d);
    }
    if (options.nearest != 0) {
        std::ranges::stable_sort(pairs, {}, &Pair::second);
        if (pairs.size() > options.nearest) pairs.resize(options.nearest);
    }
    return pairs;
}

std::vector<Pair> pairs_of(const NearPairs::Row& row, Dtype dtype) {
    return visit(dtype, [&](auto zero) {
        const auto* const distances = static_cast<const decltype(zero)*>(row.distances);
        std::vector<Pair> pairs;
        for (std::size_t k = 0; k < row.size; ++k) {
            pairs.emplace_back(row.targets[k], static_cast<long long>(distances[k]));
        }
        return pairs;
    });
}

/// Whether these are predecessors of the pairs: sources of arcs that end shortest paths. Where all
/// targets count and predecessors are within the limit, following them must end in the source.
bool are_predecessors(const Graph& graph, const std::vector<long long>& distances,
                      std::size_t source, const NearPairs::Row& row, bool all) {
    const std::size_t n = graph.vertices();
    std::vector<std::int32_t> before(n, apsp::kNoPredecessor);
    for (std::size_t k = 0; k < row.size; ++k) {
        const std::uint32_t target = row.targets[k];
        const std::int32_t p = before[target] = row.predecessors[k];
        if (target == source) {
            if (p != apsp::kNoPredecessor) return false;
            continue;
        }
        if (p < 0 || static_cast<std::size_t>(p) >= n) return false;
        const auto u = static_cast<std::size_t>(p);
        const long long to_u = distances[source * n + u];
        if (to_u == kOracleNoPath) return false;
        const double sum = static_cast<double>(to_u) + graph.weight(u, target);
        if (sum != static_cast<double>(distances[source * n + target])) return false;
    }
    for (std::size_t k = 0; all && k < row.size; ++k) {
        std::size_t v = row.targets[k];
        for (std::size_t steps = 0; v != source; ++steps) {
            if (steps == n || before[v] == apsp::kNoPredecessor) return false;
            v = static_cast<std::size_t>(before[v]);
        }
    }
    return true;
}

/// Keeps what it takes, which comes in the order that NearSink promises.
struct Kept : apsp::NearSink {
    void begin(const NearPairs& sizes) override {
        dtype = sizes.dtype;
        for (const NearPairs::Row& row : sizes.rows) expected.push_back(row.size);
        rows.resize(expected.size());
        predecessors.resize(expected.size());
        taken.resize(expected.size());
    }
    void take(std::size_t first, std::span<const NearPairs::Row> some) override {
        for (const NearPairs::Row& pairs : some) {
            const std::size_t row = first++;
            rows[row] = pairs_of(pairs, dtype);
            if (pairs.predecessors != nullptr) {
                predecessors[row].assign(pairs.predecessors, pairs.predecessors + pairs.size);
            }
            ++taken[row];
        }
    }
    void end() override {
        for (std::size_t row = 0; row < rows.size(); ++row) {
            complete += taken[row] == 1 && rows[row].size() == expected[row];
        }
    }
    Dtype dtype{};
    std::vector<std::size_t> expected;
    std::vector<std::vector<Pair>> rows;
    std::vector<std::vector<std::int32_t>> predecessors;
    std::vector<int> taken;
    std::size_t complete = 0;
};

/// Which row is wrong, or "".
std::string wrong_row(const Graph& graph, const NearOptions& options) {
    const std::size_t n = graph.vertices();
    const auto distances = oracle_distances(graph);
    const NearPairs near = near_pairs(graph, options);
    NearOptions only_counting = options;
    only_counting.count_only = true;
    const NearPairs counted = near_pairs(graph, only_counting);
    Kept kept;
    NearOptions into_sink = options;
    into_sink.sink = &kept;
    const NearPairs given = near_pairs(graph, into_sink);
    NearOptions with_predecessors = options;
    with_predecessors.predecessors = true;
    const NearPairs led = near_pairs(graph, with_predecessors);
    Kept kept_led;
    with_predecessors.sink = &kept_led;
    (void)near_pairs(graph, with_predecessors);
    const std::size_t rows = options.sources.empty() ? n : options.sources.size();
    if (near.rows.size() != rows || counted.rows.size() != rows) return "number of rows";
    if (kept.complete != rows || given.size() != near.size()) return "the sink's rows";
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t source = options.sources.empty() ? row : options.sources[row];
        const auto expected = expected_pairs(distances, n, source, options);
        if (kept.rows[row] != expected || given.rows[row].targets != nullptr) return "the sink";
        if (pairs_of(near.rows[row], near.dtype) != expected ||
            counted.rows[row].size != expected.size()) {
            return fmt::format("{} {} row {}: {} pairs instead of {}", name(near.algorithm),
                               name(near.dtype), row, near.rows[row].size, expected.size());
        }
        const bool all = !options.among && options.nearest == 0 && graph.min_weight() >= 0;
        const auto before = led.predecessors(row);
        if (pairs_of(led.rows[row], led.dtype) != expected ||
            !are_predecessors(graph, distances, source, led.rows[row], all) ||
            kept_led.rows[row] != expected ||
            !std::ranges::equal(kept_led.predecessors[row], before)) {
            return fmt::format("{} {} row {}: predecessors", name(led.algorithm), name(led.dtype),
                               row);
        }
        if (near.rows[row].predecessors != nullptr) return "predecessors that nobody asked for";
    }
    return "";
}

/// A question about a graph of n vertices: limits that many distances tie with, or that none or all
/// are within; some sources, some targets, also none.
NearOptions drawn_question(std::size_t n, std::mt19937& random) {
    NearOptions options;
    const bool both = random() % 3 == 0;
    if (both || random() % 2 == 0) options.cutoff = static_cast<double>(random() % 260) / 2;
    if (both || std::isinf(options.cutoff))
        options.nearest = 1 + random() % (random() % 2 ? 4 : 120);
    if (random() % 3 == 0) {
        options.sources.resize(1 + random() % n);
        std::ranges::generate(options.sources, [&] { return random() % n; });
    }
    if (random() % 3 == 0) {
        options.among.emplace(random() % (n + 1));
        std::ranges::generate(*options.among, [&] { return random() % n; });
    }
    return options;
}

}  // namespace

TEST_CASE("near: drawn graphs and questions, by every algorithm, in every type") {
    std::mt19937 random(7);
    std::size_t asked = 0;
    for (std::size_t seed = 0; seed < draws(600); ++seed) {
        const Graph graph = apsp::test::drawn_graph(seed);
        try {
            (void)oracle_distances(graph);
        } catch (const std::domain_error&) {
            continue;
        }
        NearOptions options = drawn_question(graph.vertices(), random);
        for (const Algorithm algorithm :
             {Algorithm::automatic, Algorithm::search, Algorithm::sparse, Algorithm::kleene}) {
            options.algorithm = algorithm;
            const bool own = algorithm == Algorithm::search || algorithm == Algorithm::sparse;
            if (own && graph.min_weight() < 0) continue;
            options.dtype.reset();
            if (random() % 2 == 0) options.dtype = random() % 2 == 0 ? Dtype::f64 : Dtype::i32;
            CAPTURE(seed);
            CHECK(wrong_row(graph, options) == "");
            ++asked;
        }
    }
    CHECK(asked > draws(1500));
}

TEST_CASE("near: the smallest types, with arcs of weight 0 and without") {
    std::mt19937 random(3);
    for (std::size_t seed = 0; seed < 200; ++seed) {
        const std::size_t n = 1 + random() % 60;
        std::vector<Arc> arcs;
        for (std::size_t a = 0; a < 3 * n; ++a) {
            arcs.push_back({apsp::test::number(random, n), apsp::test::number(random, n),
                            static_cast<double>(random() % 4 + seed % 2)});
        }
        const Graph graph = Graph::from_arcs(n, arcs, "drawn");
        for (const Dtype dtype : {Dtype::u8, Dtype::i16, Dtype::f32}) {
            for (const Algorithm algorithm : {Algorithm::search, Algorithm::sparse}) {
                NearOptions options = drawn_question(n, random);
                if (!std::isinf(options.cutoff)) options.cutoff /= 20;
                options.algorithm = algorithm;
                options.dtype = dtype;
                CAPTURE(seed);
                CHECK(wrong_row(graph, options) == "");
            }
        }
    }
}

TEST_CASE("near: a weight at the cutoff is within it, also where the type rounds both") {
    const Graph graph = Graph::from_arcs(3, {{0, 1, 0.1}, {1, 2, 0.25}}, "fractions");
    for (const Dtype dtype : {Dtype::f32, Dtype::f64}) {
        for (const Algorithm algorithm : {Algorithm::search, Algorithm::sparse, Algorithm::fw}) {
            const NearOptions options{.cutoff = 0.1, .algorithm = algorithm, .dtype = dtype};
            CHECK(near_pairs(graph, options).size() == 1);
        }
    }
}

TEST_CASE("near: a descent finds predecessors of fractions, whose sums are rounded") {
    std::mt19937 random(4);
    for (std::size_t seed = 0; seed < 60; ++seed) {
        const std::size_t n = 2 + random() % 60;
        std::vector<Arc> arcs;
        for (std::size_t a = 0; a < 3 * n; ++a) {
            arcs.push_back({apsp::test::number(random, n), apsp::test::number(random, n),
                            (1 + static_cast<double>(random() % 9)) / 10});
        }
        const Graph graph = Graph::from_arcs(n, arcs, "fractions");
        for (const Algorithm algorithm : {Algorithm::sparse, Algorithm::search, Algorithm::fw}) {
            const NearOptions options{.cutoff = 2, .algorithm = algorithm, .predecessors = true};
            const NearPairs near = near_pairs(graph, options);
            for (std::size_t row = 0; row < n; ++row) {
                const auto targets = near.targets(row);
                for (std::size_t k = 0; k < targets.size(); ++k) {
                    const auto p = static_cast<std::uint32_t>(near.predecessors(row)[k]);
                    const auto found = std::ranges::find(targets, p);
                    const bool known = p == row || found != targets.end();
                    REQUIRE(known);
                    const auto d = near.distances<float>(row);
                    const double to_p =
                        p == row ? 0
                                 : static_cast<double>(
                                       d[static_cast<std::size_t>(found - targets.begin())]);
                    CHECK(to_p + graph.weight(p, targets[k]) ==
                          doctest::Approx(static_cast<double>(d[k])).epsilon(1e-6));
                }
            }
        }
    }
}

TEST_CASE("near: an elimination is used again") {
    const Graph graph = apsp::test::drawn_graph(5);
    const auto elimination = std::make_shared<const apsp::Elimination>(graph);
    const NearOptions options{
        .cutoff = 60, .algorithm = Algorithm::sparse, .elimination = elimination};
    CHECK(wrong_row(graph, options) == "");
    CHECK(wrong_row(graph, options) == "");
}

TEST_CASE("near: what is refused") {
    const Graph graph = Graph::from_arcs(2, {{0, 1, 1}}, "two");
    const Graph negative = Graph::from_arcs(2, {{0, 1, -1}}, "negative");
    const auto error = [](const Graph& of, const NearOptions& options) {
        return apsp::test::error_of([&] { (void)near_pairs(of, options); }).kind;
    };
    using enum apsp::ErrorKind;
    CHECK(error(graph, {}) == usage);
    CHECK(error(graph, {.cutoff = -1}) == usage);
    CHECK(error(graph, {.cutoff = std::nan("")}) == usage);
    CHECK(error(graph, {.cutoff = 1, .sources = {2}}) == bad_input);
    CHECK(error(graph, {.nearest = 1, .among = {{0, 2}}}) == bad_input);
    CHECK(error(negative, {.cutoff = 1, .algorithm = Algorithm::search}) == usage);
    CHECK(error(negative, {.cutoff = 1, .algorithm = Algorithm::sparse}) == usage);
    CHECK(error(graph, {.cutoff = 1, .memory_limit = 1}) == out_of_memory);
}
