// A solve that need not find distances beyond a cutoff.
#include <doctest/doctest.h>

#include <cmath>

#include "apsp/apsp.hpp"
#include "caught.hpp"

namespace {

using apsp::Algorithm;
using apsp::ErrorKind;
using apsp::Graph;
using apsp::SolveOptions;

/// Processors have no restriction of their own.
apsp::Device processor() {
    return apsp::select_device(apsp::list_devices(), "cpu");
}

}  // namespace

TEST_CASE("solve: with a cutoff, dense algorithms take the smallest type that holds it") {
    const Graph graph = Graph::from_arcs(4, {{0, 1, 100}, {1, 2, 100}, {2, 3, 30000}}, "four");
    for (const Algorithm algorithm : {Algorithm::fw, Algorithm::rkleene, Algorithm::kleene}) {
        SolveOptions options;
        options.algorithm = algorithm;
        options.cutoff = 200;
        const apsp::Matrix near = solve(graph, processor(), options).distances;
        CHECK(near.dtype() == apsp::Dtype::u8);
        CHECK(near.at(0, 2) == 200);
        CHECK(std::isinf(near.at(2, 3)));
        options.cutoff = 16000;
        CHECK(solve(graph, processor(), options).distances.dtype() == apsp::Dtype::i16);
        options.cutoff = 1e9;
        CHECK(solve(graph, processor(), options).distances.at(0, 3) == 30200);
    }
    for (const Algorithm other : {Algorithm::search, Algorithm::sparse, Algorithm::automatic}) {
        SolveOptions options;
        options.algorithm = other;
        options.cutoff = 200;
        CHECK(solve(graph, processor(), options).distances.at(0, 3) == 30200);
    }
}

TEST_CASE("solve: what a cutoff is not for") {
    const Graph graph = Graph::from_arcs(2, {{0, 1, 1}}, "two");
    const Graph negative = Graph::from_arcs(2, {{0, 1, -1}}, "negative");
    const auto refused = [](const Graph& of, const SolveOptions& options) {
        return apsp::test::error_of([&] { (void)solve(of, processor(), options); }).kind ==
               ErrorKind::usage;
    };
    CHECK(refused(negative, {.cutoff = 1}));
    CHECK(refused(graph, {.semiring = apsp::Semiring::max_min, .cutoff = 1}));
    CHECK(refused(graph, {.cutoff = 1, .paths = true}));
    CHECK(refused(graph, {.cutoff = 1, .statistics = true}));
    CHECK(!refused(graph, {.cutoff = 1}));
}
