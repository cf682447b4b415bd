// apsp-ocl table: distances from some vertices of a graph to some others.
#include <fmt/core.h>

#include <memory>

#include "apsp/apsp.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/json.hpp"
#include "cli/message.hpp"
#include "cli/pair_outputs.hpp"
#include "cli/progress.hpp"
#include "cli/shared_options.hpp"
#include "cli/standard_streams.hpp"

namespace apsp::cli {
namespace {

struct TableCommand {
    GraphFields graph;
    TableOptions options;
    std::string device, sources, targets, pairs, output;
    PairOutputs more;
    PairCheck check;
    bool json = false;
};

DistanceTable find(const TableCommand& asked, const GraphFile& file,
                   const std::vector<VertexPair>& pairs) {
    TableOptions options = asked.options;
    options.predecessors = !asked.more.predecessors.empty();
    ProgressLine line("solving");
    options.progress = line.callback();
    return in_names_of(file, [&] {
        return asked.pairs.empty() ? distance_table(file.graph, options)
                                   : distance_pairs(file.graph, pairs, options);
    });
}

void write(const TableCommand& asked, const GraphFile& file, const std::vector<VertexPair>& pairs,
           const DistanceTable& table, const std::string& output, PairValue value) {
    const ProgressLine line("writing");
    if (asked.pairs.empty()) {
        return write_table(table, output,
                           {file.labels, asked.options.sources, asked.options.targets}, value);
    }
    write_pairs(pairs, table, output, {.labels = &file.labels}, value);
}

/// The pairs of a table, row by row.
std::vector<VertexPair> all_pairs(const TableOptions& options, const DistanceTable& table) {
    const auto vertex = [](const std::vector<std::size_t>& named, std::size_t k) {
        return static_cast<std::uint32_t>(named.empty() ? k : named[k]);
    };
    std::vector<VertexPair> pairs;
    pairs.reserve(table.rows * table.columns);
    for (std::size_t i = 0; i < table.rows; ++i) {
        for (std::size_t j = 0; j < table.columns; ++j) {
            pairs.push_back({vertex(options.sources, i), vertex(options.targets, j)});
        }
    }
    return pairs;
}

int run(TableCommand& asked) {
    const std::string output = output_name(asked.output);
    check_table_writable(output);
    if (!asked.more.predecessors.empty()) check_table_writable(asked.more.predecessors);
    if (!asked.device.empty()) asked.options.device = select_device(list_devices(), asked.device);
    Stopwatch watch;
    const GraphFile file = load_graph(asked.graph);
    asked.options.sources = load_vertices(asked.sources, "sources", file);
    asked.options.targets = load_vertices(asked.targets, "targets", file);
    std::vector<VertexPair> pairs;
    if (!asked.pairs.empty()) {
        pairs = read_pairs(input_name(asked.pairs), file.labels, file.graph.vertices());
    }
    const double reading = watch.lap();
    const DistanceTable table = find(asked, file, pairs);
    const double solving = watch.lap();
    check_pairs(asked.check, file, [&](const VerifyOptions& check) {
        return asked.pairs.empty() ? verify(file.graph, table, asked.options, check)
                                   : verify(file.graph, table, pairs, check);
    });
    watch.lap();
    write(asked, file, pairs, table, output, PairValue::distance);
    if (!asked.more.predecessors.empty()) {
        write(asked, file, pairs, table, asked.more.predecessors, PairValue::predecessor);
    }
    const bool of_pairs = !asked.pairs.empty();
    if (!asked.more.paths.empty()) {
        write_paths_of(of_pairs ? pairs : all_pairs(asked.options, table), file, asked.more.paths);
    }
    const double writing = watch.lap();
    if (asked.json) {
        print_result({{"graph", file.graph.origin()},
                      {"n", file.graph.vertices()},
                      {"arcs", file.graph.arcs()},
                      {"sources", of_pairs ? Json() : Json(table.rows)},
                      {"targets", of_pairs ? Json() : Json(table.columns)},
                      {"pairs", of_pairs ? Json(pairs.size()) : Json()},
                      {"dtype", name(table.dtype)},
                      {"algorithm", name(table.algorithm)},
                      {"verification", check_json(asked.check)},
                      {"seconds", {{"read", reading}, {"solve", solving}, {"write", writing}}}});
    } else if (!is_quiet()) {
        fmt::print("graph      {}: {} vertices, {} arcs\n", file.graph.origin(),
                   file.graph.vertices(), file.graph.arcs());
        const std::string size = of_pairs ? fmt::format("{} pairs", pairs.size())
                                          : fmt::format("{} x {}", table.rows, table.columns);
        fmt::print("table      {}, {} ({})\n", size, name(table.dtype), name(table.algorithm));
        print_check(asked.check);
        fmt::print("time       read {:.3f} s, solve {:.3f} s, write {:.3f} s\n", reading, solving,
                   writing);
        fmt::print("written    {}\n", printable(shown_name(asked.output)));
    }
    return 0;
}

}  // namespace

std::function<int()> table_command(OptionList& list) {
    const auto asked = std::make_shared<TableCommand>();
    list.describe(
        "Distances from some vertices of a graph to some others, as a table, or of some pairs, at\n"
        "the cost of what is asked for and of the graph between them.\n\n"
        "Examples:\n"
        "  $ apsp-ocl table city.gr --sources depots.txt --targets customers.txt -o table.csv\n"
        "  $ apsp-ocl table roads.csv --undirected --targets stations.txt -o table.npy\n"
        "  $ apsp-ocl table city.gr --pairs trips.csv -o trips_with_distances.csv\n");
    list.positional("input", "FILE");
    list.add("i,input", text(asked->graph.file), "FILE", "Graph, as for --input of solve")
        .required()
        .reads();
    list.add("sources", text(asked->sources), "FILE",
             "The vertices of the rows, one per line (default: all)")
        .reads();
    list.add("targets", text(asked->targets), "FILE",
             "The vertices of the columns, one per line (default: all)")
        .reads();
    list.add("pairs", text(asked->pairs), "FILE",
             "Instead of a table, the distances of these pairs, as for --pairs of solve")
        .reads()
        .excludes("sources")
        .excludes("targets");
    list.add("o,output", text(asked->output), "FILE",
             "Write the table: .npy, or .csv or .tsv with names; - is standard output")
        .required()
        .writes();
    add_pair_outputs(list, asked->more, "as for --output");
    list.add("algo",
             choice(asked->options.algorithm, "algorithm", parse_algorithm, names_of(kAlgorithms)),
             "NAME", "auto or sparse (see docs/near.md); others solve for whole rows", "auto");
    add_device(list, asked->device, "Device for an algorithm that solves for whole rows");
    list.add("dtype", dtype_value(asked->options.dtype, "auto, "), "TYPE",
             "Element type: auto (the smallest that is proven safe), " + names_of(kDtypes), "auto");
    add_pair_check(list, asked->check);
    list.add_report(asked->json);
    add_reading(list, asked->graph.read, "input");
    return [asked] { return run(*asked); };
}

}  // namespace apsp::cli
