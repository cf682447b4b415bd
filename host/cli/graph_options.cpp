// See graph_options.hpp.
#include "cli/graph_options.hpp"

#include <fmt/core.h>

#include "cli/message.hpp"
#include "cli/progress.hpp"

namespace apsp::cli {

void add_graph_options(cxxopts::Options& options) {
    auto add = options.add_options("Graph");
    add("format",
        "What the graph's file holds, if its name does not tell: gr, mtx, npy, edges, csv, "
        "tsv, metis, dense",
        cxxopts::value<std::string>(), "NAME");
    add("source-column", "Column of an edge list, by name or number from 1",
        cxxopts::value<std::string>(), "COLUMN");
    add("target-column", "The same", cxxopts::value<std::string>(), "COLUMN");
    add("weight-column", "The same", cxxopts::value<std::string>(), "COLUMN");
    add("undirected", "Each arc leads both ways");
    add("unweighted", "Every arc has weight 1");
    add("transpose", "Turn each arc round");
    add("zero-is-no-edge", "In dense matrices, 0 is no arc");
}

std::string text_of(const cxxopts::ParseResult& parsed, const std::string& option) {
    return parsed.count(option) == 0 ? "" : parsed[option].as<std::string>();
}

std::string needed(const cxxopts::ParseResult& parsed, const std::string& option,
                   std::string_view command) {
    std::string text = text_of(parsed, option);
    if (text.empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("{0} needs --{1}; see apsp-ocl {0} --help", command, option));
    }
    return text;
}

void check_no_arguments(const cxxopts::ParseResult& parsed, std::string_view command) {
    if (parsed.unmatched().empty()) return;
    throw Error(ErrorKind::usage, fmt::format("unknown argument \"{}\"; see apsp-ocl {} --help",
                                              parsed.unmatched().front(), command));
}

ReadOptions graph_options(const cxxopts::ParseResult& parsed) {
    ReadOptions options;
    if (parsed.count("format") != 0) {
        const std::string format = text_of(parsed, "format");
        options.format = parse_graph_format(format);
        if (!options.format) {
            throw Error(ErrorKind::usage, fmt::format("no format \"{}\"; there are: {}", format,
                                                      names_of(kGraphFormats)));
        }
    }
    options.source_column = text_of(parsed, "source-column");
    options.target_column = text_of(parsed, "target-column");
    options.weight_column = text_of(parsed, "weight-column");
    options.undirected = parsed.count("undirected") != 0;
    options.unweighted = parsed.count("unweighted") != 0;
    options.transpose = parsed.count("transpose") != 0;
    options.zero_is_no_edge = parsed.count("zero-is-no-edge") != 0;
    if (options.unweighted && !options.weight_column.empty()) {
        throw Error(ErrorKind::usage, "--unweighted and --weight-column exclude each other");
    }
    return options;
}

Semiring semiring_option(const cxxopts::ParseResult& parsed) {
    if (parsed.count("semiring") == 0) return Semiring::min_plus;
    const std::string text = text_of(parsed, "semiring");
    if (const auto known = parse_semiring(text)) return *known;
    throw Error(ErrorKind::usage,
                fmt::format("no semiring \"{}\"; there are: {}", text, names_of(kSemirings)));
}

GraphFile load_graph_file(const std::string& path, const cxxopts::ParseResult& parsed,
                          std::string_view program) {
    ReadOptions options = graph_options(parsed);
    if (prefers_large(semiring_option(parsed))) options.parallel = Parallel::largest;
    GraphFile file = read_graph(path, options, ProgressLine("reading").callback());
    if (program.empty()) return file;
    for (const std::string& note : file.notes) {
        fmt::print(stderr, "{}: note: {}\n", program, in_program_words(note));
    }
    return file;
}

}  // namespace apsp::cli
