// See solve_options.hpp.
#include "cli/solve_options.hpp"

#include <fmt/ranges.h>

#include "cli/check_options.hpp"
#include "cli/graph_options.hpp"
#include "cli/progress.hpp"
#include "cli/standard_streams.hpp"

namespace apsp::cli {
namespace {

constexpr std::size_t kDefaultVertices = 1024;

GeneratedInput understood(const std::optional<GeneratedInput>& input, std::string_view option,
                          std::string_view expected) {
    if (input) return *input;
    throw Error(ErrorKind::usage, fmt::format("{}: expected {}", option, expected));
}

SolveOptions kernel_options(const cxxopts::ParseResult& parsed) {
    SolveOptions options;
    if (text_of(parsed, "dtype") != "auto") {
        options.dtype = parse_option(parsed, "dtype", parse_dtype, "element type",
                                     "auto, " + names_of(kDtypes));
    }
    options.semiring = semiring_option(parsed);
    options.use_tuning = parsed.count("no-tuning") == 0;
    if (parsed.count("memory-limit") != 0) {
        options.memory_limit = parse_bytes(text_of(parsed, "memory-limit"), "--memory-limit");
    }
    options.panels = parse_option(parsed, "panels", parse_panel_place, "place for panels",
                                  names_of(kPanelPlaces));
    options.variant = text_of(parsed, "variant");
    options.tile = number_of<std::size_t>(parsed, "tile", 1).value_or(0);
    options.block = number_of<std::size_t>(parsed, "block", 1).value_or(0);
    if (parsed.count("symmetric") != 0) options.symmetric = true;
    if (parsed.count("no-symmetric") != 0) options.symmetric = false;
    return options;
}

/// Where the distances are written, and in which format.
void choose_output(const cxxopts::ParseResult& parsed, Report& report) {
    const bool replaces = text_of(parsed, "no-path") != "";  // ranks have no such option
    if (parsed.count("output") == 0) {
        if (replaces) throw Error(ErrorKind::usage, "--no-path needs --output");
        return;
    }
    if (parsed.count("pairs") != 0) {
        for (const char* option : {"rows", "columns", "long", "max-distance"}) {
            if (parsed.count(option) == 0) continue;
            throw Error(ErrorKind::usage,
                        fmt::format("--pairs and --{} exclude each other", option));
        }
    }
    WriteOptions& write = report.write;
    write.format = parse_option(parsed, "output-format", parse_matrix_format, "format",
                                names_of(kMatrixFormats));
    write.list = parsed.count("long") != 0;
    write.semiring = report.options.semiring;
    if (parsed.count("max-distance") != 0) {
        write.max_distance = *number_of<double>(parsed, "max-distance");
        if (prefers_large(write.semiring)) {
            throw Error(ErrorKind::usage,
                        fmt::format("--max-distance: over {}, larger is better; use it over "
                                    "min-plus or min-max",
                                    name(write.semiring)));
        }
    }
    if (text_of(parsed, "no-path") == "nan") {
        write.no_path = std::numeric_limits<double>::quiet_NaN();
    } else if (replaces) {
        write.no_path = number_of<double>(parsed, "no-path");
    }
    report.output = output_name(text_of(parsed, "output"));
    check_writable(report.output, write);
}

}  // namespace

void add_input_options(cxxopts::Options& options) {
    options.parse_positional({"input"});
    options.positional_help("[FILE]").show_positional_help();
    auto add = options.add_options();
    add("i,input",
        "Graph, the same as FILE: " + graph_suffixes() +
            ", each also as .gz or .zst; - is standard input",
        text(), "FILE");
    add("random", "Generate a graph: vertices, share of all arcs (default: 1), seed (default: 1)",
        text(), "N[,DENSITY[,SEED]]");
    add("generate",
        "Generate a graph by name: random, squares, ring, potential (negative weights), undirected "
        "or grid (N x N)",
        text(), "NAME:N[,SEED]");
}

void add_kernel_options(cxxopts::Options& options) {
    auto add = options.add_options();
    add("variant",
        "Kernels: on OpenCL, gpu or cpu; on cpu, avx512, avx2, both also\n"
        "with -fma, or baseline; for fw openmp or serial\n"
        "(more: apsp-ocl ladder --help)",
        text(), "NAME");
    add("tile", "Edge length of a tile", text(), "T");
    add("block", "Pivots per outer block, a multiple of the tile", text(), "B");
    add("panels",
        "Memory through which several devices hand over pivots with kleene: device, for CUDA\n"
        "devices that can read one another's memory, or host (default: device if possible)",
        text(), "PLACE");
    add("no-tuning", "Ignore the results of apsp-ocl tune for the device");
    add("dtype", "Element type: auto (the smallest that is proven safe), " + names_of(kDtypes),
        text("auto"), "TYPE");
    add("semiring", "Semiring: " + names_of(kSemirings) + " (see docs/semirings.md)",
        text("min-plus"), "NAME");
    add("symmetric",
        "Insist on half the work, for graphs whose arcs are equal both ways (default: "
        "where it pays)");
    add("no-symmetric", "Do all the work even for such graphs");
}

void add_result_options(cxxopts::Options& options, bool ranks) {
    const auto each_keeps = [&](const char* what) {
        return ranks ? std::string("; each rank then keeps ") + what : "";
    };
    auto add = options.add_options();
    add("o,output",
        ranks ? "Write the distances: .npy, in a folder that all ranks can see"
              : "Write the distances: .npy, .npz, .csv, .tsv, .mtx or .bin32, each but .npz also "
                "as .gz or .zst; - is standard output",
        text(), "FILE");
    if (!ranks) {
        add("output-format",
            "Format of the output, if its name does not tell it: " + names_of(kMatrixFormats) +
                " (default: npy)",
            text(), "NAME");
        add("long", "Write one line source,target,distance per path (.csv, .tsv)");
        add("max-distance", "Leave out paths longer than this, with --long or in .npz", text(),
            "D");
        add("no-path",
            "Value for no path in whole rows and pairs, such as -1 or nan (default: inf, or by "
            "type, see "
            "docs/types.md)",
            text(), "X");
        add("pairs",
            "Write only the distances of these pairs: source,target lines, or .npy of k x 2",
            text(), "FILE");
    }
    add("rows", "Write only these rows: vertices and ranges, as in 3,7-9,Bern", text(), "LIST");
    if (!ranks) add("columns", "Write only these columns", text(), "LIST");
    add("paths", "Also find predecessors" +
                     (ranks ? each_keeps("the graph and all its rows")
                            : " (may take the memory of a second matrix, see --dry-run)"));
    add("paths-output", "Write the predecessors: .npy of i32, -1 for none", text(), "FILE");
    add("labels-output", "Write the vertices' labels, one per line", text(), "FILE");
    add("stats", "Print diameter, radius, centre, mean distance and components");
    add("stats-output", "Write each vertex's eccentricity and closeness: .csv or .tsv", text(),
        "FILE");
    if (!ranks) {
        add("coordinates", "Add the vertices' coordinates (DIMACS .co) to --stats-output", text(),
            "FILE");
    }
    add("verify", "Check the result by other means" + each_keeps("the graph and all its rows"));
    add("verify-work",
        "Most relaxations that --verify may take; beyond, it checks only a sample of rows",
        text("1e11"), "COUNT");
}

void add_common_options(cxxopts::Options& options) {
    auto add = options.add_options();
    add("version", "Print the version and how the program was built; with --json, as an object");
    add_report_options(options);
    add_graph_options(options);
}

Report begin_report(const cxxopts::ParseResult& parsed) {
    const auto given = [&](const char* option) { return parsed.count(option) != 0; };
    check_options(parsed);
    Report report;
    report.json = given("json");
    report.options = kernel_options(parsed);
    report.options.paths = given("paths") || given("paths-output");
    report.options.statistics = given("stats") || given("stats-output");
    report.options.summary = true;
    choose_output(parsed, report);
    if (given("paths-output")) {
        report.paths_output = text_of(parsed, "paths-output");
        check_npy_output("paths-output", report.paths_output);
    }
    if (given("stats-output")) check_statistics_writable(text_of(parsed, "stats-output"));
    if (given("labels-output")) {
        check_plain_output("labels-output", text_of(parsed, "labels-output"));
    }
    return report;
}

std::optional<GeneratedInput> generated_input(const cxxopts::ParseResult& parsed) {
    if (parsed.count("input") != 0) return std::nullopt;
    if (parsed.count("random") != 0) {
        const std::string text = text_of(parsed, "random");
        return understood(parse_generated("random:" + text), "--random " + text,
                          "N[,DENSITY[,SEED]], as in 2000,0.1,7");
    }
    if (parsed.count("generate") != 0) {
        const std::string text = text_of(parsed, "generate");
        return understood(parse_generated(text), "--generate " + text,
                          "NAME:N[,SEED], as in squares:2000,7, or for random and potential "
                          "NAME:N[,DENSITY[,SEED]]; choose from: " +
                              fmt::format("{}", fmt::join(generator_names(), ", ")));
    }
    return GeneratedInput{.n = kDefaultVertices};
}

GraphFile load_graph(const cxxopts::ParseResult& parsed,
                     const std::function<void(const GeneratedInput&)>& check) {
    const auto input = generated_input(parsed);
    if (!input) return load_graph_file(text_of(parsed, "input"), parsed);
    check(*input);
    const ProgressLine line("generating");
    return {generate(*input), {}};
}

void write_tables(const cxxopts::ParseResult& parsed, const Report& report) {
    const ProgressLine line("writing");
    if (const std::string file = text_of(parsed, "stats-output"); !file.empty()) {
        write_statistics(*report.solution.statistics, report.labels, file, report.coordinates);
    }
    if (const std::string file = text_of(parsed, "labels-output"); !file.empty()) {
        write_labels(report.labels, report.graph.n, file);
    }
}

}  // namespace apsp::cli
