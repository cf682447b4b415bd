// Rows reduced on a device give the same as on the host, in every type, with and without negative
// weights.
#include "statistics/statistics.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "backends/backend.hpp"
#include "device/devices.hpp"
#include "same_statistics.hpp"
#include "temporary_folder.hpp"

namespace {

using apsp::Graph;

bool close(double a, double b) {
    return std::abs(a - b) <= 1e-12 * (std::abs(a) + std::abs(b));
}

/// How many vertices' statistics differ between the solve and its matrix.
std::size_t differences(const apsp::Solution& solution) {
    const apsp::Statistics& found = *solution.statistics;
    const apsp::Statistics expected = apsp::statistics(solution.distances, found.options);
    std::size_t different =
        found.histogram != expected.histogram || found.within != expected.within ||
        found.components != expected.components ||
        found.largest_component != expected.largest_component || found.centre != expected.centre ||
        found.radius != expected.radius || found.diameter != expected.diameter ||
        !close(found.efficiency.value_or(-1), expected.efficiency.value_or(-1)) ||
        found.reachable_pairs != expected.reachable_pairs;
    for (std::size_t v = 0; v < expected.vertices.size(); ++v) {
        const auto& f = found.vertices[v];
        const auto& e = expected.vertices[v];
        different += f.reachable != e.reachable || f.eccentricity != e.eccentricity ||
                     !close(f.sum, e.sum) || !close(f.closeness, e.closeness) ||
                     !close(f.harmonic, e.harmonic) ||
                     (apsp::is_integral(solution.distances.dtype()) && f.sum != e.sum);
    }
    return different;
}

/// The next of several kinds of statistics, for n vertices.
void draw_options(apsp::StatisticsOptions& options, std::size_t n) {
    static std::size_t turn = 0;
    ++turn;
    options = {};
    options.harmonic = turn % 2 != 0;
    if (turn % 4 < 2) return;
    for (const double each : {0.3, 2.0, 7.0, 40.5, 200.0, 3000.0}) options.bounds.push_back(each);
    options.bounds.resize(1 + turn % options.bounds.size());
    options.within = turn % 5 < 2;
    for (std::size_t v = 0; v < n && options.within && turn % 3 != 0; ++v) {
        options.weights.push_back(static_cast<double>(v * v % 101));
    }
}

/// Weights that are multiples of 1 / `parts`.
Graph reals(std::size_t n, double parts) {
    std::vector<apsp::Arc> arcs;
    const Graph pattern = apsp::random_graph(n, 0.02, 11);
    for (std::size_t i = 0; i < n; ++i) {
        pattern.for_each_arc(i, [&](std::size_t j, double w) {
            arcs.push_back(
                {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), w / parts});
        });
    }
    return Graph::from_arcs(n, arcs, "reals");
}

void check_all(const std::vector<Graph>& graphs, apsp::Algorithm algorithm) {
    Solves solves;
    for (const apsp::Device& device : devices_under_test()) {
        std::vector<apsp::Dtype> types;
        for (const apsp::Dtype dtype : apsp::kDtypes) {
            if (dtype == apsp::Dtype::f64 && !device.f64) continue;
            types.push_back(dtype);
            apsp::SolveOptions options;
            options.algorithm = algorithm;
            options.dtype = dtype;
            options.statistics = true;
            for (const Graph& graph : graphs) {
                draw_options(options.statistics_options, graph.vertices());
                if (!fits(graph, options)) continue;
                CAPTURE(label(device));
                CAPTURE(apsp::name(dtype));
                CAPTURE(graph.origin());
                CAPTURE(graph.vertices());
                const auto solution = solves(graph, device, options);
                REQUIRE(solution.statistics);
                const apsp::Statistics& found = *solution.statistics;
                CHECK(found.options.harmonic == options.statistics_options.harmonic);
                CHECK(found.histogram.empty() ==
                      (found.options.bounds.empty() || !found.options.weights.empty()));
                CHECK(differences(solution) == 0);
            }
        }
        solves.require(graphs.size() / 4, device, types);
    }
}

}  // namespace

TEST_CASE("statistics: every device reduces rows as the host does") {
    std::vector<Graph> graphs;
    for (std::size_t n : sizes_under_test()) {
        graphs.push_back(apsp::random_graph(n, 2.0 / static_cast<double>(n + 2), 5));
        graphs.push_back(apsp::potential_graph(n, 2.0 / static_cast<double>(n + 2), 3));
        graphs.push_back(apsp::ring_graph(n));
        graphs.push_back(reals(n, 7));
    }
    check_all(graphs, apsp::Algorithm::kleene);
}

TEST_CASE("statistics: every way of making rows gives those of the matrix") {
    const std::vector<Graph> graphs = {
        apsp::random_graph(70, 0.03, 2),   apsp::grid_graph(11),
        apsp::random_graph(300, 0.004, 5), reals(130, 8),
        apsp::potential_graph(90, 0.1, 3), apsp::random_graph(1270, 0.001, 3)};
    for (const apsp::Device& device : devices_under_test()) {
        CAPTURE(label(device));
        std::size_t solved = 0;
        for (const Graph& graph : graphs) {
            CAPTURE(graph.origin());
            const bool large = graph.vertices() > 1000;
            if (large && slow_run()) continue;
            const auto dtype = large ? std::optional(apsp::Dtype::i32) : std::nullopt;
            const apsp::Matrix all = apsp::solve(graph, device, {.dtype = dtype}).distances;
            for (const char* const way : {"whole", "shares", "streamed", "sparse", "search"}) {
                CAPTURE(std::string(way));
                apsp::SolveOptions options;
                const std::string_view name = way;
                options.algorithm = name == "sparse"   ? apsp::Algorithm::sparse
                                    : name == "search" ? apsp::Algorithm::search
                                                       : apsp::Algorithm::kleene;
                if (apsp::variants(device, options.algorithm).empty()) continue;
                if ((name == "streamed") != large) continue;
                options.dtype = all.dtype();
                options.statistics = true;
                options.keep_distances = false;
                if (name == "streamed") {
                    options.memory_limit = streaming_limit(graph, device, options);
                }
                const std::vector<apsp::Device> devices(name == "shares" ? 2 : 1, device);
                for (int turn = 0; turn < (slow_run() ? 1 : large ? 3 : 8); ++turn) {
                    draw_options(options.statistics_options, graph.vertices());
                    apsp::Solution solution = apsp::solve(graph, devices, options);
                    CHECK(solution.streamed == large);
                    ++solved;
                    solution.distances = all.clone();
                    CHECK(differences(solution) == 0);
                }
            }
        }
        const bool by_rows = !apsp::variants(device, apsp::Algorithm::sparse).empty();
        CHECK(solved >= (slow_run() ? 5U : 40U) * (by_rows ? 3 : 2));
    }
}

TEST_CASE("statistics: alone, in a workspace, a solve that is stopped goes on") {
    for (apsp::Device device : devices_under_test()) {
        CAPTURE(label(device));
        const bool gpu = !device.shares_host_memory;
        const bool matrix = !gpu && !apsp::is_processor(device);
        // Less memory, so that a GPU takes several batches of rows.
        if (gpu) device.memory = std::uint64_t{256} << 20;
        const Graph graph = apsp::road_graph(slow_run() ? 400 : gpu ? 40000 : 3000, 3);
        for (const auto algorithm : {apsp::Algorithm::sparse, apsp::Algorithm::search}) {
            CAPTURE(apsp::name(algorithm));
            if (apsp::variants(device, algorithm).empty()) continue;
            const apsp::test::TemporaryFolder folder;
            apsp::SolveOptions options = {.algorithm = algorithm, .dtype = apsp::Dtype::i32};
            options.statistics = true;
            options.statistics_options = {.harmonic = true, .bounds = {9, 500}, .within = true};
            options.keep_distances = false;
            const apsp::Solution expected = apsp::solve(graph, device, options);
            options.workspace = folder / "w";
            std::stop_source stop;
            options.stop = stop.get_token();
            options.progress = [&](double done) {
                if (done > 0.3) stop.request_stop();
            };
            CHECK_THROWS_AS(apsp::solve(graph, device, options), apsp::Stopped);
            CHECK(std::filesystem::exists(folder.path() / "w" / "apsp-matrix.bin") == matrix);
            options.stop = {};
            options.progress = {};
            apsp::test::check_refused(apsp::ErrorKind::usage, "unfinished solve",
                                      [&] { apsp::solve(graph, device, options); });
            options.resume = true;
            if (!matrix) {
                apsp::SolveOptions other = options;
                other.statistics_options.bounds = {9, 501};
                apsp::test::check_refused(apsp::ErrorKind::bad_input, "resume with the graph",
                                          [&] { apsp::solve(graph, device, other); });
            }
            for (const bool again : {false, true}) {  // all is known the second time
                std::vector<double> shares;
                options.progress = [&](double done) { shares.push_back(done); };
                const apsp::Solution solution = apsp::solve(graph, device, options);
                CHECK(solution.warnings.empty());
                apsp::test::check_statistics(*solution.statistics, *expected.statistics);
                CHECK(solution.statistics->within == expected.statistics->within);
                if (again) CHECK(shares.empty());
            }
            apsp::remove_workspace(options.workspace);
            CHECK(std::filesystem::is_empty(folder.path() / "w"));
        }
    }
}

TEST_CASE("statistics: of distances only, and only when asked for") {
    for (const apsp::Device& device : devices_under_test()) {
        CHECK(!apsp::solve(apsp::random_graph(5), device, {}).statistics);
        apsp::SolveOptions options;
        options.statistics = true;
        options.semiring = apsp::Semiring::or_and;
        apsp::test::check_refused(apsp::ErrorKind::usage, "or-and",
                                  [&] { apsp::solve(apsp::random_graph(5), device, options); });
    }
}

// For a simulator that looks for races: see solve_test.cpp.
TEST_CASE("simulator: rows reduced in every type" * doctest::skip()) {
    std::vector<Graph> graphs;
    graphs.push_back(apsp::potential_graph(9, 0.4, 3));
    graphs.push_back(apsp::random_graph(9, 0.3, 3));
    check_all(graphs, apsp::Algorithm::fw);
}
