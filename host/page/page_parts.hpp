// What a page is made of, and its parts.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apsp/page.hpp"
#include "page/page_rows.hpp"

namespace apsp {

/// Something that each vertex has a value of.
struct Measure {
    std::string name;
    bool distance = false;  ///< In the unit of distances.
    bool skewed = false;    ///< Few values are large: colours show square roots.
    std::vector<double> values = {};
};

/// The bins of a histogram, without empty ones at the ends.
struct Bins {
    std::vector<double> edges;  ///< Of each bin and of the last; none where there are no pairs.
    std::vector<std::uint64_t> pairs;
    std::uint64_t beyond = 0;  ///< Pairs farther than all bounds.
};
Bins bins_of(const Statistics& statistics);

struct PageParts {
    /// `loads` has each vertex's betweenness, if the options ask for it.
    PageParts(const Graph& graph, const PageOptions& options, const PageRows& rows,
              const std::vector<double>& loads, const Solution& solution);

    const Graph& graph;
    const PageOptions& options;
    const PageRows& rows;
    const Solution& solution;
    const Statistics& statistics;
    std::vector<Measure> measures;  ///< Closeness, eccentricity, and what else was asked for.
    Bins bins;

    std::string name(std::size_t vertex) const { return options.labels.name(vertex); }
    /// "12.5 km"
    std::string distance(double value) const;
    std::string number(const Measure& measure, double value) const;
};

/// How many rows a page of so many vertices has room for.
std::size_t rows_that_fit(std::size_t n);

/// What its pictures are drawn from.
nlohmann::json page_json(const PageParts& parts);
/// The map's part of it; null without coordinates.
nlohmann::json map_json(const PageParts& parts);

/// Numbers in equal steps from `lo` to `hi`, in bytes or in pairs of bytes; the largest such number
/// stands for infinity.
template <class T>
nlohmann::json in_steps(const std::vector<double>& values);

/// The whole file.
std::string page_html(const PageParts& parts);

}  // namespace apsp
