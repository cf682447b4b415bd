// apsp-ocl near: the pairs of a graph within a distance, or the nearest of each vertex.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

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

struct NearCommand {
    GraphFields graph;
    NearOptions options;
    std::string device, sources, among, output, counts_output;
    PairOutputs more;
    PairCheck check;
    bool json = false;
};

struct NearSeconds {
    double read = 0, find = 0, write = 0;
};

/// Fills several files.
class SeveralSinks : public NearSink {
  public:
    void add(std::unique_ptr<NearSink> sink) { sinks_.push_back(std::move(sink)); }
    void begin(const NearPairs& sizes) override {
        for (const auto& sink : sinks_) sink->begin(sizes);
    }
    void take(std::size_t first, std::span<const NearPairs::Row> rows) override {
        for (const auto& sink : sinks_) sink->take(first, rows);
    }
    void end() override {
        for (const auto& sink : sinks_) sink->end();
    }

  private:
    std::vector<std::unique_ptr<NearSink>> sinks_;
};

/// A file of pairs, and what it has of them.
struct PairFile {
    std::string name;
    PairValue value;
};

/// Fills the files while pairs are found; null if that cannot be or the pairs are needed later.
std::unique_ptr<NearSink> sink_for(const std::vector<PairFile>& files, const NearCommand& asked) {
    auto all = std::make_unique<SeveralSinks>();
    for (const PairFile& file : files) {
        auto sink = near_file(file.name, file.value);
        if (sink == nullptr) return nullptr;
        all->add(std::move(sink));
    }
    const bool needed = asked.check.asked || !asked.more.paths.empty();
    return files.empty() || needed ? nullptr : std::move(all);
}

Json to_json(const GraphFile& file, const NearCommand& asked, const NearPairs& near,
             const NearSeconds& seconds) {
    return {
        {"graph", file.graph.origin()},
        {"n", near.n},
        {"arcs", file.graph.arcs()},
        {"sources", near.rows.size()},
        {"cutoff", std::isinf(asked.options.cutoff) ? Json() : Json(asked.options.cutoff)},
        {"nearest", asked.options.nearest == 0 ? Json() : Json(asked.options.nearest)},
        {"pairs", near.size()},
        {"dtype", name(near.dtype)},
        {"algorithm", name(near.algorithm)},
        {"device", near.device ? Json(near.device->name) : Json(nullptr)},
        {"verification", check_json(asked.check)},
        {"seconds", {{"read", seconds.read}, {"find", seconds.find}, {"write", seconds.write}}}};
}

void print_text(const GraphFile& file, const NearPairs& near, const NearCommand& asked,
                const NearSeconds& seconds) {
    std::size_t least = near.n, most = 0;
    for (const NearPairs::Row& row : near.rows) {
        least = std::min(least, row.size);
        most = std::max(most, row.size);
    }
    const auto sources = static_cast<double>(std::max<std::size_t>(near.rows.size(), 1));
    fmt::print("graph      {}: {} vertices, {} arcs\n", file.graph.origin(), near.n,
               file.graph.arcs());
    fmt::print("near       {} pairs, {} ({}{})\n", near.size(), name(near.dtype),
               name(near.algorithm), near.device ? " on " + near.device->name : "");
    fmt::print("per source {} to {}, mean {:.1f} ({} sources)\n", std::min(least, most), most,
               static_cast<double>(near.size()) / sources, near.rows.size());
    print_check(asked.check);
    fmt::print("time       read {:.3f} s, find {:.3f} s, write {:.3f} s\n", seconds.read,
               seconds.find, seconds.write);
}

int run(NearCommand& asked) {
    NearOptions& options = asked.options;
    std::vector<PairFile> files;
    if (!asked.output.empty()) files.push_back({output_name(asked.output), PairValue::distance});
    if (!asked.more.predecessors.empty()) {
        files.push_back({asked.more.predecessors, PairValue::predecessor});
    }
    for (const PairFile& file : files) check_near_writable(file.name);
    if (!asked.counts_output.empty()) check_statistics_writable(asked.counts_output);
    options.predecessors = !asked.more.predecessors.empty();
    options.count_only = files.empty() && asked.more.paths.empty() && !asked.check.asked;
    if (!asked.device.empty()) options.device = select_device(list_devices(), asked.device);

    NearSeconds seconds;
    Stopwatch watch;
    const GraphFile file = load_graph(asked.graph);
    const std::size_t n = file.graph.vertices();
    options.sources = load_vertices(asked.sources, "sources", file);
    if (!asked.among.empty()) {
        options.among = read_vertices(input_name(asked.among), file.labels, n);
    }
    seconds.read = watch.lap();
    const WriteOptions write{.labels = &file.labels, .sources = options.sources};
    const auto sink = sink_for(files, asked);
    options.sink = sink.get();
    NearPairs near;
    {
        ProgressLine line("searching");
        options.progress = line.callback();
        near = in_names_of(file, [&] { return near_pairs(file.graph, options); });
    }
    seconds.find = watch.lap();
    check_pairs(asked.check, file, [&](const VerifyOptions& check) {
        return verify(file.graph, near, options, check);
    });
    watch.lap();
    for (const PairFile& to : files) {
        if (sink != nullptr) break;
        const ProgressLine line("writing");
        write_near_pairs(near, to.name, write, to.value);
    }
    if (!asked.more.paths.empty()) {
        write_paths_of(near.pairs(options.sources), file, asked.more.paths);
    }
    if (!asked.counts_output.empty()) write_near_counts(near, asked.counts_output, write);
    seconds.write = watch.lap();
    if (asked.json) {
        print_result(to_json(file, asked, near, seconds));
    } else if (!is_quiet()) {
        print_text(file, near, asked, seconds);
    }
    return 0;
}

}  // namespace

std::function<int()> near_command(OptionList& list) {
    const auto asked = std::make_shared<NearCommand>();
    list.describe(
        "Finds the pairs of a graph that are near each other, at the cost of what is found: "
        "within\n"
        "a distance, the nearest of each vertex, or both. Without --output they are counted.\n\n"
        "Examples:\n"
        "  $ apsp-ocl near city.gr --cutoff 500 -o near.npz\n"
        "  $ apsp-ocl near city.gr --nearest 3 --among stations.csv -o stations.csv\n");
    list.positional("input", "FILE");
    list.add("i,input", text(asked->graph.file), "FILE", "Graph, as for --input of solve")
        .required()
        .reads();
    list.add("cutoff", number(asked->options.cutoff, 0.0), "D",
             "The largest distance of a pair, which is included");
    list.add("nearest", number(asked->options.nearest, 1), "K",
             "Only the K nearest of each source; of targets at the same distance, the first in the "
             "order of vertices");
    list.add(
            "among", text(asked->among), "FILE",
            "Only these targets, one per line; a source may be one itself. By default all vertices "
            "but the source")
        .reads();
    list.add("sources", text(asked->sources), "FILE", "Only these sources, one per line").reads();
    list.add("o,output", text(asked->output), "FILE",
             "Write the pairs: .npz (SciPy's load_npz reads it), .mtx, .csv or .tsv; - is standard "
             "output")
        .writes();
    add_pair_outputs(list, asked->more, "as for --output");
    list.add("counts-output", text(asked->counts_output), "FILE",
             "Write how many pairs each source has: .csv or .tsv")
        .writes();
    list.add("algo",
             choice(asked->options.algorithm, "algorithm", parse_algorithm, names_of(kAlgorithms)),
             "NAME",
             "auto, search or sparse (see docs/near.md); others solve for whole rows and keep what "
             "is near",
             "auto");
    add_device(list, asked->device,
               "Device for sparse with a cutoff, or an algorithm that solves for whole rows");
    list.add("dtype", dtype_value(asked->options.dtype, "auto, "), "TYPE",
             "Element type: auto (the smallest that is proven safe), " + names_of(kDtypes), "auto");
    list.add("memory-limit", bytes(asked->options.memory_limit), "SIZE",
             "The most memory for the pairs (default: what is available)");
    add_pair_check(list, asked->check);
    list.add_report(asked->json);
    add_reading(list, asked->graph.read, "input");
    list.then([asked = asked.get(), &list] {
        if (list.given("cutoff") || list.given("nearest")) return;
        fail_usage("apsp-ocl near needs --cutoff, --nearest or both");
    });
    return [asked] { return run(*asked); };
}

}  // namespace apsp::cli
