// See apsp/page.hpp.
#include <fmt/core.h>

#include "apsp/errors.hpp"
#include "page/page_parts.hpp"
#include "statistics/statistics.hpp"

namespace apsp {

Page make_page(const Graph& graph, const std::vector<Device>& devices, const PageOptions& options) {
    const std::size_t n = graph.vertices();
    if (!options.coordinates.empty() && options.coordinates.size() != n) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} vertices have {} coordinates", n, options.coordinates.size()));
    }
    check_statistics(options.solve.semiring);
    PageRows rows(n, options.coordinates, rows_that_fit(n));
    SolveOptions asked = options.solve;
    asked.paths = asked.statistics = false;
    asked.keep_distances = false;
    asked.rows = rows.sample;
    asked.take_rows = [&](const RowBatch& batch) { rows.take(batch); };
    solve(graph, devices, asked);

    asked.rows.clear();
    asked.take_rows = {};
    asked.statistics = asked.summary = true;
    asked.statistics_options = {
        .harmonic = options.solve.statistics_options.harmonic,
        .bounds = histogram_bounds(rows.least, rows.largest, graph.integral())};
    Page page;
    page.solution = solve(graph, devices, asked);
    page.html = page_html(PageParts(graph, options, rows, page.solution));
    return page;
}

}  // namespace apsp
