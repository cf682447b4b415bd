// Statistics that can be worked out by hand, and components against a plain search.
#include "apsp/statistics.hpp"

#include <cmath>
#include <fstream>
#include <random>

#include "apsp/io.hpp"
#include "graph/components.hpp"
#include "oracle.hpp"
#include "statistics/row_reduction.hpp"
#include "statistics/statistics.hpp"
#include "unit/helpers.hpp"
#include "unit/io_support.hpp"

namespace apsp {
namespace {

using test::matrix_of;

constexpr std::int32_t kNone = infinity<std::int32_t>();

/// Components found pair by pair, by whether both ways exist.
std::pair<std::size_t, std::size_t> components_of(const Matrix& d) {
    const auto path = [&](std::size_t i, std::size_t j) { return d.at(i, j) < kNone; };
    std::vector<char> seen(d.n(), 0);
    std::size_t count = 0, largest = 0;
    for (std::size_t i = 0; i < d.n(); ++i) {
        if (seen[i]) continue;
        std::size_t size = 0;
        for (std::size_t j = 0; j < d.n(); ++j) {
            if (i != j && !(path(i, j) && path(j, i))) continue;
            seen[j] = 1;
            ++size;
        }
        ++count;
        largest = std::max(largest, size);
    }
    return {count, largest};
}

Graph random_arcs(std::size_t n, double arcs_a_vertex, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<Arc> arcs;
    const auto count = static_cast<std::size_t>(arcs_a_vertex * static_cast<double>(n));
    for (std::size_t a = 0; a < count; ++a) {
        arcs.push_back({static_cast<std::uint32_t>(random() % n),
                        static_cast<std::uint32_t>(random() % n),
                        static_cast<double>(random() % 9)});
    }
    return Graph::from_arcs(n, arcs, "random");
}

/// Distances by the tests' own Floyd-Warshall.
Matrix distances_of(const Graph& graph) {
    const std::size_t n = graph.vertices();
    const auto distances = oracle_distances(graph);
    Matrix matrix(n, Dtype::i32);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const long long d = distances[i * n + j];
            matrix.row<std::int32_t>(i)[j] = d == kOracleNoPath ? kNone : static_cast<int>(d);
        }
    }
    return matrix;
}

}  // namespace

TEST_CASE("statistics: a path 0 - 1 - 2 with edges of 1 and 3") {
    const Statistics s = statistics(matrix_of<float>(3, {0, 1, 4, 1, 0, 3, 4, 3, 0}));
    CHECK(s.reachable_pairs == 6);
    CHECK(s.diameter == 4);
    CHECK(s.radius == 3);
    CHECK(s.centre == std::vector<std::size_t>{1});
    CHECK(s.mean_distance == doctest::Approx(16.0 / 6));
    CHECK(s.components == 1);
    CHECK(s.largest_component == 3);
    CHECK(s.vertices[0].eccentricity == 4);
    CHECK(s.vertices[1].eccentricity == 3);
    CHECK(s.vertices[0].sum == 5);
    CHECK(s.vertices[0].closeness == doctest::Approx(2.0 / 5));
    CHECK(s.vertices[1].closeness == doctest::Approx(2.0 / 4));
    CHECK(!s.efficiency);
}

TEST_CASE("statistics: harmonic sums leave out distances of 0, and pairs without a path") {
    const Matrix d = matrix_of<std::int32_t>(
        4, {0, 2, 8, 0, kNone, 0, 5, kNone, kNone, kNone, 0, kNone, kNone, -4, kNone, 0});
    const Statistics s = statistics(d, {.harmonic = true});
    CHECK(s.vertices[0].harmonic == 1.0 / 2 + 1.0 / 8);
    CHECK(s.vertices[1].harmonic == 1.0 / 5);
    CHECK(s.vertices[2].harmonic == 0);
    CHECK(s.vertices[3].harmonic == -1.0 / 4);
    CHECK(*s.efficiency == doctest::Approx((0.625 + 0.2 - 0.25) / 12));
    CHECK(statistics(d).vertices[0].harmonic == 0);
    CHECK(!statistics(matrix_of<float>(1, {0}), {.harmonic = true}).efficiency);
    write_statistics(s, {}, io_test::folder() / "h.csv");
    CHECK(io_test::read_file(io_test::folder() / "h.csv")
              .starts_with("vertex,eccentricity,closeness,reachable,harmonic\n0,8,0.3,3,0.625\n"));
}

TEST_CASE("statistics: distances are from the vertex, and what it does not reach is left out") {
    // 0 -> 1 -> 2 of weights 2 and 5; 3 on its own.
    const Statistics s = statistics(matrix_of<std::int32_t>(
        4, {0, 2, 7, kNone, kNone, 0, 5, kNone, kNone, kNone, 0, kNone, kNone, kNone, kNone, 0}));
    CHECK(s.reachable_pairs == 3);
    CHECK(s.diameter == 7);
    CHECK(!s.radius);
    CHECK(s.centre.empty());
    CHECK(s.mean_distance == doctest::Approx(14.0 / 3));
    CHECK(s.components == 4);
    CHECK(s.largest_component == 1);
    CHECK(s.vertices[0].reachable == 2);
    // It reaches two of three others, at a distance of 4.5 on average.
    CHECK(s.vertices[0].closeness == doctest::Approx(2.0 / 3 * 2.0 / 9));
    CHECK(s.vertices[1].closeness == doctest::Approx(1.0 / 3 * 1.0 / 5));
    CHECK(s.vertices[2].closeness == 0);
    CHECK(s.vertices[2].eccentricity == 0);
    CHECK(s.vertices[3].reachable == 0);
}

TEST_CASE("statistics: bins and what is within bounds, pair by pair, in every type") {
    std::mt19937 random(7);
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        const Matrix d = distances_of(random_arcs(2 + seed % 40, 0.3 * (1 + seed % 9), seed));
        const std::size_t n = d.n();
        StatisticsOptions options{.bounds = {-3.5, 0, 2, 2.5, 3, 7.25, 1e300}, .within = true};
        const std::size_t bounds = options.bounds.size();
        for (std::size_t v = 0; v < n && seed % 2 == 0; ++v) {
            options.weights.push_back(static_cast<double>(random() % 100) - 20);
        }
        std::vector<std::uint64_t> bins(bounds + 1);
        std::vector<double> within(n * bounds);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const double own = d.at(i, j);
                if (own >= kNone) continue;
                std::size_t bin = 0;
                while (bin < bounds && own > options.bounds[bin]) ++bin;
                if (i != j) ++bins[bin];
                for (std::size_t b = bin; b < bounds; ++b) {
                    within[i * bounds + b] += options.weights.empty() ? 1 : options.weights[j];
                }
            }
        }
        for (const Dtype dtype : kDtypes) {
            CAPTURE(name(dtype));
            Matrix same(n, dtype);
            visit(dtype, [&](auto zero) {
                using T = decltype(zero);
                for (std::size_t i = 0; i < n; ++i) {
                    for (std::size_t j = 0; j < n; ++j) {
                        same.row<T>(i)[j] =
                            d.at(i, j) >= kNone ? infinity<T>() : static_cast<T>(d.at(i, j));
                    }
                }
            });
            const Statistics s = statistics(same, options);
            CHECK(s.within == within);
            CHECK((options.weights.empty() ? s.histogram == bins : s.histogram.empty()));
            CHECK(statistics(same, {.bounds = options.bounds}).histogram == bins);
            CHECK(statistics(same, {.bounds = options.bounds}).within.empty());
        }
    }
}

TEST_CASE("statistics: bounds between two numbers of the type of the distances") {
    const float third = 1.0F / 3;
    const Matrix d = matrix_of<float>(2, {0, third, third, 0});
    const double just_below = std::nextafter(static_cast<double>(third), 0.0);
    CHECK(statistics(d, {.bounds = {just_below, third}}).histogram ==
          std::vector<std::uint64_t>{0, 2, 0});
}

TEST_CASE("statistics: bounds and weights that are none are refused") {
    const Matrix d = matrix_of<float>(2, {0, 1, 2, 0});
    const double nan = std::nan("");
    for (const StatisticsOptions& wrong :
         std::vector<StatisticsOptions>{{.bounds = {2, 1}},
                                        {.bounds = {1, 1}},
                                        {.bounds = {nan}},
                                        {.bounds = {infinity<double>()}},
                                        {.bounds = std::vector<double>(kMostBounds + 1)},
                                        {.within = true},
                                        {.bounds = {1}, .weights = {1, 1}},
                                        {.bounds = {1}, .within = true, .weights = {1}},
                                        {.bounds = {1}, .within = true, .weights = {1, nan}}}) {
        CHECK(test::error_of([&] { statistics(d, wrong); }).kind == ErrorKind::usage);
    }
}

TEST_CASE("statistics: weights of vertices from a file") {
    const auto path = io_test::folder() / "people.csv";
    Labels labels;
    for (const char* word : {"Bern", "Thun", "7"}) labels.add(word);
    const auto read = [&](const std::string& text) {
        std::ofstream(path) << text;
        return read_vertex_weights(path, labels, 3);
    };
    const std::vector<double> expected = {1.5, 0, -2};
    CHECK(read("town,people\nBern,1.5,x\n7,-2\n") == expected);
    CHECK(read("7,-2\nBern,1.5\n") == expected);
    CHECK(read("7 -2\nBern 1.5\n") == expected);
    for (const char* wrong : {"Bern,1\nBern,2\n", "Genf,1\n", "Bern,1\nGenf,2\n", "Bern\n",
                              "Bern,x\n", "town,people\nBern,\n"}) {
        CAPTURE(wrong);
        CHECK(test::error_of([&] { read(wrong); }).kind == ErrorKind::bad_input);
    }
}

TEST_CASE("statistics: one vertex, no arcs, distances of 0 and below") {
    const Statistics one = statistics(matrix_of<float>(1, {0}));
    CHECK(one.diameter == 0);
    CHECK(one.radius == 0);
    CHECK(one.centre == std::vector<std::size_t>{0});
    CHECK(!one.mean_distance);
    CHECK(one.components == 1);
    CHECK(one.vertices[0].closeness == 0);

    const Statistics none = statistics(matrix_of<std::uint8_t>(2, {0, 255, 255, 0}));
    CHECK(none.reachable_pairs == 0);
    CHECK(!none.radius);
    CHECK(none.components == 2);
    CHECK(none.largest_component == 1);

    const Statistics zero = statistics(matrix_of<double>(2, {0, 0, 0, 0}));
    CHECK(zero.mean_distance == 0.0);
    CHECK(zero.vertices[0].closeness == 0);
    CHECK(zero.components == 1);

    const Statistics below = statistics(matrix_of<std::int16_t>(2, {0, -3, 4, 0}));
    CHECK(below.vertices[0].eccentricity == 0);  // to itself
    CHECK(below.vertices[0].sum == -3);
    CHECK(below.vertices[0].closeness == 0);
    CHECK(below.diameter == 4);
    CHECK(below.radius == 0);
}

TEST_CASE("statistics: sums of integers are exact") {
    const std::size_t n = 300;
    Matrix matrix(n, Dtype::i32);
    for (std::size_t i = 0; i < n; ++i) {
        for (auto& d : matrix.row<std::int32_t>(i)) d = 1'000'000'007;
        matrix.row<std::int32_t>(i)[i] = 0;
    }
    const Statistics s = statistics(matrix);
    CHECK(s.vertices[299].sum == 299.0 * 1'000'000'007);
    CHECK(s.centre.size() == n);
}

TEST_CASE("statistics: components are those that a search of all pairs finds") {
    for (std::uint32_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        const double arcs_a_vertex = 0.2 * (1 + seed % 12);
        const Graph graph = random_arcs(3 + seed % 50, arcs_a_vertex, seed);
        const Matrix d = distances_of(graph);
        const Statistics s = statistics(d);
        CHECK(std::pair(s.components, s.largest_component) == components_of(d));

        // The same from reductions and some of the rows, on a device for example.
        const auto reduced = reduce_rows(d, RowQuestion(d.dtype()), {0, d.n()});
        std::size_t taken = 0;
        const auto by_rows = component_roots(reduced.rows, 1 + seed % 7, [&](const auto& of) {
            Matrix rows(of.size(), d.n(), d.dtype());
            for (std::size_t k = 0; k < of.size(); ++k) {
                std::ranges::copy(d.row<std::int32_t>(of[k]), rows.row<std::int32_t>(k).begin());
            }
            taken += of.size();
            return rows;
        });
        CHECK(by_rows == strong_component_roots(graph));
        CHECK(taken <= s.components + 7);

        // The same from the graph alone, and arcs that leave a component lead to lower numbers.
        for (const bool dense : {false, true}) {
            const Graph same =
                dense ? Graph::from_matrix(graph.to_matrix(Dtype::i16), "dense") : graph;
            const auto roots = strong_component_roots(same);
            std::size_t count = 0;
            const auto component = strong_components(same, count);
            CHECK(count == s.components);
            for (std::size_t i = 0; i < d.n(); ++i) {
                std::size_t root = 0;
                while (root != i && !(d.at(i, root) < kNone && d.at(root, i) < kNone)) ++root;
                CHECK(roots[i] == root);
                graph.for_each_arc(
                    i, [&](std::size_t j, double) { CHECK(component[j] <= component[i]); });
            }
        }
    }
}

TEST_CASE("statistics: as a table, with quotes where a label needs them") {
    Labels labels;
    for (const char* word : {"Bern", "a,b", "5\" gun"}) labels.add(word);
    const Statistics s = statistics(matrix_of<float>(3, {0, 1, 4, 1, 0, 3, 4, 3, 0}));
    write_statistics(s, labels, io_test::folder() / "s.csv");
    CHECK(io_test::read_file(io_test::folder() / "s.csv") ==
          "vertex,eccentricity,closeness,reachable\nBern,4,0.4,2\n\"a,b\",3,0.5,2\n"
          "\"5\"\" gun\",4,0.2857142857142857,2\n");
    write_statistics(s, {}, io_test::folder() / "s.tsv");
    CHECK(io_test::read_file(io_test::folder() / "s.tsv")
              .starts_with("vertex\teccentricity\tcloseness"));
    CHECK(test::error_of([&] { check_statistics_writable("s.npy"); }).kind == ErrorKind::usage);
}

}  // namespace apsp
