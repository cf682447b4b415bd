// See sweep_options.hpp.
#include "cli/sweep_options.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "apsp/apsp.hpp"
#include "backends/backend.hpp"
#include "graph/generators.hpp"

namespace apsp::cli {
namespace {

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

std::optional<std::string> parse_generator(const std::string& word) {
    const auto known = generator_names();
    return std::ranges::find(known, word) == known.end() ? std::nullopt : std::optional(word);
}

std::optional<std::string> parse_variant(const std::string& word) {
    return word == "default" ? "" : word;
}

std::optional<std::size_t> parse_tile(const std::string& word) {
    if (word == "default") return 0;
    std::size_t tile = 0;
    return parse_whole(word, tile) && tile > 0 ? std::optional(tile) : std::nullopt;
}

/// All of this but the devices, sizes and types is fixed for a ladder.
void add_cells(OptionList& options, SweepFields& asked) {
    sweep::Options& cells = asked.cells;
    options.add("a,algos,algo", list(cells.algorithms, parse_algorithm, names_of(kAlgorithms)),
                "LIST", "Algorithms: " + names_of(kAlgorithms), "kleene");
    options.add("variants,variant", list(cells.variants, parse_variant), "LIST",
                "Variants of the algorithms; default is the device's own choice, serial the plain "
                "loop on cpu",
                "default");
    options.add("tiles,tile", list(cells.tiles, parse_tile), "LIST",
                "Tile sizes, as for --tile of solve, or default", "default");
    options.add("blocks,block", list(cells.blocks, parse_tile), "LIST",
                "Block sizes, as for --block of solve, or default", "default");
    options.add("semirings,semiring", list(cells.semirings, parse_semiring, names_of(kSemirings)),
                "LIST", "Semirings: " + names_of(kSemirings), "min-plus");
    const std::string generators = fmt::format("{}", fmt::join(generator_names(), ", "));
    options.add("inputs,input", list(cells.generators, parse_generator, generators), "LIST",
                "Generated graphs: " + generators, asked.preset.inputs);
    options.add("no-symmetric", set(cells.all_work), "Do all the work even for undirected graphs");
    options.add("paths", set(cells.paths), "Also find predecessors");
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

std::vector<std::string> listed_devices(const SweepFields& asked, const Devices& devices) {
    std::vector<std::string> ids;
    if (asked.devices == "card") return card_of("", devices);
    if (asked.devices == "all") {
        for (const Device& device : devices.all) ids.push_back(sweep::device_id(device));
        return ids;
    }
    const auto parse = [&](const std::string& word) {
        return std::optional(sweep::device_id(select_device(devices, word == "best" ? "" : word)));
    };
    list(ids, parse).take("devices", asked.devices);
    const bool one = ids.size() == 1 && asked.preset.name == "compare";
    return one ? card_of(ids.front(), devices) : ids;
}

}  // namespace

const Preset& preset(std::string_view name) {
    return *std::ranges::find(kPresets, name, &Preset::name);
}

std::vector<std::string> chosen_devices(const SweepFields& asked, const Devices& devices) {
    std::vector<std::string> ids = listed_devices(asked, devices);
    if (asked.preset.name != "ladder") return ids;
    if (ids.size() != 1) fail_usage("ladder: expected one device");
    const std::string cpu = sweep::device_id(cpu_device());
    if (ids.front() != cpu) ids.push_back(cpu);
    return ids;
}

void add_sweep(OptionList& options, SweepFields& asked) {
    const Preset& preset = asked.preset;
    sweep::Options& cells = asked.cells;
    cells.ladder = preset.name == "ladder";
    cells.generators = {preset.inputs};
    Value devices = text(asked.devices);
    devices.of_devices = true;
    devices.known = cells.ladder ? "best" : "all, best, card";
    options
        .add("d,devices,device", devices, "LIST",
             cells.ladder ? "Device: best, or as for --device of solve"
                          : "Devices: all, best, or as for --device of solve; card: one card, "
                            "by OpenCL and by CUDA",
             preset.devices)
        .or_variable();
    options.add("n,sizes,vertices", {[&cells](const auto&, const std::string& text) {
                    cells.sizes = sweep::parse_sizes(text);
                }},
                "LIST", "Numbers of vertices; 256..8192 doubles from the first to the second",
                preset.sizes);
    options.add("dtypes,dtype", list(cells.dtypes, parse_dtype, names_of(kDtypes)), "LIST",
                "Element types: " + names_of(kDtypes), "f32");
    if (!cells.ladder) add_cells(options, asked);
    options.add("seed", number(cells.seed), "SEED", "Seed of the generated graphs", "1");
    options.add("repeat", number(cells.repeat, 1), "COUNT", "Runs per cell", preset.repeat);
    Option& budget =
        options.add("budget", seconds(asked.settings.budget), "TIME",
                    "Total time; cells that would exceed it are skipped (default: no limit)");
    if (!preset.budget.empty()) budget.initial = preset.budget;
    options.add("time-limit", seconds(asked.settings.time_limit), "TIME",
                "Time per run, after which it is killed", "60s");
    options.add("o,output", text(asked.settings.file), "FILE",
                "Keep the results in this file, updated after every cell");
    options.add("json", set(asked.json), "Print the content of that file instead of a table");
    options.add("at-least", number(asked.least_rate, 0.0), "RATE",
                "Exit with code 1 if a median rate is lower than this (G/s)");
    options.add("at-least-share", number(asked.least_share, 0.0), "SHARE",
                "Exit with code 1 if a median share of the device's limit is lower than this");
    options.add("compare", text(asked.old_file), "OLD",
                "Report what became slower than in this file by more than the noise (exit code 1 "
                "if anything did)");
    options.take_word(asked.new_file, "compare");
    options.add_help();
    options.then([&] {
        cells.fitting = preset.inputs != "random" && !options.given("inputs");
        if (!asked.settings.file.empty()) check_plain_output("output", asked.settings.file);
    });
}

}  // namespace apsp::cli
