// apsp-ocl sweep: devices against one another over sizes, algorithms and types, into a file; and
// one such file against another.
#include <fmt/ranges.h>

#include <algorithm>
#include <cxxopts.hpp>
#include <iostream>
#include <optional>

#include "apsp/apsp.hpp"
#include "base/parse_number.hpp"
#include "cli/budget.hpp"
#include "cli/commands.hpp"
#include "cli/graph_options.hpp"
#include "cli/option_list.hpp"
#include "cli/progress.hpp"
#include "graph/generators.hpp"
#include "measure/compare.hpp"
#include "measure/sweep.hpp"

namespace apsp::cli {
namespace {

using sweep::Change;
using sweep::Row;
using sweep::Status;
using sweep::Verdict;

constexpr std::string_view kDefault = "default";

cxxopts::Options make_options() {
    cxxopts::Options options(
        "apsp-ocl sweep",
        "Measures devices against one another. Each run is a process of its own, so that a driver\n"
        "that crashes or hangs loses its cell and no more; the devices take turns. The first run\n"
        "of a cell is verified, and the others must have the same result. Called again with the\n"
        "same options and file it goes on with what is missing.\n\n"
        "Examples:\n"
        "  apsp-ocl sweep --sizes 256..4096 --algos kleene,rkleene,fw -o results.json\n"
        "  apsp-ocl sweep --devices 0,cpu --dtypes f32,i16 --tiles default,32,64 -o tiles.json\n"
        "  apsp-ocl sweep --sizes 256..4096 -o new.json --compare results.json\n"
        "  apsp-ocl sweep --compare results.json new.json      two files, nothing is run\n");
    const auto text = [](const char* value) {
        return cxxopts::value<std::string>()->default_value(value);
    };
    auto add = options.add_options();
    add("devices", "all, or as --device of a solve", text("all"), "LIST");
    add("algos", "Algorithms: " + names_of(kAlgorithms), text("kleene"), "LIST");
    add("variants",
        "Variants of them; default is the device's own choice, serial the plain loop on cpu",
        text("default"), "LIST");
    add("sizes", "Vertices: 256..8192 doubles from the first to the second", text("256..2048"),
        "LIST");
    add("tiles", "Sizes as --tile of a solve, or default", text("default"), "LIST");
    add("dtypes", "Element types: " + names_of(kDtypes), text("f32"), "LIST");
    add("semirings", "Semirings: " + names_of(kSemirings), text("min-plus"), "LIST");
    add("inputs", fmt::format("Generated graphs: {}", fmt::join(generator_names(), ", ")),
        text("random"), "LIST");
    add("seed", "Of the generated graphs", cxxopts::value<std::uint64_t>()->default_value("1"),
        "SEED");
    add("repeat", "Runs of each cell", cxxopts::value<std::size_t>()->default_value("5"), "COUNT");
    add("budget", "Time for all of it; what will not fit is left out (default: no limit)",
        cxxopts::value<std::string>(), "TIME");
    add("time-limit", "Time for one run, after which it is killed", text("60s"), "TIME");
    add("o,output", "Where the results are kept, after every cell", cxxopts::value<std::string>(),
        "FILE");
    add("compare",
        "Say what became slower than in that file, by more than the noise (exit code 1 if "
        "anything)",
        cxxopts::value<std::string>(), "OLD");
    add("h,help", "Print this");
    return options;
}

std::string text(const cxxopts::ParseResult& parsed, const char* option) {
    return parsed[option].as<std::string>();
}

/// The devices' identifiers, each once.
std::vector<std::string> parse_devices(const std::string& list, const Devices& devices) {
    std::vector<std::string> ids;
    if (list == "all") {
        for (const Device& device : devices.all) ids.push_back(sweep::device_id(device));
        return ids;
    }
    return parse_list(list, "--devices", [&](const std::string& word) {
        return std::optional(sweep::device_id(select_device(devices, word)));
    });
}

std::optional<std::string> parse_generator(const std::string& word) {
    const auto known = generator_names();
    return std::ranges::find(known, word) == known.end() ? std::nullopt : std::optional(word);
}

std::optional<std::size_t> parse_tile(const std::string& word) {
    if (word == kDefault) return 0;
    std::size_t tile = 0;
    return parse_whole(word, tile) && tile > 0 ? std::optional(tile) : std::nullopt;
}

sweep::Options sweep_options(const cxxopts::ParseResult& parsed, const Devices& devices) {
    const auto list = [&](const char* option, auto parse) {
        auto values = parse_list(text(parsed, option), ("--" + std::string(option)).c_str(), parse);
        if (values.empty()) throw Error(ErrorKind::usage, fmt::format("--{} names none", option));
        return values;
    };
    sweep::Options options;
    options.devices = parse_devices(text(parsed, "devices"), devices);
    options.algorithms = list("algos", parse_algorithm);
    options.variants = list("variants", [](const std::string& word) {
        return std::optional(word == kDefault ? "" : word);
    });
    options.sizes = sweep::parse_sizes(text(parsed, "sizes"));
    options.tiles = list("tiles", parse_tile);
    options.dtypes = list("dtypes", parse_dtype);
    options.semirings = list("semirings", parse_semiring);
    options.generators = list("inputs", parse_generator);
    options.seed = parsed["seed"].as<std::uint64_t>();
    options.repeat = parsed["repeat"].as<std::size_t>();
    if (options.repeat == 0) throw Error(ErrorKind::usage, "--repeat 0: a cell has a run at least");
    return options;
}

void print_heading() {
    fmt::print("{:<9} {:<8} {:<20} {:>6} {:>4} {:<4} {:<10} {:>10}  {:<23} {:>9}\n", "device",
               "algo", "variant", "n", "tile", "type", "input", "ms", "[least most]", "G/s");
}

void print_row(const Row& row) {
    const sweep::Cell& c = row.cell;
    fmt::print("{:<9} {:<8} {:<20} {:>6} {:>4} {:<4} {:<10} ", c.device, name(c.algorithm),
               c.variant.empty() ? kDefault : c.variant, c.n,
               c.tile == 0 ? "-" : std::to_string(c.tile), name(c.dtype), c.generator);
    if (row.status == Status::measured) {
        const Spread s = spread(row.seconds("compute"));
        const double edge = static_cast<double>(c.n);
        fmt::print("{:>10.4g}  {:<23} {:>9.4g}  {}\n", s.median * 1e3,
                   fmt::format("[{:.4g} {:.4g}]", s.least * 1e3, s.most * 1e3),
                   edge * edge * edge / s.median * 1e-9, row.reason);
    } else {
        fmt::print("{}: {}\n", name(row.status), row.reason);
    }
    std::fflush(stdout);
}

std::string remaining_text(std::optional<double> seconds) {
    if (!seconds) return "";
    return *seconds < 90 ? fmt::format(", {:.0f} s left", *seconds)
                         : fmt::format(", {:.0f} min left", *seconds / 60);
}

sweep::Results run(const cxxopts::ParseResult& parsed, const std::string& file) {
    const Devices devices = list_devices();
    const sweep::Options options = sweep_options(parsed, devices);
    ProgressLine line("sweeping");
    sweep::SweepSettings settings;
    settings.program = "/proc/self/exe";
    settings.file = file;
    settings.time_limit = parse_budget(text(parsed, "time-limit"), "--time-limit");
    if (parsed.count("budget") != 0) settings.budget = parse_budget(text(parsed, "budget"));
    settings.progress = [&](const sweep::Progress& p) {
        line.show(fmt::format("{} of {} cells{}: {}", p.done, p.cells, remaining_text(p.remaining),
                              to_text(*p.cell)));
    };
    settings.row_done = [&](const Row& row) {
        line.clear();
        print_row(row);
    };
    print_heading();
    return sweep::run_sweep(options, devices, settings);
}

void print_summary(const sweep::Results& results, const std::string& file) {
    std::string counts;
    for (Status status : sweep::kStatuses) {
        const auto count = std::ranges::count(results.rows, status, &Row::status);
        if (count == 0) continue;
        counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, name(status));
    }
    fmt::print("{}: {}\n", file, counts);
}

void print_change(const Change& c) {
    const auto shown = [](const Spread& s) {
        return fmt::format("{:.4g} ms [{:.4g} {:.4g}]", s.median * 1e3, s.least * 1e3,
                           s.most * 1e3);
    };
    if (c.verdict == Verdict::lost) {
        fmt::print("{:<8}{}: was {}, now {}\n", name(c.verdict), to_text(c.cell), shown(c.before),
                   c.reason);
    } else {
        fmt::print("{:<8}{:.3f} times: {}: was {}, now {}\n", name(c.verdict), c.ratio(),
                   to_text(c.cell), shown(c.before), shown(c.after));
    }
}

/// @returns the exit code: 1 when something is slower or lost
int print_comparison(const sweep::Results& before, const sweep::Results& after) {
    const auto changes = sweep::compare(before, after);
    for (const Change& change : changes) {
        const bool told = change.verdict != Verdict::same && change.verdict != Verdict::unknown;
        if (told) print_change(change);
    }
    const auto count = [&](Verdict verdict) {
        return std::ranges::count(changes, verdict, &Change::verdict);
    };
    fmt::print(
        "{} rows in both: {} slower, {} lost, {} faster, {} the same within the noise, {} "
        "with fewer than three runs, of which nothing can be said\n",
        changes.size(), count(Verdict::slower), count(Verdict::lost), count(Verdict::faster),
        count(Verdict::same), count(Verdict::unknown));
    return count(Verdict::slower) + count(Verdict::lost) > 0 ? 1 : 0;
}

/// The file of `--compare OLD NEW`; "" where there is a sweep to run. @throws Error usage
std::string file_to_compare(const cxxopts::ParseResult& parsed) {
    const auto& words = parsed.unmatched();
    if (parsed.count("compare") == 0 || parsed.count("output") != 0 || words.size() > 1) {
        check_no_arguments(parsed, "sweep");
    }
    return words.empty() ? "" : words.front();
}

}  // namespace

int sweep_command(int argc, char** argv) {
    auto options = make_options();
    const auto parsed = options.parse(argc, argv);
    if (parsed.count("help") != 0) {
        std::cout << options.help();
        return 0;
    }
    const std::string old_file = text_of(parsed, "compare");
    if (const std::string new_file = file_to_compare(parsed); !new_file.empty()) {
        return print_comparison(sweep::read_results(old_file), sweep::read_results(new_file));
    }
    const std::string file = needed(parsed, "output", "sweep");
    check_folder(file);
    std::optional<sweep::Results> before;
    if (!old_file.empty()) before = sweep::read_results(old_file);  // before hours of work

    const sweep::Results results = run(parsed, file);
    print_summary(results, file);
    const auto wrong = std::ranges::find(results.rows, Status::wrong, &Row::status);
    if (wrong != results.rows.end()) {
        throw Error(ErrorKind::verification,
                    fmt::format("{}: {}", to_text(wrong->cell), wrong->reason));
    }
    return before ? print_comparison(*before, results) : 0;
}

}  // namespace apsp::cli
