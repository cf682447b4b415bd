// See solve_whole.hpp. Matrix, engine, upload, schedule, check, download.
#include "solve/solve_whole.hpp"

#include <thread>

#include "algorithms/algorithms.hpp"
#include "backends/backend.hpp"
#include "base/parallel_copy.hpp"
#include "base/stopwatch.hpp"
#include "graph/row_flow.hpp"
#include "solve/find_paths.hpp"
#include "solve/result_rows.hpp"
#include "statistics/statistics.hpp"

namespace apsp {

void solve_whole(const SolvePlan& plan, const Device& device, const SolveOptions& options,
                 Graph graph, Solution& solution) {
    Stopwatch watch;
    const std::size_t n = plan.matrix.n;
    const Dtype dtype = plan.matrix.dtype;
    const auto engine = backend(device.backend).open(device, plan.engine);
    const bool in_place = engine->in_place();

    const auto restoration = Restoration::of(graph, dtype);
    Matrix& distances = solution.distances;
    const bool keep_graph =
        (options.paths && !(plan.engine.keep_weights && always_trees(graph, dtype))) ||
        Restoration::needs_weights(graph, dtype);
    // A dense graph's memory becomes that of the distances when nothing else needs it.
    const bool all_rows = options.rows.empty();
    const bool take_over =
        all_rows && !keep_graph && graph.owns_matrix() && graph.matrix()->dtype() == dtype;
    if (in_place) {
        distances = keep_graph ? graph.to_matrix(dtype, options.semiring)
                               : std::move(graph).to_matrix(dtype, options.semiring);
    } else if (all_rows && !take_over) {
        distances = Matrix(n, dtype);
    }
    Matrix predecessors = options.paths ? Matrix(n, Dtype::i32) : Matrix();
    solution.seconds.build = watch.lap();

    if (in_place) {
        engine->upload(distances);
    } else {
        engine->upload(rows_of(graph, dtype, options.semiring));
    }
    engine->finish();
    if (!keep_graph && !take_over) std::move(graph).release();
    solution.seconds.upload = watch.lap();
    {
        const bool wait_for_rows = !in_place && !take_over;
        std::jthread touching([&] {
            if (wait_for_rows) touch_pages(distances.data(), distances.bytes());
            if (!in_place) touch_pages(predecessors.data(), predecessors.bytes());
        });
        run(plan.engine, *engine, options.progress);
        engine->finish();
    }
    solution.seconds.compute = engine->compute_seconds();
    watch.lap();

    std::vector<RowReduction> reduced;
    if (options.statistics && !restoration) {
        reduced = engine->reduce_rows(no_path(dtype));
        solution.seconds.statistics = watch.lap();
    }
    if (!in_place && take_over) distances = std::move(graph).release();
    ResultRows result(distances, n, dtype, options, restoration.get());
    if (in_place) {
        engine->download();
        result.take_all();
    } else {
        engine->download([&](Range rows, const void* from) { result.take(rows, from); });
    }
    solution.seconds.download = watch.lap();
    if (options.paths) {
        find_paths(graph, distances, plan.engine.keep_weights, *engine, predecessors);
        solution.paths = Paths(std::move(predecessors));
        solution.seconds.paths = watch.lap();
    }
    result.finish_all();
    solution.summary = result.summary();
    solution.seconds.download += watch.lap();
    if (options.statistics) {
        solution.statistics =
            reduced.empty() ? statistics(distances) : make_statistics(reduced, distances);
        solution.seconds.statistics += watch.lap();
    }
}

}  // namespace apsp
