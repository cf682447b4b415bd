// See rank_plan.hpp.
#include "mpi/rank_plan.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "backends/backend.hpp"
#include "base/files.hpp"
#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "cli/progress.hpp"
#include "graph/padding.hpp"
#include "mpi/failure.hpp"
#include "mpi/rank_layouts.hpp"
#include "solve/plan_parts.hpp"
#include "solve/share_rates.hpp"

namespace apsp::mpi {
namespace {

/// What must be the same on all ranks, and what their shares depend on.
struct Traits {
    std::size_t n;
    std::size_t arcs;
    double min_weight;
    double max_weight;
    Dtype dtype;
    std::size_t block;
    std::uint64_t device;  ///< Equal for ranks that should be equally fast.
};

void check_same(const Traits& here, const Traits& first) {
    if (here.n == first.n && here.arcs == first.arcs && here.min_weight == first.min_weight &&
        here.max_weight == first.max_weight && here.dtype == first.dtype) {
        return;
    }
    throw Error(
        ErrorKind::bad_input,
        fmt::format("the graph differs from rank 0's: {} vertices and {} arcs, not {} and {}; "
                    "every rank must see the same files",
                    here.n, here.arcs, first.n, first.arcs));
}

/// Deals the matrix over all ranks, which may be equally fast.
void deal_parts(const Comm& comm, RankPlan& ranked, const Device& device,
                const std::optional<Grid>& grid, bool equal) {
    const auto all = static_cast<std::size_t>(comm.size());
    const SolvePlan& plan = ranked.solve;
    Distribution& parts = ranked.parts;
    parts.grid = grid.value_or(equal ? best_grid(all) : Grid{all, 1});
    if (ranked.in_tiles() && !deal_grid(parts, plan.matrix.ld, plan.block)) {
        together(comm, [&] {
            if (!grid) return;
            throw Error(ErrorKind::usage,
                        fmt::format("--grid {}x{}: n = {} has too few blocks of {}; take fewer "
                                    "ranks or a smaller --block",
                                    grid->rows, grid->cols, plan.matrix.n, plan.block));
        });
        parts.grid = {all, 1};
    }
    if (!ranked.in_tiles()) {
        double rate = 1;
        // At the same time, as ranks may share a device or processors.
        if (!equal) together(comm, [&] { rate = measure_rate(plan, device); });
        parts.rows = deal(plan.matrix.ld, plan.block, comm.gather(rate));
        parts.cols = {{0, plan.matrix.ld}};
    }
}

/// The tile of a rank among others that have other columns: to its engine, a matrix of these.
PartPlan plan_tile(const RankPlan& ranked, const Device& device) {
    SolvePlan tile = ranked.solve;
    tile.matrix.ld = ranked.tile_cols().size();
    tile.engine.n = tile.matrix.ld;
    return plan_share(tile, device, ranked.tile_rows(), tile.block, true, true);
}

/// Whether this rank's device can read those of all ranks, which are of one machine.
bool reads_all(const Comm& comm, const Device& own) {
    std::string absence;
    const std::vector<Device> known = backend(own.backend).devices(absence);
    const std::vector<Text> all = comm.gather(Text(own.uuid));
    return std::ranges::all_of(all, [&](const Text& uuid) {
        const auto found = std::ranges::find(known, uuid.chars, &Device::uuid);
        if (found == known.end()) return false;
        Device other = *found;
        other.index_in_backend = static_cast<std::size_t>(found - known.begin());
        return backend(own.backend).reads(own, other);
    });
}

/// Where panels can be, the same for all ranks, counted among what the device holds.
/// @throws Ended where they cannot be where they are wanted
void place_panels(const Comm& comm, const Comm& node, RankPlan& ranked, const Device& device,
                  std::optional<PanelPlace> wanted) {
    const auto all = [&](bool here) { return std::ranges::min(comm.gather(here ? 1 : 0)) != 0; };
    const bool cuda = all(device.backend == "cuda");
    const bool peers = cuda && node.size() == comm.size() && all(reads_all(comm, device));
    const bool by_mpi = !peers && cuda && all(reads_cuda_memory());
    if (wanted == PanelPlace::host || !(peers || by_mpi)) {
        together(comm, [&] {
            if (wanted != PanelPlace::device) return;
            throw Error(ErrorKind::usage,
                        fmt::format("--panels device: it takes CUDA devices of one machine that "
                                    "read one another's memory, or an MPI that reads it; rank {} "
                                    "has {} ({})",
                                    comm.rank(), device.name, device.platform));
        });
        return;
    }
    std::string why;
    if (!ranked.solve.parts.empty()) {
        const std::uint64_t entries =
            ranked.tile_cols().size() + (ranked.in_tiles() ? ranked.tile_rows().size() : 0);
        why = add_panels(ranked.solve.parts.front(),
                         ranked.solve.block * entries * size_of(ranked.solve.matrix.dtype));
    }
    if (all(why.empty())) {
        ranked.panels = PanelPlace::device;
        ranked.panels_by_mpi = by_mpi;
        return;
    }
    together(comm, [&] {
        if (!wanted || why.empty()) return;
        throw Error(ErrorKind::out_of_memory, "--panels device: it " + why);
    });
    if (why.empty() && !ranked.solve.parts.empty()) {
        ranked.solve.parts.front().memory.buffers.pop_back();
    }
}

/// The algorithm, where it is left to choose.
void choose_together(const Comm& comm, SolvePlan& plan, const Graph& graph, const Device& device,
                     const SolveOptions& options, const RankOptions& wanted) {
    const bool of_a_matrix = wanted.grid || options.panels || wanted.checkpoints;
    together(comm, [&] {
        plan = plan_choices(graph, device, options);
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

RankPlan plan_rank(const Comm& comm, const Comm& node, const Graph& graph, const Device& device,
                   const SolveOptions& options, const RankOptions& wanted, int threads) {
    RankPlan ranked;
    SolvePlan& plan = ranked.solve;
    choose_together(comm, plan, graph, device, options, wanted);
    const bool dense = is_dense(plan.engine.algorithm);
    Traits traits{};
    together(comm, [&] {
        traits = {plan.matrix.n,
                  graph.arcs(),
                  graph.min_weight(),
                  graph.max_weight(),
                  plan.matrix.dtype,
                  dense ? share_block(plan, device, "several machines") : 0,
                  fnv1a(fmt::format("{} {}, {} ranks, {} threads", device.backend, device.name,
                                    node.size(), threads))};
    });
    const std::vector<Traits> ranks = comm.gather(traits);
    together(comm, [&] { check_same(traits, ranks.front()); });
    ranked.rank = static_cast<std::size_t>(comm.rank());
    if (!dense) {
        plan_rows(comm, node, ranked, graph, device, wanted.keeps_rows);
        return ranked;
    }
    plan.block = std::ranges::max(ranks, {}, &Traits::block).block;
    plan.layout = Layout::shares;
    const bool equal = std::ranges::all_of(
        ranks, [&](const Traits& rank) { return rank.device == ranks.front().device; });
    deal_parts(comm, ranked, device, wanted.grid, equal);

    std::size_t stripe_rows = 0;
    std::string why;
    together(comm, [&] {
        const Range rows = ranked.tile_rows();
        if (rows.size() == 0) return;
        const bool tiles = ranked.in_tiles();
        const bool on_host = backend(device.backend).in_place(device, plan.engine);
        // A device works on tiles beside the whole rows, but in whole rows themselves.
        const std::size_t copies = tiles ? (on_host ? 1 : 0) + (wanted.keeps_rows ? 1 : 0)
                                         : (on_host || wanted.keeps_rows ? 1 : 0);
        check_rows_memory(node, plan, rows.size(), ranked.tile_cols().size(),
                          copies * size_of(plan.matrix.dtype));
        plan.parts = {tiles ? plan_tile(ranked, device)
                            : plan_share(plan, device, rows, plan.block, comm.size() > 1)};
        why = why_too_large(plan.parts.front(), " for its share");
        if (!why.empty() && !may_stream(ranked, device, wanted)) refuse(plan.matrix, why);
        stripe_rows = plan.parts.front().engine.stripe_rows;
    });
    if (std::ranges::max(comm.gather(why.empty() ? 0 : 1)) != 0) {
        plan_streams(comm, node, ranked, device);
        return ranked;
    }
    if (comm.size() > 1) place_panels(comm, node, ranked, device, plan.options.panels);
    if (!plan.parts.empty()) plan.memory = plan.parts.front().memory;
    finish_choices(plan);
    ranked.parts.cut_steps(comm.gather(stripe_rows), plan.block);
    return ranked;
}

std::vector<std::size_t> RankPlan::row_bounds(std::size_t bytes) const {
    std::vector<std::size_t> bounds = {0};
    for (const Range slice : parts.slices()) {
        bounds.push_back(without_padding(slice, solve.matrix.n).last * bytes);
    }
    return bounds;
}

Range RankPlan::own() const {
    return without_padding(parts.slices()[rank], solve.matrix.n);
}

void warn(const RankPlan& plan) {
    for (const std::string& warning : plan.solve.choices.warnings) {
        cli::note("apsp-ocl-mpi", "warning", warning);
    }
    const auto& shares = plan.parts.rows;
    const auto idle = std::ranges::count(shares, std::size_t{0}, &Range::size);
    if (idle == 0) return;
    cli::note("apsp-ocl-mpi", "warning",
              fmt::format("{} of {} ranks are left out: their share of the rows would be less than "
                          "a block of {}",
                          idle, shares.size(), plan.solve.block));
}

}  // namespace apsp::mpi
