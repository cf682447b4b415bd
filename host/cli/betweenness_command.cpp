// apsp-ocl betweenness: the loads of a graph's vertices and arcs.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "apsp/apsp.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/json.hpp"
#include "cli/message.hpp"
#include "cli/progress.hpp"
#include "cli/shared_options.hpp"
#include "cli/standard_streams.hpp"
#include "cli/vertex_list.hpp"

namespace apsp::cli {
namespace {

struct BetweennessCommand {
    GraphFields graph;
    std::string output, arcs_output, counts_output;
    std::string device, sources, targets, source_weights, target_weights;
    bool raw = false, verify = false, json = false;
    BetweennessOptions options;
};

/// What a list of vertices or a file says of each vertex; nothing if neither is given.
std::vector<double> weights_of(const std::string& list, const std::string& file,
                               const GraphFile& graph, const char* option) {
    const std::size_t n = graph.graph.vertices();
    if (!file.empty()) return read_vertex_weights(input_name(file), graph.labels, n);
    std::vector<double> weights;
    if (list.empty()) return weights;
    weights.assign(n, 0);
    for (const std::size_t v : parse_vertices(list, graph.labels, n, option)) weights[v] = 1;
    return weights;
}

/// The question, in terms of the file's vertices.
BetweennessOptions question(const BetweennessCommand& asked, const GraphFile& file) {
    BetweennessOptions options = asked.options;
    if (!asked.device.empty()) options.device = select_device(list_devices(), asked.device);
    options.arcs = asked.verify || !asked.arcs_output.empty();
    options.source_weights = weights_of(asked.sources, asked.source_weights, file, "--sources");
    options.target_weights = weights_of(asked.targets, asked.target_weights, file, "--targets");
    return options;
}

Betweenness find(const GraphFile& file, const BetweennessOptions& options) {
    const ProgressLine line("counting paths");
    return in_names_of(file, [&] { return betweenness(file.graph, options); });
}

void check(const GraphFile& file, const Betweenness& found, const BetweennessOptions& options) {
    const ProgressLine line("verifying");
    const Verification verified = verify(file.graph, found, options, &file.labels);
    if (verified.ok) return;
    throw Error(ErrorKind::verification, "verification failed: " + verified.failure);
}

/// A matrix of the numbers of shortest paths of all pairs, row by row.
void write_counts(const GraphFile& file, const std::string& output) {
    const std::size_t n = file.graph.vertices();
    std::vector<std::size_t> sources(n);
    std::iota(sources.begin(), sources.end(), 0);
    RowWriter writer(output, n, n, Dtype::f64);
    Matrix row(1, n, Dtype::f64);
    count_shortest_paths(file.graph, sources, [&](std::size_t, std::span<const double> counts) {
        std::ranges::copy(counts, row.row<double>(0).begin());
        writer.write(row, {0, 1});
    });
    writer.commit();
}

void print(const BetweennessCommand& asked, const GraphFile& file, const Betweenness& found,
           double seconds) {
    const std::size_t n = file.graph.vertices();
    const auto largest = std::ranges::max_element(found.vertices);
    const auto at = static_cast<std::size_t>(largest - found.vertices.begin());
    const std::string vertex = file.labels.name(at);
    if (asked.json) {
        Json report = {{"graph",
                        {{"source", file.graph.origin()},
                         {"n", n},
                         {"arcs", file.graph.arcs()},
                         {"directed", !file.graph.symmetric()}}},
                       {"method", name(found.method)},
                       {"device", found.device ? Json(found.device->name) : Json(nullptr)},
                       {"pairs", json_number(found.pairs)},
                       {"normalized", !asked.raw},
                       {"verified", asked.verify ? Json(true) : Json(nullptr)},
                       {"largest", {{"vertex", vertex}, {"betweenness", json_number(*largest)}}},
                       {"seconds", seconds}};
        if (!found.errors.empty()) {
            report["sample"] = asked.options.sample;
            report["largest"]["error"] = json_number(found.errors[at]);
        }
        print_result(report);
        return;
    }
    if (is_quiet()) return;
    fmt::print("graph      {}: {} vertices, {} arcs\n", file.graph.origin(), n, file.graph.arcs());
    fmt::print("counted    shortest paths of {} pairs, by {}{} ({:.3f} s)\n", plain(found.pairs),
               name(found.method), found.device ? " on " + found.device->name : "", seconds);
    if (!found.errors.empty()) {
        fmt::print("sample     {} sources, drawn with seed {}\n", asked.options.sample,
                   asked.options.seed);
    }
    if (asked.verify) fmt::print("verified   yes (distances)\n");
    fmt::print("largest    {}{} of vertex {}\n", plain(*largest),
               found.errors.empty()
                   ? ""
                   : fmt::format(", with a standard error of {},", plain(found.errors[at])),
               printable(vertex));
    for (const std::string* written : {&asked.output, &asked.arcs_output, &asked.counts_output}) {
        if (!written->empty()) fmt::print("written    {}\n", printable(*written));
    }
}

int run(const BetweennessCommand& asked) {
    for (const std::string* output : {&asked.output, &asked.arcs_output}) {
        if (!output->empty()) check_statistics_writable(*output);
    }
    if (!asked.counts_output.empty()) {
        check_writable(asked.counts_output);
        if (!RowWriter::takes(asked.counts_output)) {
            fail_usage("--counts-output {}: expected .npy, .csv or .tsv", asked.counts_output);
        }
    }
    const GraphFile file = load_graph(asked.graph);
    const Stopwatch watch;
    const BetweennessOptions options = question(asked, file);
    Betweenness found = find(file, options);
    const double seconds = watch.seconds();
    if (asked.verify) check(file, found, options);
    if (!asked.raw) {
        const std::size_t n = file.graph.vertices();
        for (double& load : found.vertices) load /= pairs_past_vertex(n, asked.options.endpoints);
        for (double& error : found.errors) error /= pairs_past_vertex(n, asked.options.endpoints);
        for (double& load : found.arcs) load /= pairs_past_arc(n);
    }
    if (!asked.output.empty()) write_vertex_loads(found, file.labels, asked.output);
    if (!asked.arcs_output.empty()) {
        write_arc_loads(file.graph, found.arcs, file.labels, asked.arcs_output);
    }
    if (!asked.counts_output.empty()) write_counts(file, asked.counts_output);
    print(asked, file, found, seconds);
    return 0;
}

}  // namespace

std::function<int()> betweenness_command(OptionList& list) {
    const auto asked = std::make_shared<BetweennessCommand>();
    list.describe(
        "How many of a graph's shortest paths pass each vertex, and each arc: betweenness. Where\n"
        "several paths of a pair are shortest, each counts for its share.\n\n"
        "Values are divided by the number of ordered pairs, as NetworkX does; --raw leaves them "
        "as\n"
        "sums over ordered pairs. An undirected edge is two arcs, whose values add up.\n\n"
        "Examples:\n"
        "  $ apsp-ocl betweenness -i city.gr --output crossings.csv --arcs-output streets.csv\n"
        "  $ apsp-ocl betweenness -i roads.csv --undirected --sources Bern,Thun --raw --json\n");
    list.add("i,input", text(asked->graph.file), "FILE", "Graph, as for --input of solve")
        .required()
        .reads();
    list.positional("input", "[FILE]");
    list.add("o,output", text(asked->output), "FILE",
             "Write a line per vertex: its label and its value (.csv or .tsv)")
        .writes();
    list.add("arcs-output", text(asked->arcs_output), "FILE",
             "Write a line per arc: source, target and value (.csv or .tsv)")
        .writes();
    list.add("counts-output", text(asked->counts_output), "FILE",
             "Write the number of shortest paths of each pair, a matrix (.npy, .csv or .tsv)")
        .writes();
    list.add("raw", set(asked->raw), "Write sums over all ordered pairs, not divided");
    list.add("endpoints", set(asked->options.endpoints),
             "Count a path for its first and last vertex, too");
    list.add("sources", text(asked->sources), "LIST",
             "Only paths from these vertices, as in 0,5,10-19")
        .excludes("source-weights");
    list.add("targets", text(asked->targets), "LIST", "Only paths to these vertices")
        .excludes("target-weights");
    list.add("source-weights", text(asked->source_weights), "FILE",
             "Count paths by the weight of their source, such as people: lines of vertex and "
             "weight; "
             "others\nhave 0")
        .reads();
    list.add("target-weights", text(asked->target_weights), "FILE",
             "The same for the target; a pair counts by the product")
        .reads();
    list.add("cutoff", number(asked->options.cutoff, 0.0), "D",
             "Only pairs of at most this distance");
    list.add("tolerance", number(asked->options.tolerance, 0.0), "T",
             "Round weights to multiples of T first, so that sums of fractions that differ by less "
             "tie",
             "0");
    list.add("sample", number(asked->options.sample, std::size_t{2}), "K",
             "Paths from K sources stand for those from all; each value gets its standard error");
    list.add("seed", number(asked->options.seed), "SEED", "Draws the sources of --sample", "1");
    list.add("verify", set(asked->verify),
             "Check the values against the distances, which are found without counting paths")
        .excludes("sample");
    list.add("method",
             choice(asked->options.method, "method", parse_betweenness_method,
                    names_of(kBetweennessMethods)),
             "NAME", "How paths are counted: " + names_of(kBetweennessMethods), "auto");
    add_device(list, asked->device,
               "Device that counts; without it, and where weights that differ are searched,\nthe "
               "processor does");
    list.add_report(asked->json);
    add_reading(list, asked->graph.read, "input");
    return [asked] { return run(*asked); };
}

}  // namespace apsp::cli
