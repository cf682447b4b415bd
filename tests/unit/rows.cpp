// Functions that work on some rows of a matrix, for processes that hold no others.
#include <numeric>

#include "algorithms/distribution.hpp"
#include "apsp/generate.hpp"
#include "apsp/solve.hpp"
#include "apsp/verify.hpp"
#include "unit/helpers.hpp"

namespace apsp {

using test::matrix_of;

TEST_CASE("rows: filled alone, others untouched") {
    const Graph graph = random_graph(40, 0.3);
    const Matrix whole = graph.to_matrix(Dtype::i32);
    Matrix part(40, Dtype::i32);
    for (std::size_t i = 0; i < 40; ++i) {
        for (std::int32_t& w : part.row<std::int32_t>(i)) w = -7;
    }
    graph.write_rows({10, 25}, part.row<std::int32_t>(10).data(), part.ld(), Semiring::min_plus);
    for (std::size_t i = 0; i < 40; ++i) {
        for (std::size_t j = 0; j < 40; ++j) {
            const bool filled = i >= 10 && i < 25;
            REQUIRE(part.at(i, j) == (filled ? whole.at(i, j) : -7));
        }
    }
}

TEST_CASE("rows: summaries of parts add up to the whole's") {
    constexpr float kNone = infinity<float>();
    // The first row reaches nothing, so it has no largest distance, which is not the same as 0.
    const Matrix matrix = matrix_of<float>(3, {0, kNone, kNone, -7, 0, -1, -2, -3, 0});
    const Summary whole = summarize(matrix);
    const Summary parts[] = {summarize(matrix, {0, 1}, Semiring::min_plus),
                             summarize(matrix, {1, 3}, Semiring::min_plus)};
    const Summary sum = add_up(parts);
    CHECK(sum.reachable_pairs == whole.reachable_pairs);
    CHECK(sum.sum_integer == whole.sum_integer);
    CHECK(sum.sum == whole.sum);
    CHECK(sum.max == whole.max);
    CHECK(sum.max == -1);
    CHECK(add_up({}).reachable_pairs == 0);

    Matrix halves = matrix.clone();
    halves.row<float>(2)[0] = 0.5F;
    const Summary other[] = {summarize(halves, {0, 2}, Semiring::min_plus),
                             summarize(halves, {2, 3}, Semiring::min_plus)};
    CHECK_FALSE(add_up(other).integral);
    CHECK(add_up(other).sum == summarize(halves).sum);
    for (const Range rows : {Range{2, 9}, Range{3, 4}, Range{2, 1}}) {
        test::check_refused(ErrorKind::usage, "no rows ",
                            [&] { summarize(matrix, rows, Semiring::min_plus); });
    }
}

TEST_CASE("rows: verified alone") {
    const Graph graph = random_graph(60, 0.2);
    Matrix distances = solve(graph, select_device(list_devices(), "cpu"), {}).distances;
    visit(distances.dtype(), [&](auto zero) { distances.row<decltype(zero)>(50)[3] = zero; });
    for (const double budget : {1e9, 1e5}) {  // by Johnson's algorithm, and by properties
        CHECK(verify(graph, distances, {.budget = budget, .only = {0, 50}}).ok);
        CHECK_FALSE(verify(graph, distances, {.budget = budget, .only = {50, 51}}).ok);
    }
    CHECK(verify(graph, distances, {.only = {0, 50}}).rows_checked == 50);
}

TEST_CASE("rows: dealt in whole steps, in proportion to rates") {
    const auto sizes = [](std::size_t all, std::size_t block, const std::vector<double>& rates) {
        std::vector<std::size_t> rows;
        for (const Range part : apsp::deal(all, block, rates)) rows.push_back(part.size());
        return rows;
    };
    using Sizes = std::vector<std::size_t>;
    CHECK(sizes(1024, 128, {1, 1}) == Sizes{512, 512});
    CHECK(sizes(1024, 128, {3, 1}) == Sizes{768, 256});
    CHECK(sizes(384, 256, {1, 1, 1, 1}) == Sizes{0, 256, 0, 128});
    CHECK(sizes(1000, 128, {1}) == Sizes{1000});
}

}  // namespace apsp
