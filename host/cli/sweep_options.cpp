// See sweep_options.hpp.
#include "cli/sweep_options.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "apsp/apsp.hpp"
#include "base/parse_number.hpp"
#include "cli/commands.hpp"
#include "graph/generators.hpp"
#include "measure/ladder.hpp"

namespace apsp::cli {
namespace {

constexpr std::string_view kDefault = "default";

const Preset kPresets[] = {
    {"sweep",
     "Measures devices against one another. Each run is a process of its own, so that a driver\n"
     "that crashes or hangs loses its cell and no more; the devices take turns. The first run\n"
     "of a cell is verified, and the others must have the same result. Called again with the\n"
     "same options and file it goes on with what is missing.\n\n"
     "Examples:\n"
     "  $ apsp-ocl sweep --sizes 256..4096 --algos kleene,rkleene,fw -o results.json\n"
     "  $ apsp-ocl sweep --devices 0,cpu --dtypes f32,i16 --tiles default,32,64 -o tiles.json\n"
     "  $ apsp-ocl sweep --sizes 256..4096 -o new.json --compare results.json\n"
     "  $ apsp-ocl sweep --compare results.json new.json      # two files, nothing is run\n",
     "all", "256..2048", "random", "5", "",
     "device,algo,variant,n,tile,type,input,ms,[least most],G/s"},
    {"ladder",
     "Climbs from a serial loop to today's kernels: a sweep over every step of the literature, on\n"
     "one device. What takes longer than the budget is skipped, and what the device cannot do\n"
     "says so. \"cold\" are runs of over a second, which are not warmed up. bytes-triangle does\n"
     "half of the work it is rated by.\n\n"
     "Examples:\n"
     "  $ apsp-ocl ladder --device 0 --n 4096 --budget 5m\n",
     "best", "2048", "ring", "3", "60s",
     "step,source,n,type,ms,G/s,x serial,x before,of limit,runs"},
    {"compare",
     "Runs one card through OpenCL and through CUDA, or any two devices or more: a sweep over the\n"
     "same inputs, in turns. The ratio is the time of a device over that of the first.\n\n"
     "Examples:\n"
     "  $ apsp-ocl compare --device h200 --sizes 1024,8192 --dtypes f32,i16\n",
     "card", "1024,4096", "squares", "5", "",
     "n,type,algo,device,ms,[least most],G/s,of limit [least most],ratio"},
    {"bench",
     "Measures one device: a sweep that shows shares of its limit, and what takes time beside\n"
     "computing.\n\n"
     "Examples:\n"
     "  $ apsp-ocl bench -d opencl:0 --sizes 1024,4096\n",
     "best", "1024,2048", "squares", "5", "",
     "n,input,type,semiring,algo,block,ms,G/s,of limit [least most],work,upload s,down s,paths s,"
     "verified"},
};

void add_cell_options(cxxopts::Options& options, const Preset& preset) {
    auto add = options.add_options();
    add("a,algo,algos", "Algorithms: " + names_of(kAlgorithms), text("kleene"), "LIST");
    add("variants,variant",
        "Variants of them; default is the device's own choice, serial the plain loop on cpu",
        text("default"), "LIST");
    add("tiles,tile", "Sizes as --tile of a solve, or default", text("default"), "LIST");
    add("blocks,block", "Sizes as --block of a solve, or default", text("default"), "LIST");
    add("semirings,semiring", "Semirings: " + names_of(kSemirings), text("min-plus"), "LIST");
    add("inputs,input", fmt::format("Generated graphs: {}", fmt::join(generator_names(), ", ")),
        text(preset.inputs), "LIST");
    add("no-symmetric", "Do all the work for undirected graphs, too");
    add("paths", "Find predecessors, too");
}

/// OpenCL's and CUDA's way to the card of a device; without a device to the first of CUDA.
std::vector<std::string> card_of(const std::string& selector, const Devices& devices) {
    const auto cuda = std::ranges::find(devices.all, "cuda", &Device::backend);
    const Device& chosen =
        selector.empty() && cuda != devices.all.end() ? *cuda : select_device(devices, selector);
    std::vector<std::string> ids;
    for (const std::string backend : {"opencl", "cuda"}) {
        const auto way = std::ranges::find_if(devices.all, [&](const Device& d) {
            return d.backend == backend && (d.index == chosen.index || same_card(d, chosen));
        });
        if (way == devices.all.end()) {
            const auto absent = std::ranges::find(devices.absent, backend, &AbsentBackend::backend);
            throw Error(ErrorKind::no_device,
                        fmt::format("device {} ({}) has no {} row to compare with: {}",
                                    chosen.index, chosen.name, backend,
                                    absent == devices.absent.end() ? "see apsp-ocl devices"
                                                                   : absent->reason));
        }
        ids.push_back(sweep::device_id(*way));
    }
    return ids;
}

/// The devices' identifiers, each once.
std::vector<std::string> parse_devices(const Preset& preset, const std::string& list,
                                       const Devices& devices) {
    std::vector<std::string> ids;
    if (list == "all") {
        for (const Device& device : devices.all) ids.push_back(sweep::device_id(device));
        return ids;
    }
    if (list == "card") return card_of("", devices);
    ids = parse_list(list, "devices", [&](const std::string& word) {
        return std::optional(sweep::device_id(select_device(devices, word == "best" ? "" : word)));
    });
    if (ids.size() == 1 && preset.name == "compare") return card_of(list, devices);
    if (preset.name != "ladder") return ids;
    if (ids.size() != 1) throw Error(ErrorKind::usage, "ladder: is climbed on one device");
    const auto cpu = std::ranges::find(devices.all, "cpu", &Device::backend);
    if (cpu == devices.all.end()) throw Error(ErrorKind::internal, "no cpu backend");
    if (ids.front() != sweep::device_id(*cpu)) ids.push_back(sweep::device_id(*cpu));
    return ids;
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

}  // namespace

const Preset& preset(std::string_view name) {
    return *std::ranges::find(kPresets, name, &Preset::name);
}

cxxopts::Options sweep_options(const std::string& command) {
    const Preset& preset = cli::preset(command);
    cxxopts::Options options("apsp-ocl " + command, preset.what);
    auto add = options.add_options();
    add("d,device,devices", "all, best, or as --device of a solve; card: both ways to one card",
        text(preset.devices), "LIST");
    add("n,vertices,sizes", "Vertices: 256..8192 doubles from the first to the second",
        text(preset.sizes), "LIST");
    add("dtypes,dtype", "Element types: " + names_of(kDtypes), text("f32"), "LIST");
    if (preset.name != "ladder") add_cell_options(options, preset);
    add("seed", "Of the generated graphs", cxxopts::value<std::uint64_t>()->default_value("1"),
        "SEED");
    add("repeat", "Runs of each cell", cxxopts::value<std::size_t>()->default_value(preset.repeat),
        "COUNT");
    add("budget", "Time for all of it; what will not fit is left out (default: no limit)",
        preset.budget.empty() ? text() : text(preset.budget), "TIME");
    add("time-limit", "Time for one run, after which it is killed", text("60s"), "TIME");
    add("o,output", "Where the results are kept, after every cell", text(), "FILE");
    add("json", "Print what that file holds, instead of a table");
    add("at-least", "Exit with 1 if a median rate is lower (G/s)", cxxopts::value<double>(),
        "RATE");
    add("at-least-share", "Exit with 1 if a median share of the device's limit is lower",
        cxxopts::value<double>(), "SHARE");
    add("compare",
        "Say what became slower than in that file, by more than the noise (exit code 1 if "
        "anything)",
        text(), "OLD");
    add("h,help", "Print this");
    return options;
}

sweep::Options parse_sweep(const Preset& preset, const cxxopts::ParseResult& parsed,
                           const Devices& devices) {
    const auto text_of = [&](const char* option) { return parsed[option].as<std::string>(); };
    const auto list = [&](const char* option, auto parse, const std::string& known = "") {
        auto values = parse_list(text_of(option), option, parse, known);
        if (values.empty()) throw Error(ErrorKind::usage, fmt::format("--{} names none", option));
        return values;
    };
    sweep::Options options;
    options.devices = parse_devices(preset, text_of("devices"), devices);
    options.sizes = sweep::parse_sizes(text_of("sizes"));
    options.dtypes = list("dtypes", parse_dtype, names_of(kDtypes));
    options.seed = parsed["seed"].as<std::uint64_t>();
    options.repeat = parsed["repeat"].as<std::size_t>();
    if (options.repeat == 0) throw Error(ErrorKind::usage, "--repeat 0: a cell has a run at least");
    options.generators = {preset.inputs};
    options.ladder = preset.name == "ladder";
    options.fitting = preset.inputs != "random";
    if (options.ladder) return options;
    options.fitting = options.fitting && parsed.count("inputs") == 0;
    options.algorithms = list("algos", parse_algorithm, names_of(kAlgorithms));
    options.variants = list("variants", [](const std::string& word) {
        return std::optional(word == kDefault ? "" : word);
    });
    options.tiles = list("tiles", parse_tile);
    options.blocks = list("blocks", parse_tile);
    options.semirings = list("semirings", parse_semiring, names_of(kSemirings));
    options.generators =
        list("inputs", parse_generator, fmt::format("{}", fmt::join(generator_names(), ", ")));
    options.all_work = parsed.count("no-symmetric") != 0;
    options.paths = parsed.count("paths") != 0;
    return options;
}

}  // namespace apsp::cli
