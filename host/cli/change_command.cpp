// apsp-ocl change: saved distances after some arcs of their graph have changed.
#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "apsp/apsp.hpp"
#include "base/stopwatch.hpp"
#include "cli/check_options.hpp"
#include "cli/commands.hpp"
#include "cli/graph_options.hpp"
#include "cli/held_type.hpp"
#include "cli/message.hpp"
#include "cli/print_object.hpp"
#include "cli/progress.hpp"
#include "cli/standard_streams.hpp"
#include "io/vertex_lines.hpp"
#include "negative/negative_cycle.hpp"

namespace apsp::cli {
namespace {

using Json = nlohmann::ordered_json;

/// "source,target,weight" lines, by the labels of the graph's file, for distances of this type.
std::vector<ArcChange> read_changes(const std::string& path, const GraphFile& graph, Dtype dtype,
                                    bool undirected, bool transpose) {
    const InputFile file(path);
    VertexLines lines(file, graph.labels, graph.graph.vertices());
    std::vector<ArcChange> changes;
    for (VertexPair ends{}; lines.next(ends);) {
        if (lines.scanner().at_line_end()) {
            lines.scanner().fail("a weight", "the end of the line; to remove the arc, write inf");
        }
        const std::string_view text = lines.field();
        const double weight = text.empty() || is_infinite(text)
                                  ? infinity<double>()
                                  : lines.scanner().number_of(text, NumberKind::weight);
        if (is_integral(dtype) && weight != std::trunc(weight)) {
            throw Error(ErrorKind::bad_input,
                        fmt::format("{}:{}: the distances are of type {}, which cannot hold the "
                                    "weight {}; --dtype f64 can",
                                    path, lines.scanner().line(), name(dtype), weight));
        }
        if (transpose) std::swap(ends.source, ends.target);
        changes.push_back({ends.source, ends.target, weight});
        if (undirected) changes.push_back({ends.target, ends.source, weight});
    }
    print_notes(lines.scanner().notes());
    return changes;
}

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
        "Updates saved distances after arcs of their graph have changed, all in one step.\n\n"
        "Each line of the changes is source,target,weight: the arc is inserted, or gets that\n"
        "weight; \"inf\" or an empty field removes it. The graph is that of before the changes;\n"
        "its file is not written.\n\n"
        "Examples:\n"
        "  $ apsp-ocl change --graph city.gr --distances d.npy --changes c.csv --output d2.npy\n");
    auto add = options.add_options();
    add("graph", "Graph before the changes, as for --input of solve", text(), "FILE");
    add("distances", "Its distances: .npy, .csv or .tsv, each also as .gz or .zst", text(), "FILE");
    add("predecessors", "Its predecessors, to be updated in --paths-output", text(), "FILE");
    add("changes", "Changed arcs: source,target,weight lines", text(), "FILE");
    add("o,output", "Write the updated distances; may be the file of --distances", text(), "FILE");
    add("paths-output", "Write the updated predecessors (.npy)", text(), "FILE");
    add("dtype",
        "Element type of the updated distances (default: that of the file): " + names_of(kDtypes),
        text(), "NAME");
    add_report_options(options);
    add_graph_options(options);
    return options;
}

int change_command(const std::string& command, const cxxopts::ParseResult& parsed) {
    check_no_arguments(parsed, "apsp-ocl " + command);
    // Both may be updated in place.
    check_files(parsed, {"graph", "predecessors", "changes"}, {"output"});
    check_files(parsed, {"graph", "distances", "changes", "output"}, {"paths-output"});
    const std::string distances_file = needed(parsed, "distances", command);
    const std::string changes_file = input_name(needed(parsed, "changes", command));
    const std::string output = output_name(needed(parsed, "output", command));
    const std::string predecessors_file = text_of(parsed, "predecessors");
    const std::string paths_output = text_of(parsed, "paths-output");
    if (predecessors_file.empty() != paths_output.empty()) {
        throw Error(ErrorKind::usage, "--predecessors and --paths-output need each other");
    }
    check_writable(output);
    if (!paths_output.empty()) check_npy_output("paths-output", paths_output);
    const GraphFile file = load_graph_file(needed(parsed, "graph", command), parsed);
    Matrix before = held_distances(
        read_matrix(distances_file, reading_line(distances_file).callback()), distances_file,
        file.graph, parse_option(parsed, "dtype", parse_dtype, "element type", names_of(kDtypes)));
    const auto changes =
        read_changes(changes_file, file, before.dtype(), parsed.count("undirected") != 0,
                     parsed.count("transpose") != 0);
    Paths paths;
    if (!predecessors_file.empty())
        paths =
            Paths(read_predecessors(predecessors_file, reading_line(predecessors_file).callback()));
    DynamicDistances distances(file.graph, std::move(before), std::move(paths));

    const Stopwatch watch;
    ChangeReport report;
    try {
        const ProgressLine line("changing");
        report = in_names_of(file.labels, [&] { return distances.change(changes); });
    } catch (const NegativeCycle& cycle) {
        throw Error(cycle.kind(),
                    negative_cycle_message(file.graph.origin() + " with " + changes_file, cycle,
                                           file.labels));
    }
    const double seconds = watch.seconds();
    write_matrix(distances.distances(), output, writing_line(distances.distances()).callback());
    if (!paths_output.empty()) {
        const Matrix& predecessors = distances.paths().predecessors();
        write_matrix(predecessors, paths_output, writing_line(predecessors).callback());
    }
    if (parsed.count("json") != 0) {
        print_result(to_json(distances, changes.size(), report, seconds));
    } else if (!is_quiet()) {
        print_text(distances, changes.size(), report, seconds);
    }
    return 0;
}

}  // namespace apsp::cli
