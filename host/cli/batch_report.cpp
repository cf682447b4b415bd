// See batch_report.hpp. The JSON object's members are an interface.
#include "cli/batch_report.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/json.hpp"
#include "cli/progress.hpp"
#include "cli/standard_streams.hpp"
#include "measure/cells.hpp"

namespace apsp::cli {
namespace {

constexpr std::size_t kShownFailures = 10;

double median(std::vector<std::size_t> sizes) {
    if (sizes.empty()) return 0;
    std::ranges::sort(sizes);
    const std::size_t upper = sizes.size() / 2, lower = (sizes.size() - 1) / 2;
    return static_cast<double>(sizes[lower] + sizes[upper]) / 2;
}

void print_json(const BatchReport& report) {
    const auto [smallest, largest] = report.sizes.empty()
                                         ? std::ranges::min_max_result<std::size_t>{}
                                         : std::ranges::minmax(report.sizes);
    Json failures = Json::array();
    for (const auto& [graph, cycle] : report.failures) {
        failures.push_back({{"graph", graph},
                            {"vertices", cycle.vertices()},
                            {"weight", json_number(cycle.weight())}});
    }
    Json shares = Json::array();
    for (const BatchShare& share : report.shares) {
        shares.push_back({{"device", sweep::device_id(share.device)},
                          {"name", share.device.name},
                          {"graphs", share.graphs},
                          {"seconds", share.seconds}});
    }
    const Device& d = report.devices.front();
    const Json object = {{"batch",
                          {{"source", report.asked.input},
                           {"graphs", report.graphs()},
                           {"vertices",
                            {{"smallest", smallest},
                             {"median", json_number(median(report.sizes))},
                             {"largest", largest}}}}},
                         {"backend", d.backend},
                         {"device", identity(d)},
                         {"shares", shares},
                         {"dtype", name(*report.asked.options.dtype)},
                         {"result_dtype", name(*report.asked.options.result_dtype)},
                         {"semiring", name(report.asked.options.semiring)},
                         {"seconds",
                          {{"read", report.read},
                           {"solve", report.solve},
                           {"device", report.device_seconds},
                           {"write", report.write},
                           {"total", report.total}}},
                         {"graphs_per_second", report.rate()},
                         {"negative_cycles", {{"graphs", report.failed}, {"first", failures}}}};
    print_result(object);
}

void print_text(const BatchReport& report) {
    fmt::print("batch      {}: {} graphs", report.asked.input, report.graphs());
    if (!report.sizes.empty()) {
        const auto [smallest, largest] = std::ranges::minmax(report.sizes);
        if (smallest == largest) {
            fmt::print(" of {} vertices", largest);
        } else {
            fmt::print(" of {} to {} vertices, median {}", smallest, largest,
                       plain(median(report.sizes)));
        }
    }
    const Dtype computed = *report.asked.options.dtype, result = *report.asked.options.result_dtype;
    fmt::print("\n");
    for (const BatchShare& share : report.shares) {
        fmt::print("device     {}  {}", sweep::device_id(share.device), share.device.name);
        if (report.shares.size() > 1) {
            fmt::print(": {} graphs in {:.3f} s", share.graphs, share.seconds);
        }
        fmt::print("\n");
    }
    fmt::print("type       {}{}, {}\n", name(computed),
               result == computed ? "" : fmt::format(", results {}", name(result)),
               name(report.asked.options.semiring));
    fmt::print("seconds    read {:.3f}, solve {:.3f}, write {:.3f}, total {:.3f}\n", report.read,
               report.solve, report.write, report.total);
    fmt::print("rate       {:.4g} graphs/s\n", report.rate());
    for (const std::string& file : {report.asked.files.distances, report.asked.files.predecessors,
                                    report.asked.files.path_arcs}) {
        if (!file.empty()) fmt::print("written    {}\n", printable(shown_name(file)));
    }
}

[[noreturn]] void end_with_cycles(const BatchReport& report) {
    std::vector<std::string> shown;
    for (const auto& [graph, cycle] : report.failures) {
        shown.push_back(fmt::format("graph {} (weight {} in {} arcs)", graph, plain(cycle.weight()),
                                    cycle.vertices().size()));
    }
    if (report.failed > shown.size()) {
        shown.push_back(fmt::format("{} more", report.failed - shown.size()));
    }
    throw Error(
        ErrorKind::negative_cycle,
        fmt::format("{}: {} of {} graphs have negative cycles, and no paths in the "
                    "results: {}; the others are solved",
                    report.asked.input, report.failed, report.graphs(), fmt::join(shown, ", ")));
}

}  // namespace

void BatchReport::add(const BatchSolution& slice, std::size_t first_graph) {
    device_seconds += slice.device_seconds;
    for (std::size_t k = 0; k < slice.shares.size(); ++k) {
        if (k == shares.size()) shares.push_back({slice.shares[k].device});
        shares[k].graphs += slice.shares[k].graphs;
        shares[k].seconds += slice.shares[k].seconds;
    }
    failed += slice.failures.size();
    for (const auto& [graph, cycle] : slice.failures) {
        if (failures.size() == kShownFailures) return;
        failures.push_back({first_graph + graph, cycle});
    }
}

void print(const BatchReport& report) {
    const bool json = report.asked.json;
    if (json) print_json(report);
    if (!json && !is_quiet()) print_text(report);
    if (report.failed != 0) end_with_cycles(report);
}

}  // namespace apsp::cli
