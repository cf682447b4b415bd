// Many small graphs: what can be wrong with them, or with the type that is asked for.
#include <limits>
#include <utility>

#include "apsp/batch.hpp"
#include "ragged.hpp"
#include "unit/helpers.hpp"

namespace apsp {

TEST_CASE("batch: bytes hold the best bottlenecks of weights from 1 on, and of none") {
    Ragged<double> ragged;
    const BatchOptions options = {.semiring = Semiring::max_min, .dtype = Dtype::u8};
    ragged.add(3, {});
    CHECK(solve_batch(ragged.batch(), options).distances.as<std::uint8_t>()[1] == 0);
    ragged.add(3, {{0, 1, 7}, {1, 2, 1}});
    CHECK(solve_batch(ragged.batch(), options).distances.as<std::uint8_t>()[9 + 2] == 1);
    ragged.weights[1] = 255;
    CHECK(test::error_of([&] {
              solve_batch(ragged.batch(), options);
          }).has("weights are from 7 to 255; u8 cannot hold them"));
}

TEST_CASE("batch: floats hold weights and products without infinity and 0") {
    Ragged<double> ragged;
    std::vector<Arc> arcs;
    for (std::uint32_t i = 0; i < 30; ++i) arcs.push_back({i, i + 1, 0.01});
    ragged.add(31, arcs);
    const auto last = [&](Semiring semiring) {
        const BatchSolution solution = solve_batch(ragged.batch(), {.semiring = semiring});
        CHECK(solution.computed == Dtype::f64);
        return solution.distances.as<double>()[30];
    };
    CHECK(last(Semiring::max_times) == doctest::Approx(1e-60));
    ragged.weights[7] = 1e39;
    CHECK(last(Semiring::min_max) == 1e39);
}

TEST_CASE("batch: what is wrong names the graph") {
    Ragged<double> ragged;
    for (int k = 0; k < 9; ++k) ragged.add(4, {{0, 1, 2}, {1, 3, 1}});
    const auto message = [&](const BatchOptions& options = {}) {
        return test::error_of([&] { solve_batch(ragged.batch(), options); });
    };
    CHECK(message().message.empty());
    ragged.targets[2 * 5] = 4;
    CHECK(message().has("graph 5: arc 0 -> 4 is outside its 4 vertices"));
    ragged.targets[2 * 5] = -1;
    CHECK(message().has("graph 5: arc 0 -> -1 is outside its 4 vertices"));
    ragged.targets[2 * 5] = 1;
    ragged.weights[2 * 7 + 1] = std::numeric_limits<double>::quiet_NaN();
    CHECK(message().has("graph 7: arc 1 -> 3 has weight nan"));
    ragged.weights[2 * 7 + 1] = 200;
    CHECK(message({.dtype = Dtype::u8})
              .has("graph 7: its distances may be up to 600; u8 holds distances up to 254"));
    ragged.weights[2 * 7] = -1;
    CHECK(message({.dtype = Dtype::u8}).has("u8 holds no weights below 0"));
    ragged.weights[2 * 7 + 1] = 8000;
    CHECK(message({.dtype = Dtype::i16})
              .has("to 24000; i16 holds distances up to 8190 where weights are negative"));
    ragged.weights[2 * 7] = 2;
    ragged.weights[2 * 7 + 1] = 0.5;
    CHECK(message({.dtype = Dtype::i32}).has("weights are not integers"));
    ragged.first_arc[3] = 0;
    CHECK(message().has("the first arcs of the batch's vertices do not ascend from 0 to 18"));
}

TEST_CASE("batch: elements that were moved elsewhere leave none") {
    Elements elements(3, Dtype::i32);
    CHECK(Elements(std::move(elements)).size() == 3);
    CHECK(elements.as<std::int32_t>().empty());
}

TEST_CASE("batch: sizes that no memory holds are refused before anything is allocated") {
    Ragged<std::uint8_t> ragged;
    ragged.add(3, {{0, 1, 7}});
    ragged.add(2, {});
    for (const BatchOptions& options : {BatchOptions{.padded_to = std::size_t{1} << 32},
                                        BatchOptions{.padded_to = 30'000'000, .paths = true},
                                        BatchOptions{.path_arcs = std::size_t{1} << 60}}) {
        test::check_refused(ErrorKind::out_of_memory, "bytes do not fit; this machine has ",
                            [&] { solve_batch(ragged.batch(), options); });
    }
    test::check_refused(ErrorKind::out_of_memory, "4611686018427387904 elements as i32",
                        [] { Elements(std::size_t{1} << 62, Dtype::i32); });
    const std::uint8_t weight = 0;
    constexpr std::size_t k32 = std::size_t{1} << 32;
    for (const auto& [graphs, n] : {std::pair{std::size_t{1}, k32}, {k32, std::size_t{1} << 16}}) {
        CAPTURE(graphs);
        test::check_refused(ErrorKind::usage, "no memory holds", [&] {
            GraphBatch::from_dense(graphs, n, {Dtype::u8, &weight});
        });
        test::check_refused(ErrorKind::usage, "no weights",
                            [&] { GraphBatch::from_dense(graphs, n, {}); });
    }
}

}  // namespace apsp
