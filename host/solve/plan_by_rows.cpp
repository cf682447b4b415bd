// The plan if rows of the result are made from the graph, by elimination or by searches.
#include <algorithm>
#include <bit>

#include "algorithms/distribution.hpp"
#include "algorithms/search.hpp"
#include "backends/backend.hpp"
#include "backends/processor.hpp"
#include "backends/transfer.hpp"
#include "base/text.hpp"
#include "negative/restoration.hpp"
#include "solve/elimination.hpp"
#include "solve/estimate.hpp"
#include "solve/plan_parts.hpp"
#include "solve/tuning.hpp"

namespace apsp {
namespace {

/// Rows that a part makes together.
std::size_t rows_at_once(const SolvePlan& plan, const PartPlan& part) {
    const std::size_t threads = part.device.compute_units;
    if (part.sweep) return part.sweep->rows;
    if (plan.tree != nullptr) return cpu_sweep_batch(plan.matrix.dtype, threads);
    return search_batch(row_bytes(plan.matrix), threads);
}

/// Rows of the result that the host holds.
std::uint64_t host_rows(const SolvePlan& plan) {
    const SolveOptions& options = plan.options;
    if (plan.whole_matrix) return options.workspace.empty() ? plan.matrix.ld : plan.rows.size();
    if (plan.stays || (plan.reduces && plan.tree != nullptr)) return 0;
    const std::size_t wanted = plan.result_rows();
    if (options.keep_distances) return wanted;
    std::size_t batch = 0;
    for (const PartPlan& part : plan.parts) batch += rows_at_once(plan, part);
    return std::min(batch, wanted);
}

/// What the host needs besides the result and the graph.
std::uint64_t bytes_beside(const SolvePlan& plan, const Graph& graph) {
    const SolveOptions& options = plan.options;
    const Dtype dtype = plan.matrix.dtype;
    const bool in_matrix =
        plan.whole_matrix && options.workspace.empty() && !options.paths && plan.parts.size() == 1;
    const std::size_t n = plan.matrix.n;
    const std::size_t rows = plan.whole_matrix ? n : plan.result_rows();  // that are made
    std::uint64_t bytes = 0;
    for (const PartPlan& part : plan.parts) {
        const std::size_t threads = part.device.compute_units;
        if (plan.tree == nullptr) {
            bytes += search_bytes(graph, dtype, options.semiring, threads);
            continue;
        }
        bytes += eliminated_bytes(*plan.tree, dtype);
        if (part.sweep) continue;
        bytes += cpu_sweep_bytes(*plan.tree, dtype, threads, rows, in_matrix);
    }
    return bytes;
}

/// Plans what does not depend on weights: the order of elimination, and where it stops.
void plan_elimination(SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices) {
    const Elimination* const known = plan.options.elimination.get();
    CountedElimination& counted = plan.elimination;
    if (counted.core.cost == 0) {
        counted = count_elimination(graph, devices, plan.engine, plan.options, counted.counts);
    }
    const EliminationWork& work = counted.core.work;
    plan.tree = known != nullptr ? known->structure().tree(work.longest)
                                 : std::make_shared<const EliminationTree>(
                                       make_elimination_tree(*counted.counts, work.longest));
    plan.choices.relaxations = work.relaxations(result_rows(plan.options, plan.matrix.n));
    plan.seconds = counted.core.cost;
}

/// Each stripe has a checkpoint, so there are several even where one would do.
std::vector<Range> workspace_stripes(const Plan& matrix) {
    constexpr std::uint64_t kBytes = std::uint64_t{256} << 20;
    const std::size_t most = kBytes / row_bytes(matrix), unit = stripe_unit(matrix);
    const std::size_t rows = std::min(most, matrix.ld / 4) / unit * unit;
    return equal_stripes({0, matrix.ld}, std::max(rows, unit));
}

}  // namespace

PartPlan plan_row_part(const SolvePlan& plan, const Device& device) {
    PartPlan part;
    part.device = device;
    part.engine = options_for(plan.engine.algorithm, device, plan.engine, plan.options);
    part.configuration = backend(device).settings(device, part.engine);
    const EliminationTree* const tree = plan.tree.get();
    if (tree == nullptr || sweep_slots(device, part.engine) == 0) return part;

    EngineOptions& engine = part.engine;
    const bool in_memory = plan.whole_matrix && plan.options.workspace.empty();
    const SweepRows to = in_memory || plan.stays ? SweepRows::matrix
                         : plan.reduces          ? SweepRows::device
                                                 : SweepRows::host;
    const SweepSizes& sizes = part.sweep.emplace(*tree, engine.dtype, device, to,
                                                 plan.options.statistics_options.bounds.size());
    // Truth values are bytes here.
    if (engine.semiring == Semiring::or_and) engine.semiring = Semiring::max_min;
    engine.stripe_rows = std::max(padded(tree->core_size()), kPadding);
    engine.n = std::max(sizes.columns, engine.stripe_rows);
    engine.paths = engine.keep_weights = false;
    // No more slots than the longest list needs, plus one for the row itself: more groups at a time
    // are worth more than fewer loads, which are only some percent of the list entries.
    engine.slots = 2;
    for (std::size_t x = 0; x < tree->core; ++x) {
        engine.slots = std::max(engine.slots, tree->first[x + 1] - tree->first[x] + 1);
    }
    // Whole rows are copied: of the core, and unless they stay, those of the result.
    constexpr std::size_t kSmall = std::size_t{1} << 20;  // pinning takes longer than copying
    const std::size_t row = plan.stays ? engine.stripe_rows : padded(tree->size());
    engine.piece = std::max(plan.stays ? kSmall : transfer_piece(engine),
                            std::bit_ceil(row * size_of(engine.dtype)));
    part.memory = backend(device).plan(device, engine);
    part.memory.blocks.clear();
    part.memory.buffers.push_back({"ways, the core, rows", sizes.bytes});
    return part;
}

Refusal plan_by_rows(SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices) {
    const SolveOptions& options = plan.options;
    const Algorithm algorithm = options.algorithm;
    if (options.tile + options.block != 0) {
        throw Error(ErrorKind::usage, fmt::format("{} has no tiles or blocks", name(algorithm)));
    }
    for (const Device& device : devices) (void)choose_variant(device, options);
    plan.layout = Layout::by_rows;
    plan.keep_graph = true;
    plan.engine.keep_weights = false;
    if (algorithm == Algorithm::sparse) {
        plan_elimination(plan, graph, devices);
    } else {
        plan.choices.relaxations = static_cast<double>(result_rows(options, plan.matrix.n)) *
                                   static_cast<double>(graph.arcs());
    }
    const bool needs_f64 = plan.question().needs_f64();
    const auto plan_all = [&] {
        plan.parts.clear();
        for (const Device& device : devices) plan.parts.push_back(plan_row_part(plan, device));
        return std::ranges::all_of(plan.parts, [&](const PartPlan& part) {
            if (!part.sweep) return true;
            return !part.device.shares_host_memory && (part.device.f64 || !needs_f64);
        });
    };
    const auto stays_there = [](const PartPlan& part) {
        return part.sweep && part.sweep->whole && !part.device.shares_host_memory;
    };
    plan.stays = may_stay(options, graph);
    plan.whole_matrix =
        needs_whole_matrix(options) && !plan.stays && !is_statistics_alone(options, graph);
    plan.reduces =
        !plan.whole_matrix && !plan.stays && reduces_on_devices(plan, Restoration::restores(graph));
    const bool reducible = plan_all();
    if (plan.stays && !stays_there(plan.parts.front())) {
        plan.stays = false;
        plan.whole_matrix = true;
        plan_all();
    } else if (plan.reduces && !reducible) {
        plan.reduces = false;
        plan.whole_matrix = needs_whole_matrix(options);
        plan_all();
    }
    for (const PartPlan& part : plan.parts) {
        const Device& device = part.device;
        if (!part.sweep && plan.whole_matrix && options.workspace.empty()) {
            if (Refusal why = why_too_large(plan.matrix, device)) return why;
        }
        if (Refusal why = why_too_large(part, " for the ways of some targets")) return why;
    }
    const bool in_file = plan.whole_matrix && !options.workspace.empty();
    plan.make_maker = in_file ? make_file_maker : make_row_maker;
    if (in_file) plan.parts.front().stripes = workspace_stripes(plan.matrix);
    plan.memory = plan.parts.front().memory;
    plan.configuration = plan.parts.front().configuration;
    plan.host_bytes =
        host_rows(plan) * row_bytes(plan.matrix) + bytes_beside(plan, graph) + plan.within_bytes();
    const std::uint64_t needed = plan.host_bytes + plan.predecessor_bytes();
    if (Refusal why = why_too_large(plan.matrix, needed)) return why;
    const auto known =
        std::ranges::find(plan.choices.estimates, algorithm, &AlgorithmEstimate::algorithm);
    if (known != plan.choices.estimates.end()) plan.seconds = known->seconds;
    return std::nullopt;
}

}  // namespace apsp
