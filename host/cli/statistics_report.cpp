// The statistics of a solve in its report, and its tables.
#include <fmt/core.h>

#include "base/text.hpp"
#include "cli/json.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"

namespace apsp::cli {

namespace {

Json histogram_json(const Statistics& s) {
    if (s.histogram.empty()) return nullptr;
    Json bounds = Json::array();
    for (const double bound : s.options.bounds) bounds.push_back(json_number(bound));
    return {{"bounds", bounds},
            {"pairs", Json(std::vector(s.histogram.begin(), s.histogram.end() - 1))},
            {"beyond", s.histogram.back()}};
}

void print_histogram(const Statistics& s) {
    for (std::size_t b = 0; b < s.histogram.size(); ++b) {
        const bool beyond = b == s.options.bounds.size();
        fmt::print("{:10} {} {}: {} pairs\n", b == 0 ? "histogram" : "",
                   beyond ? "beyond" : "up to", plain(s.options.bounds[beyond ? b - 1 : b]),
                   s.histogram[b]);
    }
}

}  // namespace

Json statistics_json(const Solution& solution, const Labels& labels) {
    if (!solution.statistics) return nullptr;
    const Statistics& s = *solution.statistics;
    const auto number_or_null = [](const std::optional<double>& value) {
        return value ? json_number(*value) : Json(nullptr);
    };
    Json centre = Json::array();
    for (const std::size_t v : s.centre) centre.push_back(labels.name(v));
    return {{"diameter", json_number(s.diameter)},
            {"radius", number_or_null(s.radius)},
            {"centre", centre},
            {"mean_distance", number_or_null(s.mean_distance)},
            {"efficiency", number_or_null(s.efficiency)},
            {"histogram", histogram_json(s)},
            {"reachable_pairs", s.reachable_pairs},
            {"components", {{"count", s.components}, {"largest", s.largest_component}}},
            {"seconds", solution.seconds.statistics}};
}

void print_statistics(const Statistics& s, const Labels& labels) {
    constexpr std::size_t kShown = 10;  // vertices of the centre
    fmt::print("distances  diameter {}, radius {}, mean {}\n", plain(s.diameter),
               s.radius ? plain(*s.radius) : "- (no vertex reaches every other)",
               s.mean_distance ? plain(*s.mean_distance) : "-");
    if (s.efficiency) fmt::print("efficiency {}\n", plain(*s.efficiency));
    print_histogram(s);
    if (s.radius) {
        std::string names;
        for (std::size_t k = 0; k < s.centre.size() && k < kShown; ++k) {
            names += (k == 0 ? "" : ", ") + printable(labels.name(s.centre[k]));
        }
        if (s.centre.size() > kShown) {
            names += fmt::format(" and {} more", s.centre.size() - kShown);
        }
        fmt::print("centre     {}\n", names);
    }
    fmt::print("components {} strongly connected, the largest of {} vertices\n", s.components,
               s.largest_component);
}

void write_tables(const Report& report) {
    const ProgressLine line("writing");
    if (const std::string& file = report.asked.stats_output; !file.empty()) {
        write_statistics(*report.solution.statistics, report.labels, file, report.coordinates);
    }
    if (const std::string& file = report.asked.labels_output; !file.empty()) {
        write_labels(report.labels, report.graph.n, file);
    }
}

}  // namespace apsp::cli
