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
     "Compares devices. Each run is a process of its own, so a driver that crashes or hangs loses\n"
     "only its own cell; the devices take turns. The first run of a cell is verified, and the\n"
     "others must give the same result. Called again with the same options and file, it goes on\n"
     "with what is missing.\n\n"
     "Examples:\n"
     "  $ apsp-ocl sweep --sizes 256..4096 --algos kleene,rkleene,fw -o results.json\n"
     "  $ apsp-ocl sweep --devices 0,cpu --dtypes f32,i16 --tiles default,32,64 -o tiles.json\n"
     "  $ apsp-ocl sweep --sizes 256..4096 -o new.json --compare results.json\n"
     "  $ apsp-ocl sweep --compare results.json new.json      # two files, nothing is run\n",
     "all", "256..2048", "random", "5", "",
     "device,algo,variant,n,tile,type,input,ms,[least most],G/s"},
    {"ladder",
     "Climbs from a serial loop to today's kernels: a sweep over every step of the literature, on\n"
     "one device. Steps that would exceed the budget are skipped, and those that the device\n"
     "cannot run say why. Runs of over a second are not warmed up, and are marked \"cold\".\n"
     "bytes-triangle does half of the work by which it is rated.\n\n"
     "Examples:\n"
     "  $ apsp-ocl ladder --device 0 --n 4096 --budget 5m\n",
     "best", "2048", "ring", "3", "60s",
     "step,source,n,type,ms,G/s,x serial,x before,of limit,runs"},
    {"compare",
     "Compares OpenCL with CUDA on one card, or any two or more devices: a sweep over the same\n"
     "inputs, in turns. The ratio is the time of a device divided by that of the first.\n\n"
     "Examples:\n"
     "  $ apsp-ocl compare --device h200 --sizes 1024,8192 --dtypes f32,i16\n",
     "card", "1024,4096", "squares", "5", "",
     "n,type,algo,device,ms,[least most],G/s,of limit [least most],ratio"},
    {"bench",
     "Measures one device: a sweep that shows rates as shares of the device's limit, and the time\n"
     "that is not spent computing.\n\n"
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
        "Variants of the algorithms; default is the device's own choice, serial the plain loop on "
        "cpu",
        text("default"), "LIST");
    add("tiles,tile", "Tile sizes, as for --tile of solve, or default", text("default"), "LIST");
    add("blocks,block", "Block sizes, as for --block of solve, or default", text("default"),
        "LIST");
    add("semirings,semiring", "Semirings: " + names_of(kSemirings), text("min-plus"), "LIST");
    add("inputs,input", fmt::format("Generated graphs: {}", fmt::join(generator_names(), ", ")),
        text(preset.inputs), "LIST");
    add("no-symmetric", "Do all the work even for undirected graphs");
    add("paths", "Also find predecessors");
}

/// A card as a device of OpenCL and as one of CUDA: the selected one, or else CUDA's first.
std::vector<std::string> card_of(const std::string& selector, const Devices& devices) {
    const auto cuda = std::ranges::find(devices.all, "cuda", &Device::backend);
    const Device& chosen =
        selector.empty() && cuda != devices.all.end() ? *cuda : select_device(devices, selector);
    std::vector<std::string> ids;
    for (const std::string backend : {"opencl", "cuda"}) {
        const auto way = std::ranges::find_if(devices.all, [&](const Device& d) {
            return d.backend == backend && same_card(d, chosen);
        });
        if (way == devices.all.end()) {
            const auto absent = std::ranges::find(devices.absent, backend, &AbsentBackend::backend);
            throw Error(ErrorKind::no_device,
                        fmt::format("device {} ({}) has no {} counterpart to compare with: {}",
                                    chosen.index, chosen.name, backend,
                                    absent == devices.absent.end() ? "see apsp-ocl devices"
                                                                   : absent->reason));
        }
        ids.push_back(sweep::device_id(*way));
    }
    return ids;
}

std::vector<std::string> listed_devices(const Preset& preset, const std::string& list,
                                        const Devices& devices) {
    if (list == "card") return card_of("", devices);
    std::vector<std::string> ids;
    if (list == "all") {
        for (const Device& device : devices.all) ids.push_back(sweep::device_id(device));
        return ids;
    }
    ids = parse_list(list, "devices", [&](const std::string& word) {
        return std::optional(sweep::device_id(select_device(devices, word == "best" ? "" : word)));
    });
    const bool one = ids.size() == 1 && preset.name == "compare";
    return one ? card_of(ids.front(), devices) : ids;
}

/// The devices' identifiers, each once; for the ladder also that of cpu.
std::vector<std::string> parse_devices(const Preset& preset, const std::string& list,
                                       const Devices& devices) {
    std::vector<std::string> ids = listed_devices(preset, list, devices);
    if (preset.name != "ladder") return ids;
    if (ids.size() != 1) throw Error(ErrorKind::usage, "ladder: expected one device");
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
    add("d,device,devices",
        preset.name == "ladder"
            ? "Device: best, or as for --device of solve"
            : "Devices: all, best, or as for --device of solve; card: one card, "
              "by OpenCL and by CUDA",
        text(preset.devices), "LIST");
    add("n,vertices,sizes", "Numbers of vertices; 256..8192 doubles from the first to the second",
        text(preset.sizes), "LIST");
    add("dtypes,dtype", "Element types: " + names_of(kDtypes), text("f32"), "LIST");
    if (preset.name != "ladder") add_cell_options(options, preset);
    add("seed", "Seed of the generated graphs", text("1"), "SEED");
    add("repeat", "Runs per cell", text(preset.repeat), "COUNT");
    add("budget", "Total time; cells that would exceed it are skipped (default: no limit)",
        preset.budget.empty() ? text() : text(preset.budget), "TIME");
    add("time-limit", "Time per run, after which it is killed", text("60s"), "TIME");
    add("o,output", "Keep the results in this file, updated after every cell", text(), "FILE");
    add("json", "Print the content of that file instead of a table");
    add("at-least", "Exit with code 1 if a median rate is lower than this (G/s)", text(), "RATE");
    add("at-least-share",
        "Exit with code 1 if a median share of the device's limit is lower than this", text(),
        "SHARE");
    add("compare",
        "Report what became slower than in this file by more than the noise (exit code 1 if "
        "anything did)",
        text(), "OLD");
    add("h,help", "Print this help");
    return options;
}

sweep::Options parse_sweep(const Preset& preset, const cxxopts::ParseResult& parsed,
                           const Devices& devices) {
    const auto text_of = [&](const char* option) { return parsed[option].as<std::string>(); };
    const auto list = [&](const char* option, auto parse, const std::string& known = "") {
        return parse_list(text_of(option), option, parse, known);
    };
    sweep::Options options;
    options.devices = parse_devices(preset, text_of("devices"), devices);
    options.sizes = sweep::parse_sizes(text_of("sizes"));
    options.dtypes = list("dtypes", parse_dtype, names_of(kDtypes));
    options.seed = *number_of<std::uint64_t>(parsed, "seed");
    options.repeat = *number_of<std::size_t>(parsed, "repeat", 1);
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
