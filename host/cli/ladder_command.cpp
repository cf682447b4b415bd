// apsp-ocl ladder: every step of the literature on one device, as one table.
#include <fmt/core.h>

#include <algorithm>
#include <cxxopts.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "apsp/apsp.hpp"
#include "base/stopwatch.hpp"
#include "cli/budget.hpp"
#include "cli/commands.hpp"
#include "cli/graph_options.hpp"
#include "cli/message.hpp"
#include "cli/progress.hpp"
#include "measure/ladder.hpp"
#include "solve/plan.hpp"

namespace apsp::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string_view name(LadderRow::Status status) {
    switch (status) {
        case LadderRow::Status::measured: return "measured";
        case LadderRow::Status::unsupported: return "unsupported";
        case LadderRow::Status::skipped: return "skipped";
        case LadderRow::Status::failed: return "failed";
        case LadderRow::Status::wrong: return "WRONG";
    }
    return "?";
}

/// "--algo kleene --variant classic --tile 32 --dtype u8 --symmetric": the step as a user's
/// options.
std::string options_of(const LadderStep& step) {
    std::string text = fmt::format("--algo {}", apsp::name(step.algorithm));
    if (!step.variant.empty()) text += fmt::format(" --variant {}", step.variant);
    if (step.on_cpu) text += " --device cpu";
    if (step.tile != 0) text += fmt::format(" --tile {}", step.tile);
    if (step.dtype) text += fmt::format(" --dtype {}", apsp::name(*step.dtype));
    if (step.symmetric) text += " --symmetric";
    return text;
}

std::string steps_text() {
    std::string text = "Steps:\n";
    for (const LadderStep& step : ladder_steps()) {
        text += fmt::format("  {:<20}{} ({})\n{:22}{}\n", step.name, options_of(step), step.source,
                            "", step.what);
    }
    return text;
}

/// What rows say beside their own: in relaxations a second, and against other rows. 0 for unknown.
struct Figures {
    double rate = 0;
    double over_serial = 0;
    double over_previous = 0;
    double share = 0;
};

std::vector<Figures> figures_of(const std::vector<LadderRow>& rows, std::size_t n) {
    const double edge = static_cast<double>(n);
    const double serial = rows.front().median();
    double previous = 0;
    std::vector<Figures> all;
    for (const LadderRow& row : rows) {
        Figures f;
        if (const double seconds = row.median(); seconds > 0) {
            f.rate = edge * edge * edge / seconds;
            f.over_serial = serial / seconds;
            f.over_previous = previous / seconds;
            if (row.limit.rate > 0) f.share = f.rate / row.limit.rate;
            previous = seconds;
        }
        all.push_back(f);
    }
    return all;
}

Json number(double value) {
    return value > 0 ? Json(value) : Json(nullptr);
}

Json json_of(const LadderRow& row, const Figures& f) {
    const LadderStep& step = *row.step;
    return {{"step", step.name},
            {"source", step.source},
            {"what", step.what},
            {"options", options_of(step)},
            {"dtype", apsp::name(row.dtype)},
            {"status", name(row.status)},
            {"reason", row.reason.empty() ? Json(nullptr) : Json(in_program_words(row.reason))},
            {"seconds", row.seconds},
            {"warm", row.warm},
            {"median_seconds", number(row.median())},
            {"relaxations_per_second", number(f.rate)},
            {"speedup_over_serial", number(f.over_serial)},
            {"speedup_over_previous", number(f.over_previous)},
            {"limit", row.limit.meaning},
            {"share_of_limit", number(f.share)},
            {"verified", row.status == LadderRow::Status::measured}};
}

/// Four digits, or a dash for 0.
std::string cell(double value) {
    return value > 0 ? fmt::format("{:.4g}", value) : "-";
}

void print_row(const LadderRow& row, const Figures& f) {
    fmt::print("{:<20}{:<18}{:<4}", row.step->name, row.step->source, apsp::name(row.dtype));
    if (row.status != LadderRow::Status::measured) {
        fmt::print("  {}: {}\n", name(row.status), in_program_words(row.reason));
        return;
    }
    fmt::print("{:>10}{:>10}{:>10}{:>10}{:>10.4f}  {}{}\n", cell(row.median() * 1e3),
               cell(f.rate * 1e-9), cell(f.over_serial), cell(f.over_previous), f.share,
               row.seconds.size(), row.warm ? "" : " cold");
}

void print_table(const Device& device, const std::vector<LadderRow>& rows, std::size_t n) {
    fmt::print("device  {}  {}:{}  {} ({}, driver {})\n", device.index, device.backend,
               device.index_in_backend, device.name, device.platform, device.driver);
    fmt::print("input   n = {}, long paths; each result is the same as cpu's, which was verified\n",
               n);
    fmt::print("limit   {:.1f} G/s: {}\n\n", rows.back().limit.rate * 1e-9,
               rows.back().limit.meaning.empty() ? "unknown" : rows.back().limit.meaning);
    fmt::print("{:<20}{:<18}{:<4}{:>10}{:>10}{:>10}{:>10}{:>10}  runs\n", "step", "source", "type",
               "ms", "G/s", "x serial", "x before", "of limit");
    const auto figures = figures_of(rows, n);
    for (std::size_t i = 0; i < rows.size(); ++i) print_row(rows[i], figures[i]);
}

void print_json(const Device& device, const std::vector<LadderRow>& rows, std::size_t n) {
    Json list = Json::array();
    const auto figures = figures_of(rows, n);
    for (std::size_t i = 0; i < rows.size(); ++i) list.push_back(json_of(rows[i], figures[i]));
    const Json object = {{"program", kVersion},
                         {"device",
                          {{"index", device.index},
                           {"backend", device.backend},
                           {"name", device.name},
                           {"platform", device.platform},
                           {"driver", device.driver}}},
                         {"n", n},
                         {"rows", list}};
    std::cout << object.dump(1) << '\n';
}

cxxopts::Options make_options() {
    cxxopts::Options options(
        "apsp-ocl ladder",
        "Climbs from a serial loop to today's kernels: every step of the literature, on one\n"
        "device. What takes longer than the budget is skipped, and what the device cannot do says\n"
        "so. A first run of each is compared with cpu's result, the others are timed; \"cold\" "
        "was\n"
        "the first one, for lack of time. bytes-triangle does half of the work it is rated by.\n\n"
        "Example: apsp-ocl ladder --device 0 --n 4096 --budget 5m\n");
    auto add = options.add_options();
    add("d,device", "Index, opencl:0, cuda:0 or part of a name; default: the best",
        cxxopts::value<std::string>()->default_value(""), "DEVICE");
    add("n,vertices", "Vertices", cxxopts::value<std::size_t>()->default_value("2048"), "N");
    add("dtype", "Element type: f32, f64, i32, i16, u8",
        cxxopts::value<std::string>()->default_value("f32"), "TYPE");
    add("repeat", "Timed runs of each", cxxopts::value<std::size_t>()->default_value("3"), "COUNT");
    add("budget", "Time for all of it", cxxopts::value<std::string>()->default_value("60s"),
        "TIME");
    add("json", "Print one JSON object");
    add("h,help", "Print this");
    return options;
}

const Device& program_itself(const Devices& devices) {
    const auto found = std::ranges::find(devices.all, "cpu", &Device::backend);
    if (found == devices.all.end()) throw Error(ErrorKind::internal, "no cpu backend");
    return *found;
}

}  // namespace

int ladder_command(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        // cxxopts has no long names of one letter.
        if (std::string_view(argv[i]) == "--n") ++argv[i];
    }
    auto options = make_options();
    const auto parsed = options.parse(argc, argv);
    check_no_arguments(parsed, "ladder");
    if (parsed.count("help") != 0) {
        std::cout << options.help() << '\n' << steps_text();
        return 0;
    }
    LadderOptions ladder;
    ladder.n = parsed["vertices"].as<std::size_t>();
    ladder.repeat = parsed["repeat"].as<std::size_t>();
    ladder.budget = parse_budget(parsed["budget"].as<std::string>());
    const auto& dtype = parsed["dtype"].as<std::string>();
    if (const auto known = parse_dtype(dtype)) {
        ladder.dtype = *known;
    } else {
        throw Error(ErrorKind::usage, fmt::format("ladder: unknown type \"{}\"", dtype));
    }
    if (ladder.n == 0) throw Error(ErrorKind::usage, "ladder: a graph has a vertex at least");
    const Devices devices = list_devices();
    const Device& device = select_device(devices, parsed["device"].as<std::string>());
    check_plan(plan(ladder.n, ladder.dtype), device);

    std::vector<LadderRow> rows;
    {
        ProgressLine line("climbing");
        const Stopwatch watch;
        ladder.tick = [&] { line.show(std::min(1.0, watch.seconds() / ladder.budget)); };
        rows = climb(device, program_itself(devices), ladder);
    }
    parsed.count("json") != 0 ? print_json(device, rows, ladder.n)
                              : print_table(device, rows, ladder.n);
    const auto wrong = std::ranges::find(rows, LadderRow::Status::wrong, &LadderRow::status);
    if (wrong == rows.end()) return 0;
    throw Error(ErrorKind::verification,
                fmt::format("{} has {}", wrong->step->name, wrong->reason));
}

}  // namespace apsp::cli
