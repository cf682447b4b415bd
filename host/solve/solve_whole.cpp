// See solve_whole.hpp. Matrix, engine, upload, schedule, check, download.
#include "solve/solve_whole.hpp"

#include <thread>

#include "base/parallel_copy.hpp"
#include "base/stopwatch.hpp"
#include "graph/row_flow.hpp"
#include "solve/device_matrix.hpp"
#include "solve/find_paths.hpp"
#include "solve/result_rows.hpp"
#include "statistics/statistics.hpp"

namespace apsp {

void solve_whole(const SolvePlan& plan, Graph graph, Solution& solution) {
    Stopwatch watch;
    const SolveOptions& options = plan.options;
    const std::size_t n = plan.matrix.n;
    const Dtype dtype = plan.matrix.dtype;
    Matrix predecessors;  // a device may write to it until it has finished
    DeviceMatrix on_device(plan.device, plan.engine);
    Engine& engine = on_device.engine();
    const bool in_place = on_device.in_place();
    // Whether groups can wait for each other turns out on the device.
    if (engine.tiles() != nullptr) solution.tile = engine.tiles()->tile();

    const auto restoration = Restoration::of(graph, dtype);
    Matrix& distances = solution.distances;
    if (in_place) {
        distances = plan.keep_graph ? graph.to_matrix(dtype, options.semiring)
                                    : std::move(graph).to_matrix(dtype, options.semiring);
    } else if (!plan.take_over) {
        distances = Matrix(plan.whole_matrix ? n : 0, n, dtype);
    }
    if (options.paths) predecessors = Matrix(n, Dtype::i32);
    on_device.allocate(distances.data());
    solution.seconds.build = watch.lap();
    const std::vector<std::uint32_t> roots = roots_for_statistics(plan, graph);
    solution.seconds.statistics = watch.lap();

    on_device.put(in_place ? rows_of(distances) : rows_of(graph, dtype, options.semiring));
    engine.finish();
    if (!plan.keep_graph && !plan.take_over) std::move(graph).release();
    solution.seconds.upload = watch.lap();
    {
        std::jthread distances_touched, predecessors_touched;
        const bool beside = !plan.device.shares_host_memory;
        if (beside && !plan.take_over) {
            distances_touched = touch_beside(distances.data(), distances.bytes());
        }
        if (beside && options.paths) {
            predecessors_touched = touch_beside(predecessors.data(), predecessors.bytes());
        }
        on_device.close(options.progress);
    }
    solution.seconds.compute = engine.compute_seconds();
    watch.lap();

    std::vector<RowReduction> reduced;
    if (reduces_on_devices(plan, restoration != nullptr)) {
        reduced = engine.results()->reduce_rows(no_path(dtype), n);
        if (options.statistics) solution.seconds.statistics += watch.lap();
    }
    if (!in_place && plan.take_over) distances = std::move(graph).release();
    ResultRows result(distances, plan.whole_matrix, n, dtype, options, restoration.get());
    if (plan.whole_matrix || reduced.empty()) {
        on_device.get([&](Range rows, const void* from) { result.take(rows, from); });
    }
    result.take_reduced(std::move(reduced));
    solution.seconds.download = watch.lap();
    if (options.paths) {
        find_paths(graph, distances, engine, predecessors);
        solution.paths = Paths(std::move(predecessors));
        solution.seconds.paths = watch.lap();
    }
    result.finish_into(solution, roots, watch);
}

}  // namespace apsp
