// See rank_plan.hpp.
#include "mpi/rank_plan.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "backends/backend.hpp"
#include "base/files.hpp"
#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "cli/message.hpp"
#include "cli/progress.hpp"
#include "graph/padding.hpp"
#include "mpi/failure.hpp"
#include "mpi/rank_layouts.hpp"
#include "negative/restoration.hpp"
#include "solve/plan_parts.hpp"

namespace apsp::mpi {
namespace {

/// What must be the same on all ranks, and what their shares depend on.
struct Traits {
    Dtype dtype;
    std::size_t block;
    std::uint64_t device;  ///< Equal for ranks that should be equally fast.
    bool gpu, symmetric;
};

void check_same(Dtype here, Dtype first) {
    if (here == first) return;
    throw Error(ErrorKind::usage, fmt::format("distances are {}, but {} on rank 0; every rank "
                                              "needs the same options",
                                              name(here), name(first)));
}

/// The grid of ranks, which may be equally fast; with its parts, where it has several columns.
void choose_grid(const Comm& comm, RankPlan& ranked, bool equal) {
    const std::optional<Grid>& grid = ranked.wanted.grid;
    const auto all = static_cast<std::size_t>(comm.size());
    const SolvePlan& plan = ranked.solve;
    const bool half = plan.options.symmetric.value_or(false);  // only by rows
    ranked.parts.grid = grid.value_or(equal && !half ? best_grid(all) : Grid{all, 1});
    if (!ranked.in_tiles() || deal_grid(ranked.parts, plan.matrix.ld, plan.block)) return;
    together(comm, [&] {
        if (!grid) return;
        throw Error(ErrorKind::usage,
                    fmt::format("--grid {}x{}: n = {} has too few blocks of {}; take fewer ranks "
                                "or a smaller --block",
                                grid->rows, grid->cols, plan.matrix.n, plan.block));
    });
    ranked.parts.grid = {all, 1};
}

/// Every rank's relative speed.
std::vector<double> rates(const Comm& comm, const SolvePlan& plan, bool equal) {
    double rate = 1;
    // At the same time, as ranks may share a device or processors.
    if (!equal) together(comm, [&] { rate = measure_rate(plan, plan.device); });
    return comm.gather(rate);
}

/// The tile of a rank among others that have other columns: to its engine, a matrix of these.
PartPlan plan_tile(const RankPlan& ranked) {
    SolvePlan tile = ranked.solve;
    tile.matrix.ld = ranked.tile_cols().size();
    tile.engine.n = tile.matrix.ld;
    return plan_share(tile, tile.device, ranked.tile_rows(), true, true);
}

/// The algorithm, where it is left to choose.
void choose_together(const Comm& comm, RankPlan& ranked, const Graph& graph, const Labels& labels,
                     const Device& device, const SolveOptions& options) {
    SolvePlan& plan = ranked.solve;
    const RankOptions& wanted = ranked.wanted;
    const bool of_a_matrix = wanted.grid || options.panels || wanted.checkpoints;
    together(comm, [&] {
        plan = cli::in_names_of(labels, [&] { return plan_choices(graph, device, options); });
        check_dtype(plan.matrix.dtype, device);
        if (options.algorithm == Algorithm::automatic && !of_a_matrix) {
            const auto ranks = static_cast<std::size_t>(comm.size());
            choose_algorithm(plan, graph, std::vector(ranks, device));
        }
        if (of_a_matrix && !is_dense(plan.engine.algorithm)) {
            throw Error(ErrorKind::usage, fmt::format("{} has no grid, panels or checkpoints",
                                                      name(plan.engine.algorithm)));
        }
    });
    const auto all = comm.gather(plan.engine.algorithm);
    if (std::ranges::adjacent_find(all, std::ranges::not_equal_to()) == all.end()) return;
    together(comm, [&] { plan = plan_choices(graph, device, options); });
}

/// The pivots per step that suit the device. @throws Error usage where kleene's options do not
std::size_t own_block(const RankPlan& ranked) {
    const SolvePlan& plan = ranked.solve;
    const std::optional<Grid>& grid = ranked.wanted.grid;
    if (ranked.wanted.checkpoints) return share_block(plan, plan.device, "checkpoints");
    if (grid && grid->cols > 1) return share_block(plan, plan.device, "grids of several columns");
    return share_block(plan, plan.device, "several machines", true);
}

/// Plans this rank's part. `mean_rows` are those of a rank of its machine, and `panels` bytes as
/// panel_bytes. @throws Error out_of_memory for the machine's
Refusal plan_own(const Ranks& comm, RankPlan& ranked, std::size_t mean_rows, std::uint64_t panels) {
    SolvePlan& plan = ranked.solve;
    const Range rows = ranked.tile_rows();
    plan.parts.clear();
    if (rows.size() == 0) return std::nullopt;
    const bool tiles = ranked.in_tiles();
    const bool on_host = backend(plan.device).in_place(plan.device, plan.engine);
    // A device works on tiles beside the whole rows, but in whole rows themselves.
    const std::size_t copies = tiles ? (on_host ? 1 : 0) + (ranked.wanted.keeps_rows ? 1 : 0)
                                     : (on_host || ranked.wanted.keeps_rows ? 1 : 0);
    check_rows_memory(comm.node, ranked, mean_rows, copies, panels);
    if (!tiles) return deal_shares(plan, {plan.device}, {rows}, comm.size() > 1, " for its share");
    plan.parts = {plan_tile(ranked)};
    return why_too_large(plan.parts.front(), " for its share");
}

/// Deals rows, for half the work where that is possible, pays and fits, and plans this rank's part.
/// Returns why that is too large, where a rank may stream it.
Refusal plan_parts(const Ranks& comm, RankPlan& ranked, const std::vector<double>& rates,
                   bool half) {
    SolvePlan& plan = ranked.solve;
    const bool insists = plan.options.symmetric.value_or(false);
    for (plan.half_shares = half;; plan.half_shares = false) {
        if (!ranked.in_tiles()) {
            ranked.parts.rows =
                (plan.half_shares ? deal_triangle : deal)(plan.matrix.ld, plan.block, rates);
            ranked.parts.cols = {{0, plan.matrix.ld}};
        }
        const std::size_t mean =
            comm.node.sum(ranked.tile_rows().size()) / static_cast<std::size_t>(comm.node.size());
        Refusal why;
        const std::uint64_t panels = panel_bytes(comm, ranked, plan.block);
        const auto plan_it = [&] { why = plan_own(comm, ranked, mean, panels); };
        if (plan.half_shares && !insists) {
            try {
                plan_it();
            } catch (const std::exception& error) {
                why = error.what();
            }
            if (comm.all(!why)) return std::nullopt;
            continue;
        }
        together(comm, [&] {
            plan_it();
            if (why && !may_stream(ranked)) refuse(plan.matrix, *why);
        });
        return why;
    }
}

}  // namespace

Grid parse_grid(const std::string& text, std::size_t ranks) {
    const std::string_view words = text;
    const std::size_t x = std::min(text.find('x'), text.size() - 1);
    std::size_t rows = 0, cols = 0;
    if (!parse_whole(words.substr(0, x), rows) || !parse_whole(words.substr(x + 1), cols) ||
        rows == 0 || cols == 0) {
        throw Error(ErrorKind::usage,
                    fmt::format("--grid {}: expected rows and columns of ranks, as in 4x2", text));
    }
    if (rows > ranks || cols > ranks || rows * cols != ranks) {
        throw Error(
            ErrorKind::usage,
            fmt::format("--grid {}: the product must be the number of ranks, {}", text, ranks));
    }
    return {rows, cols};
}

RankPlan plan_rank(const Ranks& comm, const Graph& graph, const Labels& labels,
                   const Device& device, const SolveOptions& options, const RankOptions& wanted) {
    RankPlan ranked;
    ranked.wanted = wanted;
    SolvePlan& plan = ranked.solve;
    choose_together(comm, ranked, graph, labels, device, options);
    const bool dense = is_dense(plan.engine.algorithm);
    Traits traits{};
    together(comm, [&] {
        traits = {plan.matrix.dtype, dense ? own_block(ranked) : 0,
                  fnv1a(fmt::format("{} {}, {} ranks, {} threads", device.backend, device.name,
                                    comm.node.size(), comm.threads)),
                  device.kind == DeviceKind::gpu, plan.engine.symmetric};
    });
    const std::vector<Traits> ranks = comm.gather(traits);
    together(comm, [&] { check_same(traits.dtype, ranks.front().dtype); });
    ranked.rank = static_cast<std::size_t>(comm.rank());
    if (!dense) {
        plan_rows(comm, ranked, graph);
        return ranked;
    }
    plan.block = std::ranges::max(ranks, {}, &Traits::block).block;
    plan.layout = Layout::shares;
    plan.reduces = !wanted.keeps_rows && reduces_on_devices(plan, Restoration::restores(graph));
    const bool equal = std::ranges::all_of(
        ranks, [&](const Traits& rank) { return rank.device == ranks.front().device; });
    choose_grid(comm, ranked, equal);
    if (comm.size() > 1) place_panels(comm, ranked);
    const bool gpus = std::ranges::find(ranks, true, &Traits::gpu) != ranks.end();
    const bool half = std::ranges::find(ranks, false, &Traits::symmetric) == ranks.end() &&
                      !ranked.in_tiles() && !wanted.checkpoints &&
                      half_pays(plan, gpus, ranked.panels_in_devices());
    plan.engine.symmetric = false;
    const std::vector<double> speeds =
        ranked.in_tiles() ? std::vector<double>() : rates(comm, plan, equal);
    const Refusal why = plan_parts(comm, ranked, speeds, half);
    if (!comm.all(!why)) {
        plan_streams(comm, ranked);
        ranked.keep_rows();
        return ranked;
    }
    count_panels(comm, ranked);
    if (!plan.parts.empty()) plan.memory = plan.parts.front().memory;
    plan.engine.symmetric = plan.half_shares;
    finish_choices(plan);
    plan.choices.tile = std::ranges::max(comm.gather(plan.choices.tile));  // some have no rows
    const std::size_t stripe_rows = plan.parts.empty() ? 0 : plan.parts.front().engine.stripe_rows;
    ranked.parts.cut_steps(comm.gather(stripe_rows), plan.block);
    ranked.keep_rows();
    return ranked;
}

std::vector<std::size_t> RankPlan::row_bounds() const {
    std::vector<std::size_t> bounds = {0};
    for (const Range slice : parts.slices()) {
        bounds.push_back(without_padding(slice, solve.matrix.n).last);
    }
    return bounds;
}

Range RankPlan::own() const {
    const std::size_t all = by_rows() ? result_rows(solve.options, solve.matrix.n) : solve.matrix.n;
    return without_padding(parts.slices()[rank], all);
}

void RankPlan::keep_rows() {
    const Range own = this->own();
    const std::vector<std::size_t>& named = solve.options.rows;
    solve.rows.clear();
    for (std::size_t k = 0; k < named.size(); ++k) {
        const std::size_t dealt = by_rows() ? k : named[k];
        if (dealt < own.first || dealt >= own.last) continue;
        solve.rows.push_back(named[k]);
        places.push_back(k);
    }
}

void warn(const RankPlan& plan) {
    for (const std::string& warning : plan.solve.choices.warnings) {
        cli::note("apsp-ocl-mpi", "warning", warning);
    }
    const auto& shares = plan.parts.rows;
    const auto idle = std::ranges::count(shares, std::size_t{0}, &Range::size);
    if (idle == 0) return;
    const std::string why =
        plan.by_rows() ? "there are too few rows"
                       : fmt::format("their share of the rows would be less than a block of {}",
                                     plan.solve.block);
    cli::note("apsp-ocl-mpi", "warning",
              fmt::format("{} of {} ranks are left out: {}", idle, shares.size(), why));
}

}  // namespace apsp::mpi
