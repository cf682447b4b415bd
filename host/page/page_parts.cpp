// See page_parts.hpp.
#include "page/page_parts.hpp"

#include <span>

#include "page/html.hpp"

namespace apsp {

Bins bins_of(const Statistics& statistics) {
    const std::vector<double>& bounds = statistics.options.bounds;
    if (statistics.histogram.empty()) return {};  // weights of vertices were counted instead
    const auto counts = std::span(statistics.histogram).first(bounds.size());
    Bins bins;
    bins.beyond = statistics.histogram.back();
    std::size_t first = 0, last = counts.size();
    while (first < last && counts[first] == 0) ++first;
    while (first < last && counts[last - 1] == 0) --last;
    if (first == last) return bins;
    const double step = bounds.size() > 1 ? bounds[1] - bounds[0] : 1;
    bins.edges.push_back(first == 0 ? bounds[0] - step : bounds[first - 1]);
    for (std::size_t b = first; b < last; ++b) {
        bins.edges.push_back(bounds[b]);
        bins.pairs.push_back(counts[b]);
    }
    return bins;
}

PageParts::PageParts(const Graph& of, const PageOptions& asked, const PageRows& some,
                     const std::vector<double>& loads, const Solution& solved)
    : graph(of),
      options(asked),
      rows(some),
      solution(solved),
      statistics(*solved.statistics),
      bins(bins_of(statistics)) {
    const auto add = [&](const char* name, bool distance, double VertexStatistics::*value) {
        Measure& measure = measures.emplace_back(Measure{name, distance});
        for (const VertexStatistics& v : statistics.vertices) measure.values.push_back(v.*value);
    };
    add("closeness", false, &VertexStatistics::closeness);
    add("eccentricity", true, &VertexStatistics::eccentricity);
    if (statistics.options.harmonic) add("harmonic", false, &VertexStatistics::harmonic);
    if (!options.betweenness) return;
    measures.push_back({.name = "betweenness", .skewed = true, .values = loads});
}

std::string PageParts::distance(double value) const {
    return page_number(value) + (options.unit.empty() ? "" : " " + options.unit);
}

std::string PageParts::number(const Measure& measure, double value) const {
    return measure.distance ? distance(value) : page_number(value);
}

}  // namespace apsp
