// The verifier accepts right answers and catches each kind of wrong one, with each of its methods.
#include "apsp/verify.hpp"

#include <cmath>

#include "apsp/generate.hpp"
#include "apsp/solve.hpp"
#include "oracle.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

using test::arcs_of;
using test::has_value;
using test::set;

/// Budgets that make the verifier choose each method; sampling checks two rows here.
struct Method {
    std::string name;
    double budget;
};

Method johnson() {
    return {"johnson", 1e12};
}
Method properties(const Graph& graph) {
    const auto n = static_cast<double>(graph.vertices());
    return {"properties", n * (static_cast<double>(graph.arcs()) + 1 + n) + 1};
}
Method sampled(const Graph& graph) {
    const auto n = static_cast<double>(graph.vertices());
    return {"sampled properties", 2 * (static_cast<double>(graph.arcs()) + 1 + n) + 1};
}

Matrix right_answer(const Graph& graph, Dtype dtype) {
    const auto expected = oracle_distances(graph);
    const std::size_t n = graph.vertices();
    Matrix matrix(n, dtype);
    visit(dtype, [&](auto zero) {
        using T = decltype(zero);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const long long d = expected[i * n + j];
                matrix.row<T>(i)[j] = d == kOracleNoPath ? infinity<T>() : static_cast<T>(d);
            }
        }
    });
    return matrix;
}

/// Vertices 0 .. 19 are strongly connected; 20 reaches them but is not reached; 21 is on its own.
Graph mixed_graph(bool negative) {
    std::vector<Arc> arcs =
        arcs_of(negative ? potential_graph(20, 0.4, 3) : random_graph(20, 0.4, 3));
    for (std::uint32_t i = 0; i < 20; ++i) {
        arcs.push_back({i, (i + 1) % 20, 500});
    }
    arcs.push_back({20, 0, 3});
    return Graph::from_arcs(22, std::move(arcs), "mixed");
}

void check_all(const Graph& graph, Dtype dtype) {
    const Matrix right = right_answer(graph, dtype);
    for (const Method& method : {johnson(), properties(graph), sampled(graph)}) {
        CAPTURE(method.name);
        CAPTURE(name(dtype));
        const VerifyOptions options{method.budget};
        const Verification passed = verify(graph, right, options);
        CHECK(passed.method == method.name);
        CHECK(passed.ok);
        CHECK(passed.failure.empty());
        CHECK(passed.rows_checked == (method.name == "sampled properties" ? 2 : 22));

        // Every kind of wrong entry, in row 0, which is in any sample.
        const double d = right.at(0, 7);
        const double inf = std::numeric_limits<double>::infinity();
        const struct {
            const char* what;
            std::size_t j;
            double value;
        } wrong[] = {{"too small", 7, d - 1},       {"too large", 7, d + 1},
                     {"made unreachable", 7, inf},  {"unreachable made finite", 21, 12},
                     {"positive diagonal", 0, 1},   {"negative diagonal", 0, -1},
                     {"infinite diagonal", 0, inf}, {"far too large", 7, 1e6},
                     {"far too small", 7, -1e6}};
        for (const auto& [what, j, value] : wrong) {
            CAPTURE(what);
            if (!has_value(right.dtype(), value)) continue;
            Matrix corrupted = right.clone();
            set(corrupted, 0, j, value);
            const Verification caught = verify(graph, corrupted, options);
            CHECK(!caught.ok);
            CHECK(caught.method == method.name);
            CHECK(caught.failure.find("0 -> ") != std::string::npos);
        }
    }
}

}  // namespace

TEST_CASE("verify: right answers pass and wrong ones do not, in every type") {
    for (Dtype dtype : kDtypes) check_all(mixed_graph(false), dtype);
}

TEST_CASE("verify: the same with negative weights") {
    for (Dtype dtype : kDtypes) {
        if (dtype != Dtype::u8) check_all(mixed_graph(true), dtype);  // u8 has no negatives
    }
}

TEST_CASE("verify: the failure names the entry, what is there and what is expected") {
    const Graph graph = Graph::from_arcs(3, {{0, 1, 4}, {1, 2, 5}}, "test");
    Matrix matrix = right_answer(graph, Dtype::f32);
    set(matrix, 0, 2, 10);
    for (double budget : {1e9, 21.0}) {
        const std::string failure = verify(graph, matrix, {budget}).failure;
        CHECK(failure.find("0 -> 2") != std::string::npos);
        CHECK(failure.find("10") != std::string::npos);
        CHECK(failure.find("9") != std::string::npos);
    }
}

TEST_CASE("verify: of several wrong entries the first row's is told") {
    const Graph graph = random_graph(64, 1, 2);
    Matrix matrix = right_answer(graph, Dtype::f32);
    for (std::size_t i : {60, 33, 12, 50}) set(matrix, i, 1, 77);
    for (const Method& method : {johnson(), properties(graph)}) {
        CHECK(verify(graph, matrix, {method.budget}).failure.find("12 -> 1 ") != std::string::npos);
    }
}

TEST_CASE("verify: every row is looked at by the full methods") {
    const Graph graph = random_graph(40, 0.5, 2);
    const Matrix right = right_answer(graph, Dtype::i32);
    for (const Method& method : {johnson(), properties(graph)}) {
        for (std::size_t i = 0; i < 40; ++i) {
            Matrix matrix = right.clone();
            set(matrix, i, (i + 5) % 40, right.at(i, (i + 5) % 40) + 1);
            CHECK(!verify(graph, matrix, {method.budget}).ok);
        }
    }
}

TEST_CASE("verify: NaN is wrong") {
    const Graph graph = random_graph(10);
    for (const Method& method : {johnson(), properties(graph), sampled(graph)}) {
        for (std::size_t j : {0, 4}) {
            Matrix matrix = right_answer(graph, Dtype::f32);
            matrix.row<float>(0)[j] = std::numeric_limits<float>::quiet_NaN();
            CHECK(!verify(graph, matrix, {method.budget}).ok);
        }
    }
}

TEST_CASE("verify: a matrix of another size is wrong") {
    const Verification result = verify(random_graph(4), Matrix(5, Dtype::f32));
    CHECK(!result.ok);
    CHECK(!result.failure.empty());
}

TEST_CASE("verify: rows that do not exist are wrong") {
    const Graph graph = Graph::from_arcs(3, {{0, 1, 4}}, "test");
    const auto failure = [&](const Matrix& matrix, const VerifyOptions& options) {
        const Verification result = verify(graph, matrix, options);
        CHECK(!result.ok);
        return result.failure;
    };
    const Matrix two(2, 3, Dtype::f32), three(3, Dtype::f32);
    for (const std::vector<std::size_t>& rows : {std::vector<std::size_t>{3, 4}, {0, 3}, {9, 9}}) {
        CHECK(failure(two, {.rows = rows}).starts_with("there is no vertex "));
    }
    for (const Range only : {Range{0, 4}, Range{4, 5}, Range{2, 1}}) {
        CHECK(failure(three, {.only = only}).starts_with("there are no rows "));
    }
    CHECK(failure(two, {.rows = {0, 1}, .only = {0, 3}}).starts_with("there are no rows 0 to 3"));
}

TEST_CASE("verify: the graph a user meets first is checked by Johnson") {
    const Graph graph = random_graph(1024);
    const Matrix wrong(1024, Dtype::f32);  // all 0: wrong from the first row on
    const Verification result = verify(graph, wrong);
    CHECK(result.method == "johnson");
    CHECK(!result.ok);
    const Graph sparse = random_graph(3000, 0.001);
    CHECK(verify(sparse, Matrix(3000, Dtype::f32)).method == "johnson");
}

TEST_CASE("verify: a negative cycle cannot pass for right by Johnson") {
    const Graph graph = Graph::from_arcs(2, {{0, 1, 1}, {1, 0, -2}}, "test");
    const Verification result = verify(graph, test::matrix_of<float>(2, {0, 1, -2, 0}));
    CHECK(!result.ok);
    CHECK(result.failure.find("negative cycle") != std::string::npos);
}

TEST_CASE("verify: real weights pass with their roundings, and not with more") {
    std::vector<Arc> arcs;
    for (std::uint32_t i = 0; i + 1 < 50; ++i) arcs.push_back({i, i + 1, 0.1});
    const Graph graph = Graph::from_arcs(50, arcs, "test");
    Matrix matrix(50, Dtype::f32);
    for (std::size_t i = 0; i < 50; ++i) {
        float sum = 0;
        for (std::size_t j = 0; j < 50; ++j) {
            matrix.row<float>(i)[j] = j < i ? infinity<float>() : sum;
            if (j >= i) sum += 0.1F;
        }
    }
    REQUIRE(matrix.at(0, 49) != 0.1 * 49);
    for (const Method& method : {johnson(), properties(graph), sampled(graph)}) {
        CAPTURE(method.name);
        CHECK(verify(graph, matrix, {method.budget}).ok);
        for (double factor : {0.999, 1.001}) {
            Matrix corrupted = matrix.clone();
            corrupted.row<float>(0)[49] *= static_cast<float>(factor);
            CHECK(!verify(graph, corrupted, {method.budget}).ok);
        }
        Matrix diagonal = matrix.clone();
        diagonal.row<float>(0)[0] = 1e-7F;  // nothing is shorter than the empty path
        CHECK(!verify(graph, diagonal, {method.budget}).ok);
    }
}

TEST_CASE("verify: a progress that throws ends it with that exception") {
    const Graph graph = random_graph(200, 0.5, 2);
    VerifyOptions options;
    options.progress = [](double) { throw std::runtime_error("enough"); };
    CHECK_THROWS_WITH(verify(graph, right_answer(graph, Dtype::f32), options), "enough");
}

TEST_CASE("verify: results over max_min and min_max are weights as the type rounds them") {
    const Graph graph = Graph::from_arcs(3, {{0, 1, 0.1}, {1, 2, 0.3}, {0, 2, 0.2}}, "test");
    for (const Semiring semiring : {Semiring::max_min, Semiring::min_max}) {
        for (const double budget : {1e9, 0.0}) {
            CAPTURE(name(semiring));
            CAPTURE(budget);
            const VerifyOptions options = {.budget = budget, .semiring = semiring};
            Matrix d = solve(graph, {.semiring = semiring, .dtype = Dtype::f32}).distances;
            CHECK(verify(graph, d, options).failure == "");
            d.row<float>(0)[2] = std::nextafter(d.row<float>(0)[2], 1.0F);
            CHECK(!verify(graph, d, options).ok);
        }
    }
}

TEST_CASE("verify: products below the normal numbers of f32 are rounded to its smallest") {
    const Graph graph = Graph::from_arcs(3, {{0, 1, 1.001e-20}, {1, 2, 1.001e-22}}, "test");
    for (const double budget : {1e9, 0.0}) {
        const VerifyOptions options = {.budget = budget, .semiring = Semiring::max_times};
        Matrix d = test::matrix_of<float>(3, {1, 1.001e-20F, 0, 0, 1, 1.001e-22F, 0, 0, 1});
        d.row<float>(0)[2] = d.row<float>(0)[1] * d.row<float>(1)[2];
        CHECK(verify(graph, d, options).failure == "");
        d.row<float>(0)[2] *= 1.1F;
        CHECK(!verify(graph, d, options).ok);
    }
}

}  // namespace apsp
