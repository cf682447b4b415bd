// See graph_options.hpp.
#include "cli/graph_options.hpp"

#include <cmath>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "cli/message.hpp"
#include "cli/progress.hpp"
#include "cli/standard_streams.hpp"
#include "io/hints.hpp"
#include "io/numbers.hpp"
#include "negative/negative_cycle.hpp"

namespace apsp::cli {
namespace {

std::optional<double> no_arc_option(const cxxopts::ParseResult& parsed) {
    if (parsed.count("no-arc") == 0) return {};
    const std::string word = text_of(parsed, "no-arc");
    double value = 0;
    if (is_word_of_no_arc(word) && !is_infinite(word)) return std::nan("");
    const std::string_view digits = std::string_view(word).substr(word.starts_with('+') ? 1 : 0);
    if (!parse_whole(digits, value) || std::isinf(value)) {
        throw Error(ErrorKind::usage,
                    fmt::format("--no-arc: expected a number, or nan, found \"{}\"", word));
    }
    return value;
}

ReadOptions read_options(const cxxopts::ParseResult& parsed) {
    const auto given = [&](const char* option) { return parsed.count(option) != 0; };
    const ReadOptions options = {
        .format =
            parse_option(parsed, "format", parse_graph_format, "format", names_of(kGraphFormats)),
        .source_column = text_of(parsed, "source-column"),
        .target_column = text_of(parsed, "target-column"),
        .weight_column = text_of(parsed, "weight-column"),
        .label_column = text_of(parsed, "label-column"),
        .undirected = given("undirected"),
        .unweighted = given("unweighted"),
        .transpose = given("transpose"),
        .zero_is_no_edge = given("zero-is-no-edge"),
        .index = index_option(parsed),
        .no_arc = no_arc_option(parsed),
        .first_line = parse_option(parsed, "first-line", parse_first_line, "first line",
                                   names_of(kFirstLines)),
        .parallel = prefers_large(semiring_option(parsed)) ? Parallel::largest : Parallel::smallest,
    };
    if (options.unweighted && !options.weight_column.empty()) {
        throw Error(ErrorKind::usage, "--unweighted and --weight-column exclude each other");
    }
    return options;
}

}  // namespace

void add_graph_options(cxxopts::Options& options) {
    auto add = options.add_options("Graph");
    add("format",
        "Format of the graph's file, if its name does not tell it: " + names_of(kGraphFormats),
        text(), "NAME");
    add("source-column", "Column of the sources in an edge list, by name or by number from 1",
        text(), "COLUMN");
    add("target-column", "Column of the targets, likewise", text(), "COLUMN");
    add("weight-column",
        "Column of the weights, likewise; in GraphML, GML and GEXF, the name of the data", text(),
        "COLUMN");
    add("label-column",
        "Data that name the vertices in GraphML; id: their ids, in GML and GEXF, too", text(),
        "NAME");
    add("undirected", "Make each arc lead both ways");
    add("unweighted", "Give every arc weight 1");
    add("transpose", "Reverse each arc");
    add("zero-is-no-edge", "Treat 0 in dense matrices as no arc");
    add("index",
        "Call the vertices N, N + 1, ... (default: from 1 in .gr, .mtx and METIS, else from 0)",
        text(), "N");
    add("no-arc", "Treat this value in dense matrices, such as -1, 9999 or nan, as no arc", text(),
        "X");
    add("first-line",
        "What the first line of an edge list or a text matrix is, if the file does not tell: " +
            names_of(kFirstLines),
        text(), "KIND");
}

std::optional<std::int64_t> index_option(const cxxopts::ParseResult& parsed) {
    return number_of<std::int64_t>(parsed, "index");
}

void add_negative_cycles_option(cxxopts::Options& options) {
    options.add_options()(
        "negative-cycles",
        "With minus-infinity, pairs whose path may go round a negative cycle get -inf "
        "and\nall others their distances; with refuse, such a graph is refused (exit "
        "code 5)",
        text("refuse"), "NAME");
}

NegativeCycles negative_cycles_option(const cxxopts::ParseResult& parsed) {
    const auto chosen = parse_option(parsed, "negative-cycles", parse_negative_cycles, "treatment",
                                     names_of(kNegativeCycles))
                            .value_or(NegativeCycles::refuse);
    check_negative_cycles(chosen, semiring_option(parsed));
    return chosen;
}

Semiring semiring_option(const cxxopts::ParseResult& parsed) {
    return parse_option(parsed, "semiring", parse_semiring, "semiring", names_of(kSemirings))
        .value_or(Semiring::min_plus);
}

GraphFile load_graph_file(const std::string& path, const cxxopts::ParseResult& parsed,
                          std::string_view program) {
    const std::string name = input_name(path);
    GraphFile file = read_graph(name, read_options(parsed), reading_line(name).callback());
    if (!program.empty()) print_notes(file.notes, program);
    return file;
}

void print_notes(const std::vector<std::string>& notes, std::string_view program) {
    for (const std::string& note : notes) cli::note(program, "note", in_program_words(note));
}

}  // namespace apsp::cli
