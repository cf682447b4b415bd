// How a solve is called, what it leaves of the graph, and how it is stopped, on the device `cpu`;
// tests/device has the others.
#include "apsp/solve.hpp"

#include "apsp/generate.hpp"
#include "apsp/verify.hpp"
#include "graph/equal_matrices.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

using test::error_of;
using test::matrix_of;
using test::values_of;

Device own_device() {
    return select_device(list_devices(), "cpu");
}

Graph dense_graph() {
    return Graph::from_matrix(random_graph(150).to_matrix(Dtype::f32), "dense");
}

}  // namespace

TEST_CASE("solve: one device, the best, or several, with options or without") {
    const Graph graph = random_graph(150, 0.1);
    const Matrix expected = solve(graph, own_device()).distances;
    CHECK(equal_matrices(solve(graph).distances, expected));
    CHECK(solve(graph, {.dtype = Dtype::f64}).distances.dtype() == Dtype::f64);
    CHECK(equal_matrices(solve(graph, own_device(), {}).distances, expected));
    CHECK(equal_matrices(solve(graph, {own_device(), own_device()}).distances, expected));
    CHECK(equal_matrices(solve(random_graph(150, 0.1), own_device()).distances, expected));
}

TEST_CASE("solve: the caller's graph is not changed") {
    const Graph dense = dense_graph();
    const Matrix before = dense.matrix()->clone();
    const Solution solution = solve(dense, own_device(), {.dtype = Dtype::f32});
    CHECK(equal_matrices(*dense.matrix(), before));
    CHECK(verify(dense, solution.distances).ok);

    const Graph negative = potential_graph(150, 0.2);
    CHECK(verify(negative, solve(negative, own_device()).distances).ok);
    CHECK(negative.potentials() == nullptr);
    CHECK(negative.min_cost() < 0);
}

TEST_CASE(
    "solve: a dense graph that is moved in is solved in its own memory, a shared one is not") {
    for (const bool shared : {false, true}) {
        CAPTURE(shared);
        Graph graph = dense_graph();
        const void* const memory = graph.matrix()->data();
        const Graph other = shared ? graph : Graph();
        const Solution solution = solve(std::move(graph), own_device(), {.dtype = Dtype::f32});
        CHECK((solution.distances.data() == memory) == !shared);
    }
}

TEST_CASE("solve: rows in the order that they are asked for, as often, and no others") {
    const Graph positive = random_graph(150, 0.05), negative = potential_graph(150, 0.05);
    for (const Graph* graph : {&positive, &negative}) {
        for (const Dtype dtype : {Dtype::i32, Dtype::f64}) {
            SolveOptions options;
            options.dtype = dtype;
            options.summary = true;
            const Solution all = solve(*graph, own_device(), options);
            CHECK(all.rows.empty());
            options.rows = {149, 7, 149, 0};
            for (const std::size_t devices : {1, 2}) {
                const Solution some =
                    solve(*graph, std::vector<Device>(devices, own_device()), options);
                CHECK(some.rows == options.rows);
                REQUIRE(some.distances.rows() == 4);
                REQUIRE(some.distances.n() == 150);
                for (std::size_t r = 0; r < 4; ++r) {
                    for (std::size_t j = 0; j < 150; ++j) {
                        REQUIRE(some.distances.at(r, j) == all.distances.at(some.rows[r], j));
                    }
                }
                double sum = 0;
                for (const std::size_t row : options.rows) {
                    sum += summarize(all.distances, {row, row + 1}, Semiring::min_plus).sum;
                }
                CHECK(some.summary->sum == sum);
                CHECK(verify(*graph, some.distances, {.rows = some.rows}).ok);
                CHECK_FALSE(verify(*graph, some.distances, {.rows = {7, 149, 149, 0}}).ok);
                CHECK_FALSE(verify(*graph, some.distances).ok);
            }
        }
    }
}

TEST_CASE("solve: what needs all rows refuses some") {
    const Matrix some(2, 5, Dtype::i32);
    const auto refused = [](auto&& f) {
        const auto error = error_of(f);
        return error.kind == ErrorKind::bad_input && error.has("2 rows of 5 columns");
    };
    CHECK(refused([&] { statistics(some); }));
    CHECK(refused([&] { summarize(some); }));
    CHECK(refused([] { Paths(Matrix(2, 5, Dtype::i32)); }));
    CHECK(refused([] { Graph::from_matrix(Matrix(2, 5, Dtype::i32), "some"); }));
    CHECK(prove(random_graph(5), some).failure.find("2 rows") != std::string::npos);
}

TEST_CASE("solve: stopped before it begins, and where it tells its progress") {
    std::stop_source source;
    SolveOptions options;
    options.stop = source.get_token();
    const Graph graph = random_graph(300, 0.1);
    CHECK(verify(graph, solve(graph, own_device(), options).distances).ok);
    int calls = 0;
    options.progress = [&](double) {
        ++calls;
        source.request_stop();
    };
    CHECK_THROWS_AS(solve(graph, own_device(), options), Stopped);
    CHECK(calls == 1);
    CHECK(error_of([&] { solve(graph, own_device(), options); }).kind == ErrorKind::stopped);
    CHECK(calls == 1);
}

}  // namespace apsp
