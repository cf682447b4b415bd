// See apsp/page.hpp and page_maker.hpp.
#include <fmt/core.h>

#include "apsp/betweenness.hpp"
#include "apsp/errors.hpp"
#include "page/page_maker.hpp"
#include "page/page_parts.hpp"
#include "statistics/statistics.hpp"

namespace apsp {
namespace {

/// What finds the sample's rows soonest, whatever solves for all.
SolveOptions of_sample(const SolveOptions& all) {
    return {.semiring = all.semiring,
            .dtype = all.dtype,
            .negative_cycles = all.negative_cycles,
            .use_tuning = all.use_tuning,
            .keep_distances = false,
            .memory_limit = all.memory_limit,
            .stop = all.stop};
}

void find_rows(const Graph& graph, const std::vector<Device>& devices, const SolveOptions& all,
               PageRows& rows) {
    SolveOptions sample = of_sample(all);
    sample.rows = rows.sample;
    sample.take_rows = [&](const RowBatch& batch) { rows.take(batch); };
    solve(graph, devices, sample);
}

const std::vector<Coordinates>& checked(const PageOptions& options, std::size_t n) {
    check_statistics(options.solve.semiring);
    const std::vector<Coordinates>& all = options.coordinates;
    if (all.empty() || all.size() == n) return all;
    throw Error(ErrorKind::usage, fmt::format("{} vertices have {} coordinates", n, all.size()));
}

}  // namespace

PageMaker::PageMaker(const Graph& graph, const std::vector<Device>& devices,
                     const PageOptions& options)
    : graph_(graph),
      options_(options),
      rows_(graph.vertices(), checked(options, graph.vertices()), rows_that_fit(graph.vertices())) {
    if (options.betweenness) {  // first, since it is refused for some graphs
        loads_ = betweenness(graph).vertices;
        for (double& load : loads_) load /= pairs_past_vertex(graph.vertices());
    }
    find_rows(graph, devices, options.solve, rows_);
}

void PageMaker::ask(SolveOptions& solve) const {
    solve.statistics = solve.summary = true;
    std::vector<double>& bounds = solve.statistics_options.bounds;
    if (bounds.empty()) bounds = histogram_bounds(rows_.least, rows_.largest, graph_.integral());
}

std::string PageMaker::html(const Solution& solution) const {
    return page_html(PageParts(graph_, options_, rows_, loads_, solution));
}

std::vector<double> histogram_bounds(const Graph& graph, const std::vector<Device>& devices,
                                     const SolveOptions& options) {
    check_statistics(options.semiring);
    PageRows rows(graph.vertices(), {}, 0);
    find_rows(graph, devices, options, rows);
    return histogram_bounds(rows.least, rows.largest, graph.integral());
}

Page make_page(const Graph& graph, const std::vector<Device>& devices, const PageOptions& options) {
    const PageMaker maker(graph, devices, options);
    SolveOptions asked = options.solve;
    asked.paths = false;
    asked.keep_distances = false;
    asked.rows.clear();
    asked.take_rows = {};
    asked.statistics_options = {.harmonic = options.solve.statistics_options.harmonic};
    maker.ask(asked);
    Page page;
    page.solution = solve(graph, devices, asked);
    page.html = maker.html(page.solution);
    return page;
}

}  // namespace apsp
