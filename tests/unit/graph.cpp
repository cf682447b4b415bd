// A graph made from arcs is the same as one made from a matrix, and normalised.
#include "apsp/graph.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "graph/start.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

using test::error_of;
using test::kInf;
using test::matrix_of;
using test::values_of;

using ArcTuple = std::tuple<std::size_t, std::size_t, double>;

std::vector<ArcTuple> arcs_of(const Graph& graph) {
    std::vector<ArcTuple> arcs;
    for (std::size_t i = 0; i < graph.vertices(); ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double w) { arcs.emplace_back(i, j, w); });
    }
    return arcs;
}

Graph with_arcs(std::size_t n, std::vector<Arc> arcs) {
    return Graph::from_arcs(n, std::move(arcs), "test");
}

template <class T>
Graph from_matrix(std::size_t n, std::initializer_list<T> elements) {
    return Graph::from_matrix(matrix_of<T>(n, elements), "test");
}

}  // namespace

TEST_CASE("graph: parallel arcs keep the smallest") {
    const Graph graph = with_arcs(3, {{0, 1, 7}, {0, 1, 3}, {2, 0, -1}, {0, 1, 5}, {2, 0, -1}});
    CHECK(graph.arcs() == 2);
    CHECK(arcs_of(graph) == std::vector<ArcTuple>{{0, 1, 3}, {2, 0, -1}});
    // The weights of dropped arcs do not count.
    CHECK(graph.max_weight() == 3);
    CHECK(graph.min_weight() == -1);
}

TEST_CASE("graph: a fraction on a parallel arc that goes does not count") {
    const Graph graph = with_arcs(2, {{0, 1, 1.5}, {0, 1, 1}});
    CHECK(graph.integral());
    CHECK(graph.to_matrix(Dtype::i32).row<std::int32_t>(0)[1] == 1);
}

TEST_CASE("graph: arcs come out by source, targets ascending") {
    const Graph graph = with_arcs(4, {{3, 2, 1}, {1, 3, 2}, {1, 0, 3}, {3, 0, 4}, {1, 2, 5}});
    CHECK(arcs_of(graph) ==
          std::vector<ArcTuple>{{1, 0, 3}, {1, 2, 5}, {1, 3, 2}, {3, 0, 4}, {3, 2, 1}});
}

TEST_CASE("graph: self-loops of weight 0 and more are dropped, negative ones stay") {
    const Graph sparse = with_arcs(3, {{0, 0, 4}, {1, 1, 0}, {2, 2, -2}, {2, 2, 9}, {0, 1, 1}});
    CHECK(arcs_of(sparse) == std::vector<ArcTuple>{{0, 1, 1}, {2, 2, -2}});
    CHECK(sparse.min_weight() == -2);
    CHECK(sparse.max_weight() == 1);

    const auto inf = infinity<float>();
    const Graph dense = from_matrix<float>(3, {4, 1, inf, inf, 0, inf, inf, inf, -2});
    CHECK(arcs_of(dense) == arcs_of(sparse));
    CHECK(dense.arcs() == 2);
    CHECK(dense.min_weight() == -2);
    CHECK(dense.max_weight() == 1);

    const std::vector<double> matrix = {0, 1, kInf, kInf, 0, kInf, kInf, kInf, -2};
    CHECK(values_of(sparse.to_matrix(Dtype::f64)) == matrix);
    CHECK(values_of(dense.to_matrix(Dtype::f64)) == matrix);
}

TEST_CASE("graph: weight 0 is an arc") {
    const Graph sparse = with_arcs(2, {{0, 1, 0}});
    const Graph dense = from_matrix<float>(2, {0, 0, infinity<float>(), 0});
    CHECK(sparse.arcs() == 1);
    CHECK(dense.arcs() == 1);
    CHECK(arcs_of(dense) == std::vector<ArcTuple>{{0, 1, 0}});
    CHECK(values_of(sparse.to_matrix(Dtype::f32)) == std::vector<double>{0, 0, kInf, 0});
}

TEST_CASE("graph: -0.0 becomes 0.0") {
    const auto negative_zeros = [](const Matrix& matrix) {
        int count = 0;
        for (double value : values_of(matrix)) count += value == 0 && std::signbit(value) ? 1 : 0;
        return count;
    };
    const Graph sparse = with_arcs(2, {{0, 1, -0.0}, {0, 0, -0.0}});
    CHECK(sparse.arcs() == 1);
    CHECK(negative_zeros(sparse.to_matrix(Dtype::f64)) == 0);
    CHECK(negative_zeros(sparse.to_matrix(Dtype::f32)) == 0);

    Graph off_diagonal = from_matrix<float>(2, {0, -0.0F, infinity<float>(), 0});
    CHECK(off_diagonal.arcs() == 1);
    CHECK(negative_zeros(std::move(off_diagonal).to_matrix(Dtype::f32)) == 0);

    Graph diagonal = from_matrix<float>(2, {-0.0F, 1, 1, -0.0F});
    CHECK(diagonal.arcs() == 2);
    CHECK(negative_zeros(std::move(diagonal).to_matrix(Dtype::f32)) == 0);
}

TEST_CASE("graph: any diagonal of a matrix is no self-loop, unless it is negative") {
    const auto inf = infinity<float>();
    Graph graph = from_matrix<float>(3, {inf, 1, 1, 1, 7, 1, 1, 1, 0});
    CHECK(graph.arcs() == 6);
    CHECK(graph.max_weight() == 1);
    const std::vector<double> expected = {0, 1, 1, 1, 0, 1, 1, 1, 0};
    CHECK(values_of(std::move(graph).to_matrix(Dtype::f32)) == expected);
}

TEST_CASE("graph: dense and sparse give the same matrix in every type") {
    const auto inf = infinity<double>();
    const auto none = infinity<std::int32_t>();
    const Graph sparse = with_arcs(3, {{0, 1, 4}, {1, 2, 3}, {2, 0, 0}, {0, 2, 12}, {0, 0, 5}});
    const Graph f64 = from_matrix<double>(3, {5, 4, 12, inf, 0, 3, 0, inf, inf});
    const Graph i32 = from_matrix<std::int32_t>(3, {0, 4, 12, none, 0, 3, 0, none, 0});
    CHECK(!sparse.dense());
    CHECK(f64.dense());
    for (Dtype dtype : kDtypes) {
        CAPTURE(name(dtype));
        const Matrix expected = sparse.to_matrix(dtype);
        CHECK(expected.dtype() == dtype);
        CHECK(values_of(f64.to_matrix(dtype)) == values_of(expected));
        CHECK(values_of(i32.to_matrix(dtype)) == values_of(expected));
        CHECK(expected.at(0, 2) == 12);
        CHECK(expected.at(1, 0) == infinity<double>());
    }
    CHECK(arcs_of(f64) == arcs_of(sparse));
    CHECK(arcs_of(i32) == arcs_of(sparse));
}

TEST_CASE("graph: a dense graph gives up its matrix without a copy") {
    Matrix weights = matrix_of<float>(2, {0, 1, 2, 0});
    const void* memory = weights.data();
    Graph graph = Graph::from_matrix(std::move(weights), "test");
    CHECK(graph.to_matrix(Dtype::f32).data() != memory);
    CHECK(std::move(graph).to_matrix(Dtype::f32).data() == memory);
}

TEST_CASE("graph: copies share a matrix until one alone is left") {
    for (const Dtype dtype : {Dtype::f32, Dtype::i32}) {  // as it is, and converted in place
        CAPTURE(name(dtype));
        Graph graph = Graph::from_matrix(with_arcs(2, {{0, 1, 3}}).to_matrix(dtype), "test");
        const void* memory = graph.matrix()->data();
        Graph copy = graph;
        CHECK(copy.matrix()->data() == memory);
        CHECK_FALSE(graph.owns_matrix());
        Matrix other = std::move(copy).to_matrix(dtype);
        CHECK(other.data() != memory);
        CHECK(values_of(other) == values_of(*graph.matrix()));
        CHECK(graph.owns_matrix());
        CHECK(Graph(graph).release().n() == 0);
        CHECK(std::move(graph).release().data() == memory);
        CHECK_FALSE(graph.owns_matrix());
    }
    CHECK_FALSE(with_arcs(2, {}).owns_matrix());
}

TEST_CASE("graph: a copy is the same graph, and independent") {
    Graph dense = from_matrix<float>(2, {0, 1.5F, infinity<float>(), 0});
    const Graph copy = dense;
    CHECK(std::move(dense).to_matrix(Dtype::f32).at(0, 1) == 1.5);
    CHECK(arcs_of(copy) == std::vector<ArcTuple>{{0, 1, 1.5}});
    CHECK(copy.dense());
    CHECK(copy.arcs() == 1);
    CHECK(copy.origin() == "test");
    CHECK(!copy.integral());
    CHECK(copy.max_weight() == 1.5);

    const Graph sparse = with_arcs(3, {{2, 1, -4}});
    Graph shifted = sparse;
    shifted.set_potentials(Potentials({0, 0, 4}));
    CHECK(arcs_of(shifted) == arcs_of(sparse));
    CHECK(shifted.targets().data() == sparse.targets().data());
    CHECK(shifted.min_cost() == 0);
    CHECK(sparse.min_cost() == -4);
}

TEST_CASE("graph: compressed rows in, normalised like arcs, and out again") {
    const std::vector<std::size_t> offsets = {0, 4, 4, 6};
    const std::vector<std::uint32_t> targets = {2, 1, 0, 1, 0, 2};
    const std::vector<double> weights = {5, 7, 9, 3, -1, 0};
    const Graph graph = Graph::from_csr(offsets, targets, weights, "rows");
    CHECK(arcs_of(graph) == std::vector<ArcTuple>{{0, 1, 3}, {0, 2, 5}, {2, 0, -1}});
    CHECK(graph.origin() == "rows");
    const Graph largest = Graph::from_csr(offsets, targets, weights, "rows", Parallel::largest);
    CHECK(largest.weight(0, 1) == 7);

    using Places = std::vector<std::size_t>;
    CHECK(Places(graph.offsets().begin(), graph.offsets().end()) == Places{0, 2, 2, 3});
    const Graph again = Graph::from_csr(graph.offsets(), graph.targets(), graph.weights(), "rows");
    CHECK(arcs_of(again) == arcs_of(graph));
    CHECK(again.min_weight() == -1);
    CHECK(from_matrix<float>(1, {0}).offsets().empty());
}

TEST_CASE("graph: compressed rows whose parts do not fit together are refused") {
    const std::vector<std::uint32_t> targets = {1, 0};
    const std::vector<double> weights = {1, 2};
    const auto refused = [&](const std::vector<std::size_t>& offsets, std::size_t arcs) {
        const auto error = error_of(
            [&] { Graph::from_csr(offsets, std::span(targets).first(arcs), weights, "rows"); });
        return error.kind == ErrorKind::bad_input && error.has("rows: ");
    };
    CHECK(refused({}, 2));            // no vertices
    CHECK(refused({1, 1, 2}, 2));     // not from 0
    CHECK(refused({0, 2, 1, 2}, 2));  // descending
    CHECK(refused({0, 1, 1}, 2));     // not to the end
    CHECK(refused({0, 1, 1}, 1));     // more weights than targets
    CHECK(refused({0, 2}, 2));        // a target that is no vertex
}

TEST_CASE("graph: one vertex and no arcs are fine") {
    const Graph one = with_arcs(1, {});
    CHECK(one.vertices() == 1);
    CHECK(one.arcs() == 0);
    CHECK(one.min_weight() == 0);
    CHECK(one.max_weight() == 0);
    CHECK(values_of(one.to_matrix(Dtype::i32)) == std::vector<double>{0});

    const auto inf = infinity<float>();
    const Graph empty = from_matrix<float>(2, {inf, inf, inf, inf});
    CHECK(empty.arcs() == 0);
    CHECK(empty.min_weight() == 0);
    CHECK(empty.max_weight() == 0);
    CHECK(empty.integral());
    CHECK(values_of(empty.to_matrix(Dtype::f32)) == std::vector<double>{0, kInf, kInf, 0});
}

TEST_CASE("graph: a dense matrix starts in another type as its arcs do, up to every limit") {
    for (const Dtype from : kDtypes) {
        for (const Dtype to : kDtypes) {
            CAPTURE(name(from));
            CAPTURE(name(to));
            const std::size_t n = 70;
            const double limit = visit(to, [](auto zero) { return path_limit<decltype(zero)>(); });
            Matrix weights(n, from);
            visit(from, [&](auto zero) {
                using T = decltype(zero);
                const double most = std::min(path_limit<T>(), limit + 2);
                for (std::size_t i = 0; i < n; ++i) {
                    for (std::size_t j = 0; j < n; ++j) {
                        const double values[] = {0, 1, most - 2, most - 1, most, most / 2};
                        const std::size_t k = (i * 31 + j * 17) % 7;
                        weights.row<T>(i)[j] =
                            k == 6 ? infinity<T>() : static_cast<T>(std::floor(values[k]));
                    }
                    weights.row<T>(i)[i] = i % 2 == 0 ? T{0} : infinity<T>();
                }
            });
            const Graph graph = Graph::from_matrix(std::move(weights), "dense");
            const Matrix matrix = graph.to_matrix(to);
            visit(to, [&](auto zero) {
                using T = decltype(zero);
                for (std::size_t i = 0; i < n; ++i) {
                    std::vector<T> row(n, infinity<T>());
                    row[i] = 0;
                    for_each_start<T>(graph, i, Semiring::min_plus,
                                      [&](std::size_t j, T w) { row[j] = w; });
                    CHECK(std::ranges::equal(matrix.row<T>(i), row));
                }
            });
        }
    }
}

}  // namespace apsp
