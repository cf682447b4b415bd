// See tuned_work.hpp.
#include "measure/tuned_work.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "graph/generators.hpp"
#include "solve/device_matrix.hpp"
#include "solve/plan.hpp"

namespace apsp {
namespace {

/// Types that hold large sums get a dense matrix whose sums improve many times. Along a mesh, even
/// sums of bytes and products fit, because every second arc is free; products of powers of two are
/// exact.
Graph graph_of(const EngineOptions& options) {
    const bool sparse = options.algorithm == Algorithm::sparse;
    const bool sums = options.semiring == Semiring::min_plus;
    const bool products = options.semiring == Semiring::max_times;
    const auto n = static_cast<double>(options.n);
    if (!sparse && sums && size_of(options.dtype) >= 4) return squares_graph(options.n);
    const double arcs = options.semiring == Semiring::or_and ? 1.5 : 16;
    const Graph graph = sparse ? grid_graph(static_cast<std::size_t>(std::sqrt(n)))
                               : random_graph(options.n, std::min(kDenseFrom / 2, arcs / n));
    if (!products && !(sparse && sums && size_of(options.dtype) == 1)) return graph;
    std::vector<double> weights(graph.weights().begin(), graph.weights().end());
    for (double& w : weights) {
        if (sparse) w = std::max(w - 5, 0.0);
        if (products) w = std::exp2(-w);
    }
    return graph.reweighted(weights);
}

/// Engines are kept, with the matrix: only the matrix goes to the device and back.
TunedWork dense_work(const Device& device, const EngineOptions& options) {
    check_plan(plan(options.n, options.dtype), device);
    const auto input = std::make_shared<const Matrix>(
        graph_of(options).to_matrix(options.dtype, options.semiring));
    const auto work = std::make_shared<Matrix>(input->clone());
    return {options.n, [=](const Settings& settings) -> TunedWork::Solve {
                EngineOptions own = options;
                own.settings = settings;
                const auto matrix = std::make_shared<DeviceMatrix>(device, own);
                matrix->allocate(work->data());
                return [=](bool distances, const Progress& progress) {
                    // The matrix stays in the same memory, because an engine may work in the
                    // host's. If no distances are wanted, it keeps what it holds: kernels take the
                    // same time for any values.
                    if (distances) std::memcpy(work->data(), input->data(), input->bytes());
                    matrix->put(rows_of(*work));
                    matrix->close(progress);
                    Solution solution;
                    solution.seconds.compute = matrix->engine().compute_seconds();
                    solution.relaxations = std::pow(static_cast<double>(options.n), 3);
                    if (distances) {
                        matrix->get(rows_into(*work));
                        solution.distances = work->clone();
                    }
                    return solution;
                };
            }};
}

/// Whole solves, except that the order of elimination is known.
TunedWork sparse_work(const Device& device, const EngineOptions& options) {
    const Graph graph = graph_of(options);
    SolveOptions all = {.algorithm = Algorithm::sparse,
                        .elimination = std::make_shared<const Elimination>(graph),
                        .semiring = options.semiring,
                        .dtype = options.dtype,
                        .use_tuning = false};
    return {graph.vertices(), [=](const Settings& settings) -> TunedWork::Solve {
                return [=](bool, const Progress& progress) {
                    SolveOptions own = all;
                    own.settings = settings;
                    own.progress = progress;
                    return solve(graph, device, own);
                };
            }};
}

}  // namespace

TunedWork make_tuned_work(const Device& device, const EngineOptions& options) {
    return options.algorithm == Algorithm::sparse ? sparse_work(device, options)
                                                  : dense_work(device, options);
}

}  // namespace apsp
