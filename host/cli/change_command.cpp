// apsp-ocl change: saved distances after some arcs of their graph have changed.
#include <fmt/core.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "apsp/apsp.hpp"
#include "base/parse_number.hpp"
#include "base/stopwatch.hpp"
#include "cli/commands.hpp"
#include "cli/graph_options.hpp"
#include "cli/progress.hpp"
#include "cli/vertex_list.hpp"
#include "graph/negative_cycle.hpp"
#include "io/input_file.hpp"

namespace apsp::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r";
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// Takes what is before the separator off the text, and the separator.
std::string_view take(std::string_view& text, char separator) {
    const std::size_t end = text.find(separator);
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return taken;
}

/// A label may stand between double quotes.
std::string_view take_label(std::string_view& text) {
    text = trimmed(text);
    if (!text.starts_with('"')) return trimmed(take(text, ','));
    text.remove_prefix(1);
    const std::string_view label = take(text, '"');
    take(text, ',');
    return label;
}

/// "source,target,weight" lines, by the labels of the graph's file.
class ChangesFile {
  public:
    ChangesFile(const std::string& path, const GraphFile& graph) : file_(path), graph_(graph) {}

    std::vector<ArcChange> read(bool undirected, bool transpose) {
        std::vector<ArcChange> changes;
        std::string_view text = file_.bytes();
        for (std::size_t line = 1; !text.empty(); ++line) {
            std::string_view rest = trimmed(take(text, '\n'));
            if (rest.empty() || (line == 1 && rest == "source,target,weight")) continue;
            const auto source = vertex(take_label(rest), line);
            const auto target = vertex(take_label(rest), line);
            const double w = weight(trimmed(rest), line);
            const ArcChange change = {transpose ? target : source, transpose ? source : target, w};
            changes.push_back(change);
            if (undirected) changes.push_back({change.target, change.source, w});
        }
        return changes;
    }

  private:
    std::uint32_t vertex(std::string_view label, std::size_t line) const {
        const auto found = graph_.labels.find(label);
        if (found && *found < graph_.graph.vertices()) return static_cast<std::uint32_t>(*found);
        fail(line, fmt::format("a vertex of {}", graph_.graph.origin()), label);
    }
    double weight(std::string_view text, std::size_t line) const {
        double w = infinity<double>();
        if (!text.empty() && !parse_whole(text, w)) {
            fail(line, "a weight, or inf or nothing for no arc", text);
        }
        return w;
    }
    [[noreturn]] void fail(std::size_t line, const std::string& expected,
                           std::string_view found) const {
        throw Error(ErrorKind::bad_input, fmt::format("{}:{}: expected {}, found \"{}\"",
                                                      file_.name(), line, expected, found));
    }

    InputFile file_;
    const GraphFile& graph_;
};

void print_text(const DynamicDistances& distances, std::size_t changes, const ChangeReport& report,
                double seconds) {
    const std::string how = report.solved
                                ? "solved anew"
                                : fmt::format("{} pairs computed again, {} x {} relaxed",
                                              report.recomputed, report.rows, report.columns);
    fmt::print("changed    {} arcs: {} ({:.3f} s)\n", changes, how, seconds);
    fmt::print("distances  {} vertices, {}{}\n", distances.distances().n(),
               name(distances.distances().dtype()),
               distances.paths().n() != 0 ? ", with predecessors" : "");
}

Json to_json(const DynamicDistances& distances, std::size_t changes, const ChangeReport& report,
             double seconds) {
    return {{"n", distances.distances().n()},
            {"dtype", name(distances.distances().dtype())},
            {"changes", changes},
            {"solved", report.solved},
            {"recomputed", report.recomputed},
            {"rows", report.rows},
            {"columns", report.columns},
            {"seconds", seconds}};
}

}  // namespace

cxxopts::Options change_options(const std::string& command) {
    cxxopts::Options options(
        "apsp-ocl " + command,
        "Changes saved distances as arcs of their graph change, all as one step.\n\n"
        "Example: apsp-ocl change --graph city.gr --distances d.npy --changes c.csv\n"
        "                         --output d2.npy\n\n"
        "Each line of the changes is source,target,weight: the arc is inserted, or gets that\n"
        "weight; \"inf\" or nothing removes it. The graph's file, which is that of before the\n"
        "changes, is not written.\n");
    auto add = options.add_options();
    add("graph", "Graph before the changes, as --input of solve", text(), "FILE");
    add("distances", "Its distances: .npy, .csv or .tsv, each also .gz", text(), "FILE");
    add("predecessors", "Its predecessors, which --paths-output then gets changed", text(), "FILE");
    add("changes", "Changed arcs: source,target,weight lines", text(), "FILE");
    add("o,output", "Where the changed distances go; may be the file of the others", text(),
        "FILE");
    add("paths-output", "Where the changed predecessors go (.npy)", text(), "FILE");
    add("json", "Print one JSON object");
    add("h,help", "Print this");
    add_graph_options(options);
    return options;
}

int change_command(const std::string& command, const cxxopts::ParseResult& parsed) {
    check_no_arguments(parsed, "apsp-ocl " + command);
    const std::string distances_file = needed(parsed, "distances", command);
    const std::string changes_file = needed(parsed, "changes", command);
    const std::string output = needed(parsed, "output", command);
    const std::string predecessors_file = text_of(parsed, "predecessors");
    const std::string paths_output = text_of(parsed, "paths-output");
    if (predecessors_file.empty() != paths_output.empty()) {
        throw Error(ErrorKind::usage, "--predecessors and --paths-output need each other");
    }
    check_writable(output);
    if (!paths_output.empty()) check_writable(paths_output);
    const GraphFile file = load_graph_file(needed(parsed, "graph", command), parsed);
    const auto changes = ChangesFile(changes_file, file)
                             .read(parsed.count("undirected") != 0, parsed.count("transpose") != 0);
    Paths paths;
    if (!predecessors_file.empty()) paths = Paths(read_predecessors(predecessors_file));
    DynamicDistances distances(file.graph,
                               read_matrix(distances_file, ProgressLine("reading").callback()),
                               std::move(paths));

    const Stopwatch watch;
    ChangeReport report;
    try {
        report = distances.change(changes);
    } catch (const NegativeCycle& cycle) {
        throw Error(cycle.kind(),
                    negative_cycle_message(file.graph.origin() + " with " + changes_file, cycle,
                                           file.labels));
    }
    const double seconds = watch.seconds();
    write_matrix(distances.distances(), output, ProgressLine("writing").callback());
    if (!paths_output.empty()) write_matrix(distances.paths().predecessors(), paths_output);
    if (parsed.count("json") != 0) {
        std::cout << to_json(distances, changes.size(), report, seconds).dump(2) << '\n';
    } else {
        print_text(distances, changes.size(), report, seconds);
    }
    return 0;
}

}  // namespace apsp::cli
