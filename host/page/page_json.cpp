// The numbers that a page's script draws.
#include <algorithm>
#include <cmath>
#include <limits>

#include "page/html.hpp"
#include "page/page_parts.hpp"

namespace apsp {
namespace {

using Json = nlohmann::json;

/// Values of the vertices, ascending, at equal steps.
Json curve(std::vector<double> values) {
    constexpr std::size_t kSteps = 100;
    std::ranges::sort(values);
    Json points = Json::array();
    for (std::size_t k = 0; k <= kSteps; ++k) {
        points.push_back(values[k * (values.size() - 1) / kSteps]);
    }
    return points;
}

Json heat_json(const PageParts& parts) {
    const PageRows& rows = parts.rows;
    const std::vector<std::size_t> order = order_to_show(rows);
    std::vector<double> values;
    Json names = Json::array();
    for (const std::size_t i : order) {
        names.push_back(parts.name(rows.sample[i]));
        for (const std::size_t j : order) values.push_back(rows.among[i * order.size() + j]);
    }
    return {{"names", names}, {"distances", in_steps<std::uint8_t>(values)}};
}

}  // namespace

template <class T>
Json in_steps(const std::vector<double>& values) {
    constexpr double kSteps = std::numeric_limits<T>::max() - 1;
    double lo = std::numeric_limits<double>::infinity(), hi = -lo;
    for (const double value : values) {
        if (std::isinf(value)) continue;
        lo = std::min(lo, value);
        hi = std::max(hi, value);
    }
    std::vector<T> steps;
    steps.reserve(values.size());
    for (const double value : values) {
        steps.push_back(std::isinf(value) ? std::numeric_limits<T>::max()
                        : hi > lo ? static_cast<T>(std::lround((value - lo) / (hi - lo) * kSteps))
                                  : T{0});
    }
    if (lo > hi) lo = hi = 0;
    return {{"lo", lo}, {"hi", hi}, {"data", base64(steps.data(), steps.size() * sizeof(T))}};
}
template Json in_steps<std::uint8_t>(const std::vector<double>&);
template Json in_steps<std::uint16_t>(const std::vector<double>&);

Json page_json(const PageParts& parts) {
    Json measures = Json::array();
    for (const Measure& measure : parts.measures) {
        measures.push_back({{"name", measure.name},
                            {"distance", measure.distance},
                            {"skewed", measure.skewed},
                            {"curve", curve(measure.values)}});
    }
    return {{"n", parts.graph.vertices()},
            {"unit", parts.options.unit},
            {"histogram", {{"edges", parts.bins.edges}, {"pairs", parts.bins.pairs}}},
            {"measures", measures},
            {"heat", heat_json(parts)},
            {"map", map_json(parts)}};
}

}  // namespace apsp
