// apsp-ocl change: saved distances after some arcs of their graph have changed.
#include <fmt/core.h>

#include <cmath>
#include <memory>
#include <optional>

#include "apsp/apsp.hpp"
#include "base/stopwatch.hpp"
#include "cli/commands.hpp"
#include "cli/held_type.hpp"
#include "cli/json.hpp"
#include "cli/message.hpp"
#include "cli/progress.hpp"
#include "cli/shared_options.hpp"
#include "cli/standard_streams.hpp"
#include "io/vertex_lines.hpp"
#include "negative/negative_cycle.hpp"

namespace apsp::cli {
namespace {

struct ChangeCommand {
    GraphFields graph;
    std::string distances, predecessors, changes, output, paths_output;
    std::optional<Dtype> dtype;
    bool json = false;
};

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

int run(const ChangeCommand& asked) {
    const ReadOptions& read = asked.graph.read;
    const std::string changes_file = input_name(asked.changes);
    const std::string output = output_name(asked.output);
    check_writable(output);
    const GraphFile file = load_graph(asked.graph);
    Matrix before =
        held_distances(load_distances(asked.distances), asked.distances, file.graph, asked.dtype);
    const auto changes =
        read_changes(changes_file, file, before.dtype(), read.undirected, read.transpose);
    Paths paths;
    if (!asked.predecessors.empty()) paths = Paths(load_predecessors(asked.predecessors));
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
    if (!asked.paths_output.empty()) {
        const Matrix& predecessors = distances.paths().predecessors();
        write_matrix(predecessors, asked.paths_output, writing_line(predecessors).callback());
    }
    if (asked.json) {
        print_result(to_json(distances, changes.size(), report, seconds));
    } else if (!is_quiet()) {
        print_text(distances, changes.size(), report, seconds);
    }
    return 0;
}

}  // namespace

std::function<int()> change_command(OptionList& list) {
    const auto asked = std::make_shared<ChangeCommand>();
    list.describe(
        "Updates saved distances after arcs of their graph have changed, all in one step.\n\n"
        "Each line of the changes is source,target,weight: the arc is inserted, or gets that\n"
        "weight; \"inf\" or an empty field removes it. The graph is that of before the changes;\n"
        "its file is not written.\n\n"
        "Examples:\n"
        "  $ apsp-ocl change --graph city.gr --distances d.npy --changes c.csv --output d2.npy\n");
    add_graph(list, asked->graph, "Graph before the changes, as for --input of solve").required();
    list.add("distances", text(asked->distances), "FILE",
             "Its distances: .npy, .csv or .tsv, each also as .gz or .zst")
        .required()
        .reads();
    list.add("predecessors", text(asked->predecessors), "FILE",
             "Its predecessors, to be updated in --paths-output")
        .reads();
    list.add("changes", text(asked->changes), "FILE", "Changed arcs: source,target,weight lines")
        .required()
        .reads();
    list.add("o,output", text(asked->output), "FILE",
             "Write the updated distances; may be the file of --distances")
        .required()
        .writes("distances");
    add_paths_output(list, asked->paths_output, "Write the updated predecessors (.npy)")
        .writes("predecessors");
    list.add(
        "dtype", dtype_value(asked->dtype), "NAME",
        "Element type of the updated distances (default: that of the file): " + names_of(kDtypes));
    list.add_report(asked->json);
    add_reading(list, asked->graph.read, "graph");
    list.then([asked = asked.get()] {
        if (asked->predecessors.empty() == asked->paths_output.empty()) return;
        fail_usage("--predecessors and --paths-output need each other");
    });
    return [asked] { return run(*asked); };
}

}  // namespace apsp::cli
