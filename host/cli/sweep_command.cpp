// apsp-ocl sweep: measures devices over sizes, algorithms and types, into a file, and compares two
// such files. ladder, compare and bench are sweeps with choices and tables of their own.
#include <fmt/core.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "apsp/apsp.hpp"
#include "backends/backend.hpp"
#include "backends/limits.hpp"
#include "base/files.hpp"
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "cli/sweep_options.hpp"
#include "cli/sweep_view.hpp"
#include "measure/ladder.hpp"

namespace apsp::cli {
namespace {

using sweep::Row;
using sweep::Status;

sweep::Results measure(SweepFields& asked) {
    const std::string_view columns = asked.preset.columns;
    const Devices devices = list_devices();
    asked.cells.devices = chosen_devices(asked, devices);
    ProgressLine line("sweeping");
    sweep::SweepSettings& settings = asked.settings;
    settings.program = "/proc/self/exe";
    settings.kernels = kernel_hash();
    settings.limit = [](const Device& device, const sweep::Cell& cell) {
        return limit_of(device, cell.dtype, cell.semiring);
    };
    settings.progress = [&](const sweep::Progress& p) {
        const std::string left =
            p.remaining ? fmt::format(", {} left", duration(*p.remaining)) : std::string();
        line.show(fmt::format("{} of {} cells{}: {}", p.done, p.cells, left, to_text(*p.cell)));
    };
    if (!asked.json) {
        settings.group_done = [&](const std::vector<const Row*>& rows) {
            line.clear();
            print_rows(rows, columns);
        };
        std::vector<Device> chosen;
        for (const std::string& id : asked.cells.devices) {
            chosen.push_back(*std::ranges::find(devices.all, id, sweep::device_id));
        }
        print_heading(chosen, columns);
    }
    return sweep::run_sweep(asked.cells, devices, settings);
}

int run(const OptionList& list, SweepFields& asked) {
    if (!asked.new_file.empty()) {
        for (const Option& each : list.options()) {
            if (!each.given || each.by_variable || each.name() == "compare") continue;
            fail_usage(
                "--{}: --compare with two files runs nothing and takes no "
                "other option",
                each.name());
        }
        return print_comparison(sweep::read_results(asked.old_file),
                                sweep::read_results(asked.new_file), stdout);
    }
    const std::string& file = asked.settings.file;
    if (file.empty() && asked.preset.name == "sweep" && !asked.json) list.fail_without("output");
    std::optional<sweep::Results> before;
    if (!asked.old_file.empty()) before = sweep::read_results(asked.old_file);

    const sweep::Results results = measure(asked);
    if (asked.json) {
        std::cout << to_text(results);
    } else if (!file.empty()) {
        print_summary(results, file);
    }
    const auto wrong = std::ranges::find(results.rows, Status::wrong, &Row::status);
    if (wrong != results.rows.end()) {
        throw Error(ErrorKind::verification,
                    fmt::format("{}: {}", to_text(wrong->cell), wrong->reason));
    }
    const bool less = std::ranges::any_of(results.rows, [&](const Row& row) {
        return row.rate() < asked.least_rate * 1e9 || row.share().median < asked.least_share;
    });
    std::FILE* const out = asked.json ? stderr : stdout;
    return std::max(less ? 1 : 0, before ? print_comparison(*before, results, out) : 0);
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

std::function<int()> sweep_command(OptionList& list) {
    const auto asked = std::make_shared<SweepFields>(SweepFields{preset(list.command())});
    list.describe(asked->preset.what);
    add_sweep(list, *asked);
    return [&list, asked] { return run(list, *asked); };
}

}  // namespace apsp::cli
