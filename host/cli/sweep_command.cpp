// apsp-ocl sweep: measures devices over sizes, algorithms and types, into a file, and compares two
// such files. ladder, compare and bench are sweeps with choices and tables of their own.
#include <fmt/core.h>

#include <algorithm>
#include <iostream>
#include <optional>

#include "apsp/apsp.hpp"
#include "cli/check_options.hpp"
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "cli/sweep_options.hpp"
#include "cli/sweep_view.hpp"
#include "measure/ladder.hpp"
#include "measure/sweep.hpp"

namespace apsp::cli {
namespace {

using sweep::Row;
using sweep::Status;

sweep::Results run(const Preset& preset, const cxxopts::ParseResult& parsed,
                   const std::string& file) {
    const Devices devices = list_devices();
    const sweep::Options options = parse_sweep(preset, parsed, devices);
    ProgressLine line("sweeping");
    sweep::SweepSettings settings;
    settings.program = "/proc/self/exe";
    settings.file = file;
    settings.time_limit = parse_budget(parsed["time-limit"].as<std::string>(), "--time-limit");
    const bool limited = parsed.count("budget") != 0 || !preset.budget.empty();
    if (limited) settings.budget = parse_budget(parsed["budget"].as<std::string>());
    settings.progress = [&](const sweep::Progress& p) {
        const std::string left =
            p.remaining ? fmt::format(", {} left", duration(*p.remaining)) : std::string();
        line.show(fmt::format("{} of {} cells{}: {}", p.done, p.cells, left, to_text(*p.cell)));
    };
    if (parsed.count("json") == 0) {
        settings.group_done = [&](const std::vector<const Row*>& rows) {
            line.clear();
            print_rows(rows, preset.columns);
        };
        std::vector<Device> chosen;
        for (const std::string& id : options.devices) {
            chosen.push_back(*std::ranges::find(devices.all, id, sweep::device_id));
        }
        print_heading(chosen, preset.columns);
    }
    return sweep::run_sweep(options, devices, settings);
}

/// The exit code by --at-least and --at-least-share.
int judge(const sweep::Results& results, const cxxopts::ParseResult& parsed) {
    const double rate = number_of(parsed, "at-least", 0.0).value_or(0) * 1e9;
    const double share = number_of(parsed, "at-least-share", 0.0).value_or(0);
    return std::ranges::any_of(results.rows, [&](const Row& row) {
        return row.rate() < rate || row.share().median < share;
    });
}

/// The file of `--compare OLD NEW`; "" where there is a sweep to run. @throws Error usage
std::string file_to_compare(const Preset& preset, const cxxopts::ParseResult& parsed) {
    const auto& words = parsed.unmatched();
    if (parsed.count("compare") == 0 || words.size() > 1) {
        check_no_arguments(parsed, "apsp-ocl " + preset.name);
    }
    if (words.empty()) return "";
    for (const auto& each : parsed.arguments()) {
        const std::string& option = each.key();
        const bool typed = option != "devices" || !variable_chose_device();
        if (option == "compare" || !typed) continue;
        throw Error(ErrorKind::usage,
                    fmt::format("--{}: --compare with two files runs nothing and takes no other "
                                "option",
                                option));
    }
    return words.front();
}

}  // namespace

std::string steps_text() {
    std::string text = "\nSteps:\n";
    for (const sweep::LadderStep& step : sweep::ladder_steps()) {
        text += fmt::format("  {:<20}{} ({})\n{:22}{}\n", step.name, options_of(step), step.source,
                            "", step.what);
    }
    return text;
}

int sweep_command(const std::string& command, const cxxopts::ParseResult& parsed) {
    const Preset& preset = cli::preset(command);
    const std::string old_file = text_of(parsed, "compare");
    if (const std::string new_file = file_to_compare(preset, parsed); !new_file.empty()) {
        return print_comparison(sweep::read_results(old_file), sweep::read_results(new_file),
                                stdout);
    }
    const bool json = parsed.count("json") != 0;
    const bool kept = parsed.count("output") != 0 || (preset.name == "sweep" && !json);
    const std::string file = kept ? needed(parsed, "output", preset.name) : "";
    if (kept) check_plain_output("output", file);
    judge({}, parsed);  // reads its options before hours of work, as below
    std::optional<sweep::Results> before;
    if (!old_file.empty()) before = sweep::read_results(old_file);

    const sweep::Results results = run(preset, parsed, file);
    if (json) {
        std::cout << to_text(results);
    } else if (kept) {
        print_summary(results, file);
    }
    const auto wrong = std::ranges::find(results.rows, Status::wrong, &Row::status);
    if (wrong != results.rows.end()) {
        throw Error(ErrorKind::verification,
                    fmt::format("{}: {}", to_text(wrong->cell), wrong->reason));
    }
    std::FILE* const out = json ? stderr : stdout;
    return std::max(judge(results, parsed), before ? print_comparison(*before, results, out) : 0);
}

}  // namespace apsp::cli
