// Measures batches of small graphs on a device, and changes of a matrix that stays on it:
//   bench_device cuda:0 batches | changes | stays FILE | sample FILE COUNT
// The CMake target is built only on request. Prints medians, with the smallest and largest figure.
#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "apsp/apsp.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "solve/plan.hpp"
#include "solve/planned_rows.hpp"

namespace {

using namespace apsp;

struct Times {
    double median, least, most;
};
Times measure(int times, const std::function<double()>& seconds) {
    std::vector<double> all;
    for (int k = 0; k < times; ++k) all.push_back(seconds());
    std::ranges::sort(all);
    return {all[all.size() / 2], all.front(), all.back()};
}
std::string in(const Times& times, double scale) {
    return fmt::format("{:8.3f} ({:.3f} to {:.3f})", times.median * scale, times.least * scale,
                       times.most * scale);
}
std::string rate(const Times& times, double count) {
    return fmt::format("{:7.2f} ({:.2f} to {:.2f})", count / times.median, count / times.most,
                       count / times.least);
}

/// Cycles as large as molecules, with bonds between every fifth atom.
void bench_batches(const Device& device) {
    fmt::print("# million graphs a second from host to host, and T relaxations/s on the device\n");
    for (const Dtype dtype : {Dtype::u8, Dtype::i16, Dtype::f32, Dtype::i32}) {
        for (const std::size_t n : {24, 32, 64, 128}) {
            if (n == 24 && dtype != Dtype::u8) continue;
            const std::size_t graphs = n == 24 ? 1000000 : (std::size_t{1} << 28) / (n * n);
            std::vector<std::int64_t> vertices = {0}, arcs = {0};
            std::vector<std::int32_t> targets;
            for (std::size_t graph = 0; graph < graphs; ++graph) {
                for (std::size_t v = 0; v < n; ++v) {
                    targets.push_back(static_cast<std::int32_t>((v + 1) % n));
                    if (v % 5 == 0) targets.push_back(static_cast<std::int32_t>((v + 5) % n));
                    arcs.push_back(static_cast<std::int64_t>(targets.size()));
                }
                vertices.push_back(static_cast<std::int64_t>(arcs.size()) - 1);
            }
            const GraphBatch batch = GraphBatch::from_csr(vertices, arcs, targets, {});
            std::vector<double> on_device;
            const Times whole = measure(9, [&] {
                Stopwatch watch;
                const BatchSolution solution = solve_batch(batch, device, {.dtype = dtype});
                on_device.push_back(solution.device_seconds);
                return watch.lap();
            });
            std::ranges::sort(on_device);
            const auto count = static_cast<double>(graphs), edge = static_cast<double>(n);
            fmt::print("{:4} n = {:3}: {}, {:6.2f}\n", name(dtype), n, rate(whole, count / 1e6),
                       count * edge * edge * edge / on_device[on_device.size() / 2] / 1e12);
        }
    }
}

/// All vertices but 0 and 1 have an arc to 0 and one from 1, so all distances become shorter when
/// the arc from 0 to 1 does.
Graph hourglass(std::size_t n) {
    std::vector<Arc> arcs = {{0, 1, 12000}};
    for (std::uint32_t v = 2; v < n; ++v) {
        arcs.push_back({v, 0, 1});
        arcs.push_back({1, v, 1});
    }
    return Graph::from_arcs(n, std::move(arcs), "hourglass");
}

void bench_changes(const Device& device) {
    fmt::print("# one arc shorter, worst case: all pairs become shorter. ms\n");
    struct Case {
        Dtype dtype;
        std::size_t n;
    };
    for (const auto& [dtype, n] : {Case{Dtype::f32, 65536}, Case{Dtype::i32, 65536},
                                   Case{Dtype::i16, 65536}, Case{Dtype::f64, 32768}}) {
        const SolveOptions options = {.dtype = dtype};
        Stopwatch watch;
        DynamicDistances distances(hourglass(n), device, options);
        const double solving = watch.lap();
        double weight = 12000;
        std::size_t rows = 0, columns = 0;
        const Times times = measure(15, [&] {
            const ArcChange change = {0, 1, --weight};
            watch.lap();
            const ChangeReport report = distances.change({&change, 1});
            rows = report.rows;
            columns = report.columns;
            return watch.lap();
        });
        const auto edge = static_cast<double>(n);
        const double bytes = 2 * edge * edge * static_cast<double>(size_of(dtype));
        fmt::print("{:4} n = {}: {}, {:.2f} TB/s; {} rows, {} columns; solved in {:.2f} s\n",
                   name(dtype), n, in(times, 1e3), bytes / times.median / 1e12, rows, columns,
                   solving);
    }
    fmt::print("# changes of random arcs of a random graph, ms; a solve on the same device, ms\n");
    for (const bool dense : {false, true}) {
        const std::size_t n = dense ? 8192 : 32768;
        Graph graph = random_graph(n, dense ? 0.5 : 8 / static_cast<double>(n));
        if (dense) graph = Graph::from_matrix(graph.to_matrix(Dtype::f32), "dense");
        const SolveOptions options = {.dtype = Dtype::f32};
        DynamicDistances distances(graph, device, options);
        std::mt19937 random(1);
        const auto vertex = [&] { return static_cast<std::uint32_t>(random() % n); };
        for (const bool shorter : {true, false}) {
            std::size_t touched = 0;
            const Times times = measure(40, [&] {
                ArcChange change = {vertex(), vertex(), dense ? 0.0 : 1.0};
                if (!shorter) {
                    std::vector<Arc> out;
                    graph.for_each_arc(change.source, [&](std::size_t j, double w) {
                        out.push_back({change.source, static_cast<std::uint32_t>(j), w});
                    });
                    if (out.empty()) return 0.0;
                    const Arc& arc = *std::ranges::min_element(out, {}, &Arc::weight);
                    change = {arc.source, arc.target, infinity<double>()};
                }
                Stopwatch watch;
                const ChangeReport report = distances.change({&change, 1});
                touched += shorter ? report.rows : report.recomputed;
                return watch.lap();
            });
            fmt::print("{} n = {}, {}: {}; {} {} on average\n", dense ? "dense" : "8 arcs a vertex",
                       n, shorter ? "one made shorter" : "the shortest of a vertex removed",
                       in(times, 1e3), touched / 40, shorter ? "rows" : "pairs");
        }
        const Times solves = measure(5, [&] {
            Stopwatch watch;
            solve(graph, device, options);
            return watch.lap();
        });
        fmt::print("a solve: {}\n", in(solves, 1e3));
    }
}

/// Distances that stay on the device, from a graph in memory: the second solve of this process.
void bench_stays(const Device& device, const char* file) {
    const Graph graph = read_graph(file).graph;
    SolveOptions options = {.algorithm = Algorithm::sparse, .dtype = Dtype::f32};
    options.leave_on_device = true;
    solve(road_graph(2000), device, options);
    Stopwatch watch;
    const Solution solution = solve(graph, device, options);
    const double seconds = watch.lap();
    const SolveSeconds& parts = solution.seconds;
    fmt::print("{}: {:.3f} s: plan {:.3f}, build {:.3f}, compute {:.3f}, rest {:.3f}\n", file,
               seconds, parts.plan, parts.build, parts.compute,
               parts.potentials + parts.upload + parts.download + parts.statistics);
}

/// Statistics of the distances from the first vertices of a graph, and what those of all would
/// take.
void bench_sample(const Device& device, const std::string& name, std::size_t count) {
    Stopwatch watch;
    Graph graph =
        name.starts_with("road:") ? road_graph(std::stoul(name.substr(5))) : read_graph(name).graph;
    const std::size_t n = graph.vertices();
    fmt::print("{}: n = {}, {} arcs, in {:.1f} s\n", name, n, graph.arcs(), watch.lap());
    SolveOptions options = {.algorithm = Algorithm::sparse};
    options.statistics = true;
    options.keep_distances = false;
    const SolvePlan plan = plan_solve(graph, {device}, options);
    fmt::print("planned in {:.1f} s: {}, core {}, height {}, {} list entries, {} on the device\n",
               watch.lap(), apsp::name(plan.matrix.dtype), plan.tree->core_size(),
               plan.tree->height, plan.tree->later.size(),
               format_bytes(plan.parts.front().memory.device_bytes()));
    Solution solution;
    PlannedRows rows(plan, graph, solution);
    fmt::print("eliminated and opened in {:.1f} s\n", watch.lap());
    const RowReductions reduced = rows.reduce({0, std::min(count, n)}, {});
    const double seconds = watch.lap();
    const RowReduction& first = reduced.rows.front();
    fmt::print(
        "{} sources: {:.2f} s, the first reaches {}, sum {:.0f}, largest {}; all: about {:.0f} s\n",
        reduced.rows.size(), seconds, first.count, first.sum, first.largest,
        seconds * static_cast<double>(n) / static_cast<double>(reduced.rows.size()));
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 2 ? argv[2] : "";
    const bool stays = what == "stays" && argc > 3, sample = what == "sample" && argc > 4;
    if (what != "batches" && what != "changes" && !stays && !sample) {
        fmt::print(
            stderr,
            "usage: bench_device DEVICE batches | changes | stays FILE | sample FILE COUNT\n");
        return 2;
    }
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const Device device = select_device(list_devices(), argv[1]);
    fmt::print("# {}:{} {}\n", device.backend, device.index_in_backend, device.name);
    if (stays) return bench_stays(device, argv[3]), 0;
    if (sample) return bench_sample(device, argv[3], std::stoul(argv[4])), 0;
    what == "batches" ? bench_batches(device) : bench_changes(device);
}
