// Sweeps on devices: blocks of targets and of sources, parts, cores of every size.
#include <doctest/doctest.h>

#include <random>

#include "backends/backend.hpp"
#include "device/devices.hpp"
#include "graph/order.hpp"
#include "oracle.hpp"
#include "same_sums.hpp"
#include "solve/plan.hpp"
#include "solve/planned_rows.hpp"
#include "statistics/statistics.hpp"
#include "temporary_folder.hpp"
#include "unit/drawn_graph.hpp"

using apsp::Graph;

namespace {

apsp::EngineOptions sparse_options() {
    apsp::EngineOptions options;
    options.algorithm = apsp::Algorithm::sparse;
    options.dtype = apsp::Dtype::i32;
    return options;
}

/// Checks the rows of random sources, some more than once, against the oracle. There may be more of
/// them than the maker takes in one call.
void check_rows_of(apsp::PlannedRows& maker, std::size_t n, const std::vector<long long>& expected,
                   std::mt19937& random) {
    std::vector<std::uint32_t> sources(1 + random() % (2 * maker.batch()));
    for (std::uint32_t& source : sources) source = static_cast<std::uint32_t>(random() % n);
    apsp::Matrix rows(sources.size(), n, apsp::Dtype::i32);
    maker.make(sources, rows.data());
    bool right = true;
    for (std::size_t k = 0; k < sources.size(); ++k) {
        for (std::size_t j = 0; j < n; ++j) {
            const long long e = expected[sources[k] * n + j];
            const auto wanted =
                e == kOracleNoPath ? apsp::infinity<std::int32_t>() : static_cast<std::int32_t>(e);
            right = right && rows.row<std::int32_t>(k)[j] == wanted;
        }
    }
    CHECK(right);
}

}  // namespace

TEST_CASE("sparse: targets and sources in blocks, in parts, with cores of every size") {
    for (const apsp::Device& device : devices_of_both_kinds()) {
        if (apsp::sweep_slots(device, sparse_options()) == 0) continue;
        CAPTURE(label(device));
        std::size_t solved = 0;
        for (std::size_t seed = 0; seed < (slow_run() ? 20 : 120); ++seed) {
            CAPTURE(seed);
            const Graph graph = seed % 10 == 9 ? apsp::random_graph(300 + seed, 3.0 / 300, 5)
                                               : apsp::test::drawn_graph(seed);
            const std::size_t n = graph.vertices();
            if (graph.min_weight() < 0 || n == 0) continue;
            const auto expected = oracle_distances(graph);
            const auto counts = apsp::count_by_degree(graph);
            std::mt19937 random(static_cast<unsigned>(seed));
            for (const std::uint32_t longest : {0u, 3u, 40u}) {
                CAPTURE(longest);
                apsp::SolvePlan plan = apsp::plan_solve(
                    graph, {device},
                    {.algorithm = apsp::Algorithm::sparse, .dtype = apsp::Dtype::i32});
                plan.tree = std::make_shared<const apsp::EliminationTree>(
                    apsp::make_elimination_tree(counts, longest));
                plan.parts = {apsp::plan_row_part(plan, device)};
                apsp::SweepSizes& sizes = *plan.parts.front().sweep;
                sizes.columns = sizes.rows = 128;
                sizes.parts = 1 + seed % 4;
                sizes.whole = seed % 3 != 0;  // otherwise the matrix is made from rows of sources
                plan.parts.resize(1 + seed % 2, plan.parts.front());  // two share the work
                apsp::Solution solution;
                apsp::PlannedRows made(plan, graph, solution);
                apsp::Matrix all(n, apsp::Dtype::i32);
                made.make_all(all, apsp::rows_into(all), {});
                CHECK(in_oracle_form(all) == expected);
                check_rows_of(made, n, expected, random);
                plan.reduces = true;
                plan.whole_matrix = false;
                plan.parts = {apsp::plan_row_part(plan, device)};
                plan.parts.front().sweep->columns = plan.parts.front().sweep->rows = 128;
                plan.parts.resize(1 + seed % 2, plan.parts.front());
                plan.options.statistics = true;
                auto& more = plan.options.statistics_options;
                more.harmonic = seed % 3 != 0;
                if (seed % 4 != 0) more.bounds = {0, 3, 7, 12, 40};
                more.within = seed % 4 > 1;
                if (seed % 4 == 3) {
                    for (std::size_t v = 0; v < n; ++v)
                        more.weights.push_back(static_cast<double>(random() % 100));
                }
                CHECK(apsp::test::same_sums(
                    apsp::PlannedRows(plan, graph, solution).reduce({0, n}, {}),
                    apsp::reduce_rows(all, plan.question(), {0, n})));
                ++solved;
            }
        }
        CHECK(solved >= (slow_run() ? 30 : 200));
    }
}

TEST_CASE("sparse: every shape of sweeps that tuning tries gives the same distances") {
    const Graph graph = apsp::grid_graph(12);
    const auto expected = oracle_distances(graph);
    const std::size_t step = slow_run() ? 5 : 1;
    for (const apsp::Device& device : devices_under_test()) {
        const apsp::Backend& backend = apsp::backend(device);
        apsp::EngineOptions options = sparse_options();
        if (device.backend != "opencl" || apsp::sweep_slots(device, options) == 0) continue;
        CAPTURE(label(device));
        // Shapes for either kind of device: kernels run on both.
        std::vector<apsp::Settings> shapes;
        apsp::Device like = device;
        for (const apsp::DeviceKind kind : {apsp::DeviceKind::cpu, apsp::DeviceKind::gpu}) {
            like.kind = kind;
            for (const auto& stage : backend.candidates(like, options)) {
                shapes.insert(shapes.end(), stage.begin(), stage.end());
            }
        }
        std::size_t solved = 0;
        for (std::size_t i = 0; i < shapes.size(); i += step) {
            options.settings = shapes[i];
            CAPTURE(shapes[i].at("lanes"));
            CAPTURE(shapes[i].at("vectors"));
            CAPTURE(shapes[i].at("group"));
            const auto refusal = apsp::test::error_of([&] { backend.settings(device, options); });
            if (refusal.has("do not divide the padding")) continue;
            const apsp::Solution solution = apsp::solve(
                graph, device,
                {.algorithm = options.algorithm, .dtype = options.dtype, .settings = shapes[i]});
            CHECK(!solution.tuned);
            CHECK(in_oracle_form(solution.distances) == expected);
            ++solved;
        }
        CHECK(solved * step >= 15);
    }
}

TEST_CASE("sparse: stripes of a workspace may have more rows than a device makes together") {
    const Graph graph = apsp::grid_graph(40);
    for (const apsp::Device& device : devices_of_both_kinds()) {
        if (apsp::sweep_slots(device, sparse_options()) == 0) continue;
        if (device.kind == apsp::DeviceKind::gpu) continue;  // has no sweep in so little memory
        CAPTURE(label(device));
        const apsp::test::TemporaryFolder folder;
        apsp::SolveOptions options;
        options.algorithm = apsp::Algorithm::sparse;
        options.dtype = apsp::Dtype::i16;
        options.workspace = folder / "w";
        options.memory_limit = std::uint64_t{6} << 20;
        const auto plan = apsp::plan_solve(graph, {device}, options);
        REQUIRE(plan.parts.front().sweep->rows < plan.parts.front().stripes.front().size());
        CHECK(apsp::verify(graph, apsp::solve(graph, device, options).distances).ok);
    }
}
