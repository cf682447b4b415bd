// The plan where rows of the result are made of the graph: by elimination, or by searches.
#include <algorithm>

#include "algorithms/search.hpp"
#include "backends/backend.hpp"
#include "base/text.hpp"
#include "solve/elimination.hpp"
#include "solve/estimate.hpp"
#include "solve/plan_parts.hpp"

namespace apsp {
SweepPlan plan_sweep(const EngineOptions& asked, const EliminationTree& tree,
                     const Device& device) {
    SweepPlan sweep{asked, SweepSizes(tree, asked.dtype, device)};
    EngineOptions& engine = sweep.engine;
    engine.algorithm = Algorithm::kleene;
    // Truth values are bytes here.
    if (engine.semiring == Semiring::or_and) engine.semiring = Semiring::max_min;
    engine.stripe_rows = std::max(padded(tree.core_size()), kPadding);
    engine.n = std::max(sweep.sizes.columns, engine.stripe_rows);
    engine.paths = engine.keep_weights = false;
    // No more than the longest list needs, and the row itself: more groups at a time are worth more
    // than fewer loads, which are some percent of the lists.
    for (std::size_t x = 0; x < tree.core; ++x) {
        engine.slots = std::max(engine.slots, tree.first[x + 1] - tree.first[x] + 1);
    }
    engine.slots = std::max<std::size_t>(engine.slots, 2);
    return sweep;
}

std::string plan_by_rows(SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices) {
    const SolveOptions& options = plan.options;
    if (devices.size() > 1 || !options.workspace.empty() || options.tile + options.block != 0) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: runs on one device, without workspace, tiles or blocks",
                                name(options.algorithm)));
    }
    plan.layout = Layout::by_rows;
    plan.whole_matrix = options.rows.empty() && (options.keep_distances || options.paths);
    plan.keep_graph = true;
    plan.engine.keep_weights = false;
    constexpr std::size_t kBatch = 1024;  // rows or so, where they are let go
    const std::size_t rows = plan.whole_matrix        ? plan.matrix.ld
                             : options.keep_distances ? options.rows.size()
                                                      : std::min(kBatch, plan.matrix.n);
    plan.host_bytes = std::uint64_t{rows} * plan.matrix.ld * size_of(plan.matrix.dtype);
    if (options.algorithm == Algorithm::search) {
        plan.host_bytes +=
            search_bytes(graph, plan.matrix.dtype, options.semiring, devices.front().compute_units);
    }
    const bool in_slabs = sweep_slots(devices.front(), plan.matrix.dtype) != 0;
    if (plan.whole_matrix && !in_slabs) {
        if (std::string why = why_too_large(plan.matrix, devices.front()); !why.empty()) return why;
    }
    if (std::string why = why_too_large(plan.matrix, plan.host_bytes); !why.empty()) return why;
    plan.configuration = {};
    if (options.algorithm == Algorithm::sparse) {
        const Elimination* const known = options.elimination.get();
        if (!plan.counts) {
            plan.counts = counts_of(graph, known);
            plan.core = choose_core(*plan.counts, devices.front(), plan.engine);
        }
        plan.tree = known != nullptr
                        ? known->structure().tree(plan.core.work.longest)
                        : std::make_shared<const EliminationTree>(
                              make_elimination_tree(graph, *plan.counts, plan.core.work.longest));
        plan.choices.relaxations = plan.core.work.relaxations(plan.matrix.n);
        plan.seconds = plan.core.cost;
        if (in_slabs) {
            const Device& device = devices.front();
            plan.sweep = plan_sweep(plan.engine, *plan.tree, device);
            plan.memory = backend(device.backend).plan(device, plan.sweep->engine);
            plan.memory.blocks.clear();
            plan.memory.buffers.push_back({"ways, the core, rows", plan.sweep->sizes.bytes});
            if (device.memory != 0 && plan.memory.device_bytes() > device.memory) {
                return fmt::format("needs {} for the ways of some targets{}; try another device",
                                   format_bytes(plan.memory.device_bytes()), it_has(device));
            }
        }
    } else {
        plan.choices.relaxations =
            static_cast<double>(plan.matrix.n) * static_cast<double>(graph.arcs());
    }
    const auto known =
        std::ranges::find(plan.choices.estimates, options.algorithm, &AlgorithmEstimate::algorithm);
    if (known != plan.choices.estimates.end()) plan.seconds = known->seconds;
    return "";
}

}  // namespace apsp
