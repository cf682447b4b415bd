// The map's numbers: where the vertices are, what they are coloured by, and distances from some.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "page/html.hpp"
#include "page/page_parts.hpp"

namespace apsp {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostShown = 130'000;      // vertices
constexpr std::size_t kMostLines = 40'000;       // between them
constexpr std::size_t kMostNames = 500'000;      // bytes
constexpr std::size_t kRoomForRows = 1'400'000;  // bytes, which are 1.9 MB as text

/// Every vertex is shown, or every second, and so on.
std::size_t stride_of(std::size_t n) {
    return (n + kMostShown - 1) / kMostShown;
}

template <class Of>
std::vector<double> of_shown(std::size_t n, Of&& of) {
    std::vector<double> values;
    for (std::size_t v = 0; v < n; v += stride_of(n)) values.push_back(of(v));
    return values;
}

/// How much wider a unit of x is than one of y. Degrees of longitude get narrower towards the
/// poles.
double width_of_x(const std::vector<Coordinates>& at) {
    double x = 0, lo = at.front().y, hi = lo;
    for (const Coordinates& c : at) {
        x = std::max(x, std::abs(c.x));
        lo = std::min(lo, c.y);
        hi = std::max(hi, c.y);
    }
    const double y = std::max(std::abs(lo), std::abs(hi));
    const double unit = x <= 180 && y <= 90 ? 1 : 1e-6;
    if (x * unit > 180 || y * unit > 90) return 1;
    return std::cos((lo + hi) / 2 * unit * std::numbers::pi / 180);
}

/// Both ends of each arc, in turn, once for both directions; empty if there are too many.
std::vector<std::uint32_t> lines_of(const Graph& graph) {
    const std::size_t n = graph.vertices();
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    if (stride_of(n) > 1 || graph.arcs() > 2 * kMostLines) return {};
    for (std::size_t i = 0; i < n; ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double) {
            const auto ends = std::minmax(i, j);
            pairs.emplace(static_cast<std::uint32_t>(ends.first),
                          static_cast<std::uint32_t>(ends.second));
        });
    }
    std::vector<std::uint32_t> ends;
    if (pairs.size() > kMostLines) return {};
    for (const auto& [i, j] : pairs) ends.insert(ends.end(), {i, j});
    return ends;
}

/// Names of the vertices that are shown; null if there is no room.
Json names_json(const PageParts& parts) {
    std::size_t bytes = 0;
    Json all = Json::array();
    for (std::size_t v = 0; v < parts.graph.vertices(); v += stride_of(parts.graph.vertices())) {
        all.push_back(parts.name(v));
        bytes += all.back().get_ref<const std::string&>().size() + 3;
        if (bytes > kMostNames) return nullptr;
    }
    return all;
}

/// Distances to the vertices that are shown, from each source in turn.
Json sources_json(const PageParts& parts) {
    const std::size_t n = parts.graph.vertices();
    Json all = Json::array();
    for (std::size_t s = 0; s < parts.rows.sources.size(); ++s) {
        const std::size_t vertex = parts.rows.sample[parts.rows.sources[s]];
        const Coordinates& at = parts.options.coordinates[vertex];
        const auto row = of_shown(n, [&](std::size_t v) { return parts.rows.rows[s * n + v]; });
        all.push_back({{"name", parts.name(vertex)},
                       {"x", at.x},
                       {"y", at.y},
                       {"distances", in_steps<std::uint8_t>(row)}});
    }
    return all;
}

}  // namespace

std::size_t rows_that_fit(std::size_t n) {
    const std::size_t shown = (n + stride_of(n) - 1) / stride_of(n);
    return std::clamp<std::size_t>(kRoomForRows / shown, 1, kMostPageRows);
}

Json map_json(const PageParts& parts) {
    const std::vector<Coordinates>& at = parts.options.coordinates;
    const std::size_t n = parts.graph.vertices();
    if (at.empty()) return nullptr;
    const auto axis = [&](double Coordinates::*of) {
        return in_steps<std::uint16_t>(of_shown(n, [&](std::size_t v) { return at[v].*of; }));
    };
    Json values = Json::array();
    for (const Measure& measure : parts.measures) {
        values.push_back(
            in_steps<std::uint16_t>(of_shown(n, [&](std::size_t v) { return measure.values[v]; })));
    }
    const std::vector<std::uint32_t> ends = lines_of(parts.graph);
    const std::optional<std::int64_t> first = parts.options.labels.first();
    return {{"x", axis(&Coordinates::x)},
            {"y", axis(&Coordinates::y)},
            {"wide", width_of_x(at)},
            {"stride", stride_of(n)},
            {"first", first ? Json(*first) : Json(nullptr)},
            {"names", first ? Json(nullptr) : names_json(parts)},
            {"lines", base64(ends.data(), ends.size() * sizeof(std::uint32_t))},
            {"values", values},
            {"sources", sources_json(parts)}};
}

}  // namespace apsp
