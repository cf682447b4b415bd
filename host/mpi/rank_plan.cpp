// See rank_solve.hpp.
#include "mpi/rank_solve.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "algorithms/shares.hpp"
#include "core/files.hpp"
#include "core/padding.hpp"
#include "core/stopwatch.hpp"
#include "mpi/failure.hpp"
#include "mpi/mpi_panels.hpp"
#include "parts/plan_parts.hpp"
#include "parts/share_rates.hpp"
#include "parts/share_worker.hpp"

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
    throw Error(ErrorKind::bad_input,
                fmt::format("another graph than rank 0's: {} vertices and {} arcs, not {} and {}; "
                            "every rank must see the same files",
                            here.n, here.arcs, first.n, first.arcs));
}

std::vector<double> rates_of(const Comm& comm, const std::vector<Traits>& ranks,
                             const SolvePlan& plan, const Device& device,
                             const SolveOptions& options) {
    const bool equal = std::ranges::all_of(
        ranks, [&](const Traits& rank) { return rank.device == ranks.front().device; });
    double rate = 1;
    // At the same time, as ranks may share a device or processors.
    if (!equal) together(comm, [&] { rate = measure_rate(plan, device, options); });
    return comm.gather(rate);
}

/// The rank of those with rows that has the rows of each step.
std::vector<int> roots_of(const std::vector<Range>& steps, std::vector<Range> rows) {
    std::erase_if(rows, [](const Range& part) { return part.size() == 0; });
    std::vector<int> roots;
    for (const Range step : steps) {
        const auto root =
            std::ranges::find_if(rows, [&](const Range& part) { return step.first < part.last; });
        roots.push_back(static_cast<int>(root - rows.begin()));
    }
    return roots;
}

/// Computes in a thread of its own while this one carries panels. @throws what it throws
void compute(ShareWorker& worker, const std::vector<Range>& steps, MpiPanels* panels, int threads,
             const std::function<void(double)>& progress) {
    std::exception_ptr error;
    std::jthread computing([&] {
        omp_set_num_threads(threads);  // a thread begins with the environment's number
        try {
            worker.compute(steps, panels, progress);
        } catch (...) {
            error = std::current_exception();
            if (panels != nullptr) panels->stop();
        }
    });
    if (panels != nullptr) panels->carry();
    computing.join();
    if (error) std::rethrow_exception(error);
}

}  // namespace

RankPlan plan_rank(const Comm& comm, const Node& node, const Graph& graph, const Device& device,
                   const SolveOptions& options, int threads) {
    RankPlan ranked;
    SolvePlan& plan = ranked.solve;
    Traits traits{};
    together(comm, [&] {
        plan = plan_solve(graph, device, options);
        check_dtype(plan.matrix.dtype, device);
        traits = {plan.matrix.n,
                  graph.arcs(),
                  graph.min_weight(),
                  graph.max_weight(),
                  plan.matrix.dtype,
                  share_block(plan, device, options, "several machines"),
                  fnv1a(fmt::format("{} {}, {} ranks, {} threads", device.backend, device.name,
                                    node.ranks, threads))};
    });
    const std::vector<Traits> ranks = comm.gather(traits);
    together(comm, [&] { check_same(traits, ranks.front()); });
    plan.block = std::ranges::max(ranks, {}, &Traits::block).block;
    plan.layout = Layout::shares;
    ranked.rows =
        deal_rows(plan.matrix.ld, plan.block, rates_of(comm, ranks, plan, device, options));

    const Range own = ranked.rows[static_cast<std::size_t>(comm.rank())];
    ranked.own = without_padding(own, plan.matrix.n);
    std::size_t stripe_rows = 0;
    together(comm, [&] {
        if (own.size() == 0) return;
        check_memory(node, std::uint64_t{own.size()} * plan.matrix.ld * size_of(plan.matrix.dtype),
                     fmt::format("n = {} as {}, {} rows", plan.matrix.n, name(plan.matrix.dtype),
                                 own.size()));
        plan.parts = {plan_share(plan, device, options, own, plan.block, comm.size() > 1)};
        stripe_rows = plan.parts.front().engine.stripe_rows;
    });
    const std::vector<std::size_t> heights = comm.gather(stripe_rows);
    for (std::size_t rank = 0; rank < heights.size(); ++rank) {
        for (std::size_t first = ranked.rows[rank].first; first < ranked.rows[rank].last;
             first += heights[rank]) {
            ranked.stripes.push_back(
                {first, std::min(first + heights[rank], ranked.rows[rank].last)});
        }
    }
    return ranked;
}

RankSeconds close_rank(const Comm& comm, const RankPlan& plan, RowSource source, Matrix& matrix,
                       const RowSink& sink, int threads,
                       const std::function<void(double)>& progress) {
    RankSeconds seconds;
    const std::vector<Range> steps = panel_steps(plan.stripes, plan.solve.block);
    const bool has_rows = !plan.solve.parts.empty();
    MPI_Comm with_rows = comm.split(has_rows);
    const bool several = has_rows && Comm(with_rows).size() > 1;

    std::optional<ShareWorker> worker;
    std::optional<MpiPanels> panels;
    Stopwatch watch;
    together(comm, [&] {
        if (!has_rows) return;
        worker.emplace(plan.solve.parts.front(), matrix, plan.solve.block);
        worker->open(several, source);
        if (!several) return;
        panels.emplace(with_rows, steps, roots_of(steps, plan.rows), matrix.row_bytes(),
                       plan.solve.parts.front().device.kind == DeviceKind::gpu && threads > 1);
    });
    source = nullptr;
    seconds.open = watch.lap();
    try {
        if (worker) compute(*worker, steps, panels ? &*panels : nullptr, threads, progress);
    } catch (...) {
        abort_job(comm, std::current_exception());  // others wait for its panels
    }
    comm.meet();
    seconds.compute = watch.lap();
    together(comm, [&] {
        if (worker) worker->give(sink);
    });
    seconds.download = watch.lap();
    if (worker) {
        seconds.own_compute = worker->share().compute;
        seconds.waiting = worker->share().waiting;
    }
    if (panels) seconds.sending = panels->sending_seconds();
    panels.reset();
    if (has_rows) MPI_Comm_free(&with_rows);
    return seconds;
}

}  // namespace apsp::mpi
