// The smallest type that is proven to hold every distance, and refusals of those that are not.
#include "apsp/apsp.hpp"
#include "graph/components.hpp"
#include "graph/distance_bound.hpp"
#include "graph/weight_range.hpp"
#include "negative/negative_cycle.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

using test::Caught;
using test::error_of;

Graph graph_of(std::size_t n, std::vector<Arc> arcs) {
    return Graph::from_arcs(n, std::move(arcs), "city.gr");
}

/// 0 -> 1 -> ... -> n - 1, and back again if asked.
Graph chain(std::size_t n, double weight, bool back = false) {
    std::vector<Arc> arcs;
    for (std::uint32_t i = 0; i + 1 < n; ++i) {
        arcs.push_back({i, i + 1, weight});
        if (back) arcs.push_back({i + 1, i, weight});
    }
    return graph_of(n, std::move(arcs));
}

Caught refused(const Graph& graph, Dtype dtype, Semiring semiring = Semiring::min_plus) {
    return error_of([&] { choose_dtype(graph, semiring, dtype); });
}

Dtype chosen(const Graph& graph, Semiring semiring = Semiring::min_plus) {
    return choose_dtype(graph, semiring).dtype;
}

}  // namespace

TEST_CASE("choose_dtype: the smallest type on both sides of each limit") {
    CHECK(chosen(chain(3, 127)) == Dtype::u8);
    CHECK(chosen(chain(256, 1)) == Dtype::i16);
    CHECK(chosen(chain(3, 8191)) == Dtype::i16);
    CHECK(chosen(graph_of(3, {{0, 1, 8191}, {1, 2, 8192}})) == Dtype::i32);
    CHECK(chosen(chain(3, 536870911)) == Dtype::i32);
    CHECK(chosen(chain(3, 536870912)) == Dtype::f64);
    CHECK(chosen(chain(3, 0.5)) == Dtype::f32);
    CHECK(chosen(chain(3, 2.5e38)) == Dtype::f64);
}

TEST_CASE("choose_dtype: the range of weights holds the lowest integer, which has no opposite") {
    WeightRange<std::int32_t> range;
    range.add(std::vector<std::int32_t>{std::numeric_limits<std::int32_t>::lowest(), 5});
    CHECK(range.smallest == std::numeric_limits<std::int32_t>::lowest());
    CHECK(range.magnitude == 5);
    WeightRange<float> reals;
    reals.add(std::vector<float>{-0.5F, 2});
    CHECK(reals.magnitude == 0.5F);
}

TEST_CASE("choose_dtype: reals get f64 where f32 would lose what matters") {
    CHECK(chosen(chain(3, -0.5)) == Dtype::f64);   // distances cancel
    CHECK(chosen(chain(3, 1e-40)) == Dtype::f64);  // 0 in f32, or nearly
    CHECK(chosen(chain(3, 1e-320)) == Dtype::f64);
    CHECK(chosen(graph_of(3, {{0, 1, 0}, {1, 2, 0.5}})) == Dtype::f32);
    CHECK(error_of([] { chosen(chain(3, 1e308)); }).kind == ErrorKind::bad_input);
    CHECK(error_of([] { chosen(chain(3, 1e308)); }).has("scale"));
}

TEST_CASE("choose_dtype: sums beyond the doubles are refused, whatever they are part of") {
    // 0 -> 2 -> 1 is beyond the doubles; all other distances are not.
    const Graph beyond = graph_of(3, {{0, 2, 1.7e308}, {2, 1, 1.7e308}, {1, 0, 1}, {1, 2, 1}});
    CHECK(error_of([&] { choose_dtype(beyond, Semiring::min_plus); }).has("scale"));
    // A cost that is beyond the doubles is infinite, not 0.
    const Potentials potentials({0, -1e308, 0});
    CHECK(potentials.exact_cost(0, 1, 1.7e308).high == infinity<double>());
    CHECK(Potentials({0, -0.5, 0}).exact_cost(0, 1, 1.7e308).high == 1.7e308);
}

TEST_CASE("choose_dtype: says what the type loses") {
    const auto losses = [](const Graph& graph, Dtype dtype) {
        return choose_dtype(graph, Semiring::min_plus, dtype).losses;
    };
    CHECK(!losses(chain(3, 0.5), Dtype::f32).weights_rounded);
    CHECK(losses(chain(3, 0.1), Dtype::f32).weights_rounded);
    CHECK(!losses(chain(3, 0.1), Dtype::f64).weights_rounded);
    CHECK(losses(chain(3, 0.1), Dtype::f64).distances_rounded);
    CHECK(losses(chain(3, 16777217), Dtype::f32).weights_rounded);
    CHECK(losses(chain(3, -16777217), Dtype::f32).weights_rounded);
    CHECK(losses(chain(3, -16777217), Dtype::f32).distances_rounded);
    CHECK(losses(chain(3, 9007199254740992), Dtype::f64).distances_rounded);
    CHECK(losses(chain(3, 1e-50), Dtype::f32).weights_underflow);
    const Losses none = losses(chain(3, 1000), Dtype::f32);
    CHECK(!(none.weights_rounded || none.weights_underflow || none.distances_rounded));
}

TEST_CASE("choose_dtype: negative weights leave all of an integer type, but for u8") {
    CHECK(chosen(chain(3, -1)) == Dtype::i16);
    CHECK(chosen(chain(2, -16382)) == Dtype::i16);
    CHECK(chosen(chain(2, -16383)) == Dtype::i32);
    CHECK(chosen(chain(2, -1073741823)) == Dtype::f64);
    const Caught error = refused(chain(2, -1), Dtype::u8);
    CHECK(error.kind == ErrorKind::bad_input);
    CHECK(error.has("negative"));
    CHECK(error.has("SolveOptions::dtype i16"));
}

TEST_CASE("choose_dtype: heavy arcs beside short paths do not widen the type") {
    // Every distance is at most 8, although (n - 1) * 1000 exceeds i16.
    std::vector<Arc> arcs;
    for (std::uint32_t i = 1; i < 100; ++i) {
        arcs.push_back({0, i, 4});
        arcs.push_back({i, 0, 4});
        arcs.push_back({i, (i + 1) % 100, 1000});
    }
    const Graph graph = graph_of(100, arcs);
    CHECK(quick_distance_bound(graph).value == 99000);
    CHECK(DistanceBounds(graph).get().value == 8);
    CHECK(chosen(graph) == Dtype::u8);
    Graph dense = Graph::from_matrix(graph.to_matrix(Dtype::f64), "dense");
    CHECK(chosen(dense) == Dtype::u8);
}

TEST_CASE("distance_bound: one more search finds the largest distance of a path") {
    // The vertex with most arcs is not in the middle: the bound is 2 * 14, and no distance over 19.
    std::vector<Arc> arcs = {{5, 20, 1}, {20, 5, 1}, {0, 19, 99}, {19, 0, 99}};
    for (std::uint32_t i = 0; i + 1 < 20; ++i) {
        arcs.push_back({i, i + 1, 1});
        arcs.push_back({i + 1, i, 1});
    }
    const Graph graph = graph_of(21, arcs);
    DistanceBounds bounds(graph);
    CHECK(bounds.get().value == 28);
    CHECK(bounds.some_cost(12) == 14);
    CHECK(bounds.some_cost(16) == 19);
}

TEST_CASE("distance_bound: holds for random graphs of many components") {
    for (std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
        for (double density : {0.01, 0.02, 0.05}) {
            const Graph graph = random_graph(120, density, seed);
            Graph negative = potential_graph(120, density, seed);
            give_potentials(negative, Semiring::min_plus);
            for (const Graph* each : {&graph, static_cast<const Graph*>(&negative)}) {
                SolveOptions options;
                options.dtype = Dtype::f64;
                const auto device = select_device(list_devices(), "cpu");
                const auto solution = solve(*each, device, options);
                double largest = 0;
                std::uint64_t pairs = 0;
                for (std::size_t i = 0; i < 120; ++i) {
                    for (double d : solution.distances.row<double>(i)) {
                        if (d == infinity<double>()) continue;
                        largest = std::max(largest, std::abs(d));
                        ++pairs;
                    }
                }
                DistanceBounds bounds(*each);
                CHECK(reachable_pairs(*each) == pairs);
                CHECK(bounds.get().value >= largest);
                CHECK(bounds.get().value <= quick_distance_bound(*each).value);
                if (each != &graph) continue;
                const double met = bounds.some_cost(0);
                CHECK(met <= largest);
                CHECK(bounds.some_cost(largest) >= met);
                CHECK(bounds.some_cost(largest) <= largest);
            }
        }
    }
}

TEST_CASE("choose_dtype: a forced type that may overflow is refused, naming one that holds") {
    CHECK(refused(chain(11, 1e8), Dtype::i32).kind == ErrorKind{});
    const Caught error = refused(chain(12, 1e8), Dtype::i32);
    CHECK(error.kind == ErrorKind::bad_input);
    CHECK(error.has("city.gr"));
    CHECK(error.has("i32"));
    CHECK(error.has("1100000000"));
    CHECK(error.has("SolveOptions::dtype f64"));
    CHECK(refused(chain(300, 1), Dtype::u8).has("SolveOptions::dtype i16"));
    CHECK(refused(chain(2, 0.5), Dtype::i32).has("SolveOptions::dtype f32"));

    CHECK(refused(chain(2, 1e39), Dtype::f32).has("SolveOptions::dtype f64"));
    CHECK(refused(chain(2, 1e39), Dtype::f64).kind == ErrorKind{});
    // f64 does not hold these either, so suggesting it would only lead to a second refusal.
    for (Dtype dtype : {Dtype::f64, Dtype::f32, Dtype::i32}) {
        const Caught neither = refused(chain(3, 1e308), dtype);
        CHECK(neither.kind == ErrorKind::bad_input);
        CHECK(!neither.has("use SolveOptions::dtype f64"));
        CHECK(neither.has("scale"));
    }
    const Graph fractions = graph_of(2, {{0, 1, 1e39}, {1, 0, 0.5}});
    CHECK(refused(fractions, Dtype::i32).has("f64"));
    CHECK(!refused(fractions, Dtype::i32).has("f32"));
}

TEST_CASE("choose_dtype: semirings have their own types and weights") {
    const Graph tens = chain(4, 10);
    CHECK(chosen(tens, Semiring::max_min) == Dtype::u8);
    CHECK(chosen(chain(4, 255), Semiring::max_min) == Dtype::i16);
    CHECK(chosen(graph_of(1, {}), Semiring::max_min) == Dtype::u8);  // no weight exceeds it
    CHECK(chosen(chain(4, -1), Semiring::min_max) == Dtype::i16);
    CHECK(chosen(chain(4, 32767), Semiring::min_max) == Dtype::i32);
    CHECK(chosen(chain(4, 3e9), Semiring::min_max) == Dtype::f64);
    CHECK(chosen(chain(4, 0.5), Semiring::min_max) == Dtype::f32);
    CHECK(chosen(graph_of(3, {{0, 1, 0.5}, {1, 2, 1e39}}), Semiring::min_max) == Dtype::f64);
    CHECK(chosen(graph_of(3, {{0, 1, 0.5}, {1, 2, 1e-39}}), Semiring::max_min) == Dtype::f64);
    CHECK(refused(chain(4, -1e39), Dtype::f32, Semiring::max_min).has("SolveOptions::dtype f64"));
    CHECK(chosen(tens, Semiring::or_and) == Dtype::u8);
    CHECK(chosen(chain(4, 0.5), Semiring::max_times) == Dtype::f32);

    CHECK(refused(tens, Dtype::f32, Semiring::max_times).has("0 to 1"));
    CHECK(refused(chain(4, -0.5), Dtype::f32, Semiring::max_times).kind == ErrorKind::bad_input);
    CHECK(refused(tens, Dtype::i32, Semiring::or_and).kind == ErrorKind::usage);
    CHECK(refused(chain(2, 300), Dtype::u8, Semiring::max_min).has("SolveOptions::dtype i16"));
}

TEST_CASE("choose_dtype: products keep clear of 0") {
    const auto of = [](const Graph& graph, std::optional<Dtype> forced = {}) {
        return choose_dtype(graph, Semiring::max_times, forced);
    };
    // 2^-125 and 2^-126; then by searches, as no path needs most of the arcs.
    CHECK(of(chain(126, 0.5)).dtype == Dtype::f32);
    CHECK(of(chain(127, 0.5)).dtype == Dtype::f64);
    CHECK(!of(chain(127, 0.5)).losses.products_underflow);
    CHECK(of(chain(127, 0.5), Dtype::f32).losses.products_underflow);
    CHECK(!of(chain(1022, 0.5)).losses.products_underflow);
    CHECK(of(chain(1023, 0.5)).losses.products_underflow);
    CHECK(of(chain(1023, 0.5)).reason.find("become 0") != std::string::npos);
    CHECK(of(chain(500, 0.99)).dtype == Dtype::f32);
    std::vector<Arc> arcs = {{1, 2, 0}, {5, 6, 1e-3}};
    for (std::uint32_t i = 1; i < 400; ++i) arcs.insert(arcs.end(), {{0, i, 0.1}, {i, 0, 0.1}});
    const Graph star = graph_of(400, arcs);
    CHECK(of(star).dtype == Dtype::f32);
    Matrix matrix = star.to_matrix(Dtype::f64, Semiring::max_times);
    CHECK(of(Graph::from_matrix(std::move(matrix), "dense")).dtype == Dtype::f32);

    const Graph hundredths = chain(60, 0.01);
    const Matrix d = solve(hundredths, {.semiring = Semiring::max_times}).distances;
    std::size_t reachable = 0;
    for (std::size_t k = 0; k < 60 * 60; ++k) reachable += d.at(k / 60, k % 60) > 0;
    CHECK(reachable == 1830);
}

TEST_CASE("graph: parallel arcs keep the one that is asked for") {
    const std::vector<Arc> arcs = {{0, 1, 3}, {0, 1, 7}, {0, 1, 5}};
    CHECK(Graph::from_arcs(2, arcs, "p").max_weight() == 3);
    CHECK(Graph::from_arcs(2, arcs, "p", Parallel::largest).min_weight() == 7);
}

TEST_CASE("graph: symmetric, sparse and dense") {
    const Graph both = chain(200, 3, true);
    CHECK(both.symmetric());
    CHECK(Graph::from_matrix(both.to_matrix(Dtype::i32), "dense").symmetric());
    for (const Arc extra : {Arc{5, 190, 1}, Arc{190, 5, 1}, Arc{199, 198, 2}}) {
        std::vector<Arc> arcs = {extra};
        for (std::size_t i = 0; i < 200; ++i) {
            both.for_each_arc(i, [&](std::size_t j, double w) {
                arcs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), w});
            });
        }
        const Graph graph = graph_of(200, arcs);
        CHECK(!graph.symmetric());
        CHECK(!Graph::from_matrix(graph.to_matrix(Dtype::i32), "dense").symmetric());
    }
}

}  // namespace apsp
