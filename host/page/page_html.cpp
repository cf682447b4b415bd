// The page's text and tables, which need no script.
#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "apsp/version.hpp"
#include "page/html.hpp"
#include "page/page_files.hpp"
#include "page/page_parts.hpp"

namespace apsp {
namespace {

using TableRows = std::vector<std::vector<std::string>>;

std::string share(double part, double whole) {
    return fmt::format("{:.3g} %", whole == 0 ? 0 : 100 * part / whole);
}

/// The names of some vertices, of which the first ten are shown.
std::string some_names(const PageParts& parts, const std::vector<std::size_t>& vertices) {
    constexpr std::size_t kTen = 10;
    std::string names;
    for (std::size_t k = 0; k < std::min(kTen, vertices.size()); ++k) {
        names += (k == 0 ? "" : ", ") + parts.name(vertices[k]);
    }
    if (vertices.size() > kTen) names += fmt::format(" and {} more", vertices.size() - kTen);
    return names;
}

/// Vertex at the largest distance from another.
std::size_t most_eccentric(const Statistics& s) {
    const auto found = std::ranges::max_element(s.vertices, {}, &VertexStatistics::eccentricity);
    return static_cast<std::size_t>(found - s.vertices.begin());
}

/// What is most worth knowing, in sentences.
std::string lead(const PageParts& parts) {
    const Statistics& s = parts.statistics;
    if (!s.mean_distance) return "No vertex reaches another.";
    std::string text = fmt::format("The largest distance is {}, from {}.",
                                   parts.distance(s.diameter), parts.name(most_eccentric(s)));
    if (s.radius) {
        text += fmt::format(" From the centre, {}, every vertex is at most {} away.",
                            some_names(parts, s.centre), parts.distance(*s.radius));
    } else {
        text += " No vertex reaches every other, so there is no centre.";
    }
    return text +
           fmt::format(" Two vertices are {} apart on average.", parts.distance(*s.mean_distance));
}

std::string answer(const PageParts& parts) {
    const Statistics& s = parts.statistics;
    const auto n = static_cast<double>(parts.graph.vertices());
    const auto reached = static_cast<double>(s.reachable_pairs);
    TableRows rows{{"Vertices", page_number(n)},
                   {"Arcs", page_number(static_cast<double>(parts.graph.arcs()))},
                   {"Diameter, the largest distance", parts.distance(s.diameter)},
                   {"Radius, the largest distance from the centre",
                    s.radius ? parts.distance(*s.radius) : "-"},
                   {"Centre", s.radius ? some_names(parts, s.centre) : "-"},
                   {"Mean distance", s.mean_distance ? parts.distance(*s.mean_distance) : "-"},
                   {"Pairs with a path",
                    fmt::format("{} ({})", page_number(reached), share(reached, n * (n - 1)))},
                   {"Strongly connected components",
                    fmt::format("{}, the largest of {} vertices",
                                page_number(static_cast<double>(s.components)),
                                page_number(static_cast<double>(s.largest_component)))}};
    if (s.efficiency) rows.push_back({"Global efficiency", page_number(*s.efficiency)});
    return html_table("The whole graph", {"Figure", "Value"}, rows, 2);
}

std::string histogram_table(const PageParts& parts) {
    TableRows rows;
    const auto all = static_cast<double>(parts.statistics.reachable_pairs);
    const auto add = [&](const std::string& where, std::uint64_t pairs) {
        const auto number = static_cast<double>(pairs);
        rows.push_back({where, page_number(number), share(number, all)});
    };
    for (std::size_t b = 0; b < parts.bins.pairs.size(); ++b) {
        add("up to " + parts.distance(parts.bins.edges[b + 1]), parts.bins.pairs[b]);
    }
    if (parts.bins.beyond != 0) {
        add("farther, and not in the picture", parts.bins.beyond);
    }
    return html_table("Pairs of vertices by their distance", {"Distance", "Pairs", "Share"}, rows);
}

std::string quartiles(const PageParts& parts) {
    TableRows rows;
    for (const Measure& measure : parts.measures) {
        std::vector<double> sorted = measure.values;
        std::ranges::sort(sorted);
        std::vector<std::string>& row = rows.emplace_back(1, measure.name);
        for (std::size_t quarter = 0; quarter <= 4; ++quarter) {
            row.push_back(parts.number(measure, sorted[quarter * (sorted.size() - 1) / 4]));
        }
    }
    return html_table("Quartiles over the vertices",
                      {"Measure", "Least", "First quartile", "Median", "Third quartile", "Most"},
                      rows);
}

/// The ten vertices of the largest closeness, or of the smallest.
std::string ten(const PageParts& parts, bool best) {
    const std::vector<VertexStatistics>& of = parts.statistics.vertices;
    std::vector<std::size_t> order(of.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t shown = std::min<std::size_t>(10, order.size());
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(shown),
                              [&](std::size_t a, std::size_t b) {
                                  const double x = of[a].closeness, y = of[b].closeness;
                                  return x != y ? (x > y) == best : a < b;
                              });
    order.resize(shown);
    std::vector<std::string> header{"Vertex"};
    for (const Measure& measure : parts.measures) header.push_back(measure.name);
    header.emplace_back("reaches");
    TableRows rows;
    for (const std::size_t v : order) {
        std::vector<std::string>& row = rows.emplace_back(1, parts.name(v));
        for (const Measure& measure : parts.measures) {
            row.push_back(parts.number(measure, measure.values[v]));
        }
        row.push_back(page_number(static_cast<double>(of[v].reachable)));
    }
    return html_table(best ? "The best connected vertices" : "The worst connected vertices", header,
                      rows);
}

std::string section(std::string_view id, std::string_view title, std::string_view what,
                    const std::string& content) {
    return fmt::format(
        "<section id=\"{0}\" aria-labelledby=\"{0}-title\"><h2 id=\"{0}-title\">{1}</h2>\n"
        "<p class=\"note\">{2}</p>\n{3}</section>\n",
        id, title, what, content);
}

/// Where the script draws; without it, the text beside says all.
std::string picture(std::string_view id) {
    return fmt::format("<figure id=\"{}-picture\"></figure>\n", id);
}

std::string folded(std::string_view title, const std::string& content) {
    return fmt::format("<details><summary>{}</summary>\n{}</details>\n", title, content);
}

std::string sections(const PageParts& parts) {
    std::string all =
        section("answer", "The answer", "Pairs without a path are not counted.", answer(parts));
    if (!parts.options.coordinates.empty()) {
        all += section("map", "Map",
                       "Choose what the colours show. A click on the map shows distances from the "
                       "nearest vertex whose distances this page has.",
                       picture("map"));
    }
    all +=
        section("histogram", "How far is far?", "The number of pairs of vertices at each distance.",
                picture("histogram") + folded("The same as a table", histogram_table(parts)));
    all += section("vertices", "Who is central, who is far off?",
                   "Closeness is large for vertices that are near to many others; eccentricity is "
                   "the largest distance from a vertex.",
                   picture("vertices") + quartiles(parts) + "<div class=\"columns\">" +
                       ten(parts, true) + ten(parts, false) + "</div>\n");
    const std::size_t m = parts.rows.sample.size();
    all +=
        section("heat", "The matrix",
                fmt::format("Distances between {} of the {} vertices, in an order that puts near "
                            "ones together: a square on the diagonal is a group whose members are "
                            "near to one another. No colour: no path.",
                            m, parts.graph.vertices()),
                picture("heat"));
    return all;
}

}  // namespace

std::string page_html(const PageParts& parts) {
    const std::string& asked = parts.options.title;
    const std::string title = html_text(asked.empty() ? parts.graph.origin() : asked);
    // "<" occurs in texts only, where JSON has another way to write it that no HTML is read from.
    std::string data =
        page_json(parts).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    for (std::size_t at = 0; (at = data.find('<', at)) != std::string::npos;) {
        data.replace(at, 1, "\\u003c");
    }
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>Distances: {0}</title>\n"
        "<style>\n{1}</style></head><body>\n<header><h1>Distances: {0}</h1>\n"
        "<p class=\"lead\">{2}</p></header>\n<main>\n{3}</main>\n"
        "<footer class=\"note\">apsp-ocl {4}; algorithm {5}</footer>\n"
        "<script type=\"application/json\" id=\"data\">{6}</script>\n<script>\n{7}</script>\n"
        "</body></html>\n",
        title, page_files().at("page.css"), html_text(lead(parts)), sections(parts), kVersion,
        name(parts.solution.algorithm), data,
        page_files().at("map.js") + page_files().at("page.js"));
}

}  // namespace apsp
