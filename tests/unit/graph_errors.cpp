// Graphs that are refused, and what the refusal says.
#include <utility>

#include "apsp/graph.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

using test::Caught;
using test::error_of;
using test::kInf;
using test::matrix_of;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Caught refused(std::size_t n, std::vector<Arc> arcs) {
    return error_of([&] { Graph::from_arcs(n, std::move(arcs), "city.gr"); });
}

template <class T>
Caught refused_matrix(std::size_t n, std::initializer_list<T> elements) {
    return error_of([&] { Graph::from_matrix(matrix_of<T>(n, elements), "city.npy"); });
}

Caught does_not_fit(std::size_t n, double weight, Dtype dtype) {
    const Graph graph = Graph::from_arcs(n, {{0, 1, weight}}, "city.gr");
    return error_of([&] { graph.to_matrix(dtype); });
}

}  // namespace

TEST_CASE("graph: weights that are not finite are refused, with the arc") {
    for (double weight : {kNan, kInf, -kInf}) {
        CAPTURE(weight);
        const Caught error = refused(4, {{0, 1, 1}, {2, 3, weight}});
        CHECK(error.kind == ErrorKind::bad_input);
        CHECK(error.has("city.gr"));
        CHECK(error.has("2 -> 3"));
    }
    CHECK(refused(2, {{1, 1, kNan}}).kind == ErrorKind::bad_input);
}

TEST_CASE("graph: an end outside the vertices is refused, with the arc and the range") {
    for (const Arc arc : {Arc{3, 0, 1}, Arc{0, 3, 1}, Arc{0xFFFFFFFF, 1, 1}}) {
        const Caught error = refused(3, {{0, 1, 1}, arc});
        CHECK(error.kind == ErrorKind::bad_input);
        CHECK(error.has("city.gr"));
        CHECK(error.has(std::to_string(arc.source) + " -> " + std::to_string(arc.target)));
        CHECK(error.has("0 .. 2"));
    }
}

TEST_CASE("graph: no vertices is refused") {
    CHECK(refused(0, {}).kind == ErrorKind::bad_input);
    CHECK(refused(0, {}).has("no vertices"));
    CHECK(error_of([] { Graph::from_matrix(Matrix(), "x"); }).kind == ErrorKind::bad_input);
}

TEST_CASE("graph: too many vertices are refused on sight") {
    const Caught error = refused(Graph::kMaxVertices + 1, {});
    CHECK(error.kind == ErrorKind::out_of_memory);
    CHECK(error.has(std::to_string(Graph::kMaxVertices + 1)));
    CHECK(error.has(std::to_string(Graph::kMaxVertices)));
    CHECK(refused(std::numeric_limits<std::size_t>::max(), {}).kind == ErrorKind::out_of_memory);
}

TEST_CASE("graph: a bad entry of a matrix is refused, with its place") {
    const auto nan = std::numeric_limits<float>::quiet_NaN();
    const auto inf = infinity<float>();
    for (float bad : {nan, -inf}) {
        CAPTURE(bad);
        const Caught error = refused_matrix<float>(3, {0, 1, 1, 1, 0, bad, 1, 1, 0});
        CHECK(error.kind == ErrorKind::bad_input);
        CHECK(error.has("city.npy"));
        CHECK(error.has("(1, 2)"));
    }
    const Caught diagonal = refused_matrix<float>(2, {0, 1, 1, nan});
    CHECK(diagonal.kind == ErrorKind::bad_input);
    CHECK(diagonal.has("(1, 1)"));
    CHECK(refused_matrix<float>(2, {0, inf, 1, -inf}).has("(1, 1)"));
}

TEST_CASE("graph: an integer above the sentinel is refused") {
    const std::int32_t none = infinity<std::int32_t>();
    CHECK(refused_matrix<std::int32_t>(2, {0, none, 1, 0}).kind == ErrorKind{});
    const Caught error = refused_matrix<std::int32_t>(2, {0, none + 1, 1, 0});
    CHECK(error.kind == ErrorKind::bad_input);
    CHECK(error.has("(0, 1)"));
    CHECK(error.has("1073741824"));
    CHECK(error.has("1073741823"));
}

TEST_CASE("graph: fractional weights do not become i32, and the message says what does") {
    const Caught error = does_not_fit(2, 0.5, Dtype::i32);
    CHECK(error.kind == ErrorKind::bad_input);
    CHECK(error.has("city.gr"));
    CHECK(error.has("SolveOptions::dtype f32"));
    CHECK(does_not_fit(2, 0.5, Dtype::f32).kind == ErrorKind{});

    const Graph dense = Graph::from_matrix(matrix_of<float>(2, {0, 1, 1.25F, 0}), "d.npy");
    CHECK(error_of([&] { dense.to_matrix(Dtype::i32); }).kind == ErrorKind::bad_input);
}

}  // namespace apsp
