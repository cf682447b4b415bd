// See solve_options.hpp.
#include "cli/solve_options.hpp"

#include <fmt/ranges.h>

#include "cli/budget.hpp"
#include "cli/graph_options.hpp"

namespace apsp::cli {
namespace {

constexpr std::size_t kDefaultVertices = 1024;

GeneratedInput understood(const std::optional<GeneratedInput>& input, std::string_view option,
                          std::string_view expected) {
    if (input) return *input;
    throw Error(ErrorKind::usage, fmt::format("{}: expected {}", option, expected));
}

}  // namespace

void add_input_options(cxxopts::Options& options) {
    auto add = options.add_options();
    add("i,input", "Graph: .gr, .mtx, .npy, .txt, .csv, .tsv, .graph, each also .gz",
        cxxopts::value<std::string>(), "FILE");
    add("random", "Generated graph: vertices, share of the arcs (1), seed (1)",
        cxxopts::value<std::string>(), "N[,DENSITY[,SEED]]");
    add("generate", "The same, also squares, ring, potential (negative weights), undirected",
        cxxopts::value<std::string>(), "NAME:N[,SEED]");
}

void check_one_input(const cxxopts::ParseResult& parsed) {
    if (parsed.count("input") + parsed.count("random") + parsed.count("generate") > 1) {
        throw Error(ErrorKind::usage, "--input, --random and --generate exclude each other");
    }
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
                          "NAME:N[,DENSITY[,SEED]]; there are: " +
                              fmt::format("{}", fmt::join(generator_names(), ", ")));
    }
    return GeneratedInput{.n = kDefaultVertices};
}

GraphFile load_graph(const cxxopts::ParseResult& parsed,
                     const std::function<void(const GeneratedInput&)>& check) {
    const auto input = generated_input(parsed);
    if (!input) return load_graph_file(text_of(parsed, "input"), parsed);
    check(*input);
    return {generate(*input), {}};
}

void add_kernel_options(cxxopts::Options& options) {
    auto add = options.add_options();
    add("variant",
        "On OpenCL: gpu or cpu kernels; on cpu: avx512, avx2, baseline, and for fw openmp, serial\n"
        "(more: apsp-ocl ladder --help)",
        cxxopts::value<std::string>(), "NAME");
    add("tile", "Edge of the tiles that are closed", cxxopts::value<std::size_t>(), "T");
    add("block", "Pivots of an outer block, a multiple of the tile", cxxopts::value<std::size_t>(),
        "B");
    add("no-tuning", "Ignore what apsp-ocl tune found for the device");
    add("dtype", "Element type: auto (the smallest that is proven safe), " + names_of(kDtypes),
        cxxopts::value<std::string>()->default_value("auto"), "TYPE");
    add("semiring", "What counts: " + names_of(kSemirings) + " (see README)",
        cxxopts::value<std::string>()->default_value("min-plus"), "NAME");
}

SolveOptions kernel_options(const cxxopts::ParseResult& parsed) {
    SolveOptions options;
    if (const auto dtype = text_of(parsed, "dtype");
        parsed.count("dtype") != 0 && dtype != "auto") {
        options.dtype = parse_dtype(dtype);
        if (!options.dtype) {
            throw Error(ErrorKind::usage, fmt::format("no element type \"{}\"; there are: auto, {}",
                                                      dtype, names_of(kDtypes)));
        }
    }
    options.semiring = semiring_option(parsed);
    options.use_tuning = parsed.count("no-tuning") == 0;
    if (parsed.count("memory-limit") != 0) {
        options.memory_limit = parse_bytes(text_of(parsed, "memory-limit"), "--memory-limit");
    }
    options.variant = text_of(parsed, "variant");
    if (parsed.count("tile") != 0) options.tile = parsed["tile"].as<std::size_t>();
    if (parsed.count("block") != 0) options.block = parsed["block"].as<std::size_t>();
    return options;
}

std::string paths_output(const cxxopts::ParseResult& parsed) {
    std::string file = text_of(parsed, "paths-output");
    if (file.empty()) return file;
    if (!file.ends_with(".npy")) {
        throw Error(ErrorKind::usage, fmt::format("--paths-output {}: expected a .npy file", file));
    }
    check_writable(file);
    return file;
}

bool wants_statistics(const cxxopts::ParseResult& parsed) {
    return parsed.count("stats") + parsed.count("stats-output") != 0;
}

void check_tables(const cxxopts::ParseResult& parsed) {
    if (parsed.count("stats-output") != 0) {
        check_statistics_writable(text_of(parsed, "stats-output"));
    }
    if (parsed.count("labels-output") != 0) check_folder(text_of(parsed, "labels-output"));
}

void write_tables(const cxxopts::ParseResult& parsed, const std::optional<Statistics>& statistics,
                  const Labels& labels, std::size_t n) {
    if (const std::string file = text_of(parsed, "stats-output"); !file.empty()) {
        write_statistics(*statistics, labels, file);
    }
    if (const std::string file = text_of(parsed, "labels-output"); !file.empty()) {
        write_labels(labels, n, file);
    }
}

}  // namespace apsp::cli
