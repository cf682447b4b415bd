// See rank_layouts.hpp.
#include "mpi/rank_layouts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "algorithms/shares.hpp"
#include "backends/backend.hpp"
#include "graph/padding.hpp"
#include "mpi/failure.hpp"
#include "solve/plan_parts.hpp"

namespace apsp::mpi {
namespace {

/// Whether this rank's device can read those of all ranks, which are of one machine.
bool reads_all(const Comm& comm, const Device& own) {
    std::string absence;
    const std::vector<Device> known = backend(own).devices(absence);
    const std::vector<Text> all = comm.gather(Text(own.uuid));
    return std::ranges::all_of(all, [&](const Text& uuid) {
        const auto found = std::ranges::find(known, uuid.chars, &Device::uuid);
        if (found == known.end()) return false;
        Device other = *found;
        other.index_in_backend = static_cast<std::size_t>(found - known.begin());
        return backend(own).reads(own, other);
    });
}

/// Elements per pivot of the panels that are in this rank's device.
std::uint64_t elements_a_pivot(const RankPlan& ranked) {
    const std::size_t cols = ranked.tile_cols().size();
    if (ranked.in_tiles()) return cols + ranked.tile_rows().size();
    if (!ranked.solve.half_shares) return cols;
    // Column panels of its own rows; those of rows above, too, if it receives these from MPI.
    const Range own = ranked.tile_rows();
    return cols + (ranked.panels_by_mpi ? own.last : own.size());
}

}  // namespace

void check_rows_memory(const Comm& node, const RankPlan& ranked, std::size_t rows,
                       std::size_t copies, std::uint64_t panel_bytes) {
    const Plan& matrix = ranked.solve.matrix;
    const bool paths = ranked.solve.engine.paths;
    const std::size_t entry = copies * size_of(matrix.dtype) + (paths ? size_of(Dtype::i32) : 0);
    check_memory(node, std::uint64_t{rows} * ranked.tile_cols().size() * entry + panel_bytes,
                 fmt::format("n = {} as {}, {} rows{}{}", matrix.n, name(matrix.dtype), rows,
                             paths ? " and their predecessors" : "",
                             panel_bytes == 0 ? "" : ", and panels"));
}

std::uint64_t panel_bytes(const Ranks& comm, const RankPlan& ranked, std::size_t pivots) {
    if (comm.size() == 1 || ranked.panels_in_devices()) return 0;
    // Ranks here that have the same columns, or in tiles the same rows, share those panels.
    std::set<std::size_t> rows, cols;
    for (const std::size_t rank : comm.node.gather(ranked.rank)) {
        rows.insert(ranked.parts.row_of(rank));
        cols.insert(ranked.parts.col_of(rank));
    }
    std::uint64_t entries = 0;  // per pivot
    for (const std::size_t col : cols) entries += ranked.parts.cols[col].size();
    for (const std::size_t row : rows) {
        if (ranked.in_tiles()) entries += ranked.parts.rows[row].size();
    }
    if (ranked.solve.half_shares) entries += ranked.solve.matrix.ld;  // columns, of all ranks
    return kPanelSlots * pivots * entries * size_of(ranked.solve.matrix.dtype) /
           static_cast<std::uint64_t>(comm.node.size());
}

void plan_rows(const Ranks& comm, RankPlan& ranked, const Graph& graph) {
    SolvePlan& plan = ranked.solve;
    const auto all = static_cast<std::size_t>(comm.size());
    ranked.parts.grid = {all, 1};
    plan.layout = Layout::by_rows;
    const std::size_t named = plan.options.rows.size();  // no others are made
    ranked.parts.rows = deal(named == 0 ? plan.matrix.ld : named, named == 0 ? kPadding : 1,
                             std::vector<double>(all, 1.0));
    ranked.parts.cols = {{0, plan.matrix.ld}};
    ranked.keep_rows();
    together(comm, [&] {
        if (ranked.wanted.keeps_rows) check_rows_memory(comm.node, ranked, ranked.own().size());
        // What a rank keeps of all rows is the ranks' business.
        const SolveOptions asked = plan.options;
        plan.options.paths = false;
        plan.options.keep_distances = named != 0;
        if (ranked.wanted.keeps_rows) {  // which come to the host
            plan.options.summary = plan.options.statistics = false;
        }
        const Refusal why = plan_by_rows(plan, graph, {plan.device});
        plan.options = asked;
        if (why) refuse(plan.matrix, *why);
    });
    finish_choices(plan);
}

bool may_stream(const RankPlan& ranked) {
    const SolveOptions& options = ranked.solve.options;
    // Streaming parts of the host's memory through that same memory gains nothing.
    const bool same_memory = ranked.solve.device.shares_host_memory && options.memory_limit == 0;
    return !ranked.in_tiles() && !ranked.wanted.checkpoints && !same_memory &&
           options.panels != PanelPlace::device && !options.symmetric.value_or(false);
}

void plan_streams(const Ranks& comm, RankPlan& ranked) {
    SolvePlan& plan = ranked.solve;
    const auto ranks = static_cast<std::size_t>(comm.size());
    together(comm, [&] {
        plan.parts = {plan_part(plan, plan.device, 0)};
        const std::size_t fewest = ranks > 1 ? kStripesAnEngine * ranks : 1;
        const Refusal why = cut_into_stripes(plan, ranks, fewest);
        if (why) refuse(plan.matrix, *why);
    });
    PartPlan& part = plan.parts.front();
    const std::size_t rows = std::ranges::min(comm.gather(part.stripes.front().size()));
    ranked.parts.rows = deal(plan.matrix.ld, rows, std::vector<double>(ranks, 1.0));
    if (plan.panels) plan.panels = PanelPlace::host;
    const std::uint64_t panels = panel_bytes(comm, ranked, rows);
    together(comm, [&] {
        plan_stripes(part, plan.matrix, rows, ranks);
        check_rows_memory(comm.node, ranked, ranked.tile_rows().size(), 1, panels);
    });
    ranked.parts.steps = part.stripes;
    plan.layout = Layout::streamed;
    plan.memory = part.memory;
    if (ranked.tile_rows().size() == 0) plan.parts.clear();
    finish_choices(plan);
}

void place_panels(const Ranks& comm, RankPlan& ranked) {
    const std::optional<PanelPlace> wanted = ranked.solve.options.panels;
    const Device& device = ranked.solve.device;
    const bool shared = comm.all(backend(device).shares_panels());
    const bool peers =
        shared && comm.node.size() == comm.size() && comm.all(reads_all(comm, device));
    const bool by_mpi = !peers && shared && comm.all(reads_cuda_memory());
    const bool in_devices = wanted != PanelPlace::host && (peers || by_mpi);
    ranked.solve.panels = in_devices ? PanelPlace::device : PanelPlace::host;
    ranked.panels_by_mpi = by_mpi;
    together(comm, [&] {
        if (in_devices || wanted != PanelPlace::device) return;
        throw Error(ErrorKind::usage,
                    fmt::format("--panels device: it takes CUDA devices of one machine that read "
                                "one another's memory, or an MPI that reads it; rank {} has {} "
                                "({})",
                                comm.rank(), device.name, device.platform));
    });
}

void count_panels(const Comm& comm, RankPlan& ranked) {
    if (!ranked.panels_in_devices()) return;
    SolvePlan& plan = ranked.solve;
    Refusal why;
    if (!plan.parts.empty()) {
        why = add_panels(plan.parts.front(),
                         plan.block * elements_a_pivot(ranked) * size_of(plan.matrix.dtype));
    }
    if (comm.all(!why)) return;
    together(comm, [&] {
        if (!plan.options.panels || !why) return;
        throw Error(ErrorKind::out_of_memory, "--panels device: it " + *why);
    });
    plan.panels = PanelPlace::host;
    if (!why && !plan.parts.empty()) plan.parts.front().memory.buffers.pop_back();
}

}  // namespace apsp::mpi
