// See pair_outputs.hpp.
#include "cli/pair_outputs.hpp"

#include "apsp/pair_paths.hpp"
#include "cli/progress.hpp"
#include "cli/shared_options.hpp"
#include "io/path_lines.hpp"

namespace apsp::cli {

void add_pair_outputs(OptionList& list, PairOutputs& outputs, const std::string& formats) {
    list.add("predecessors-output", text(outputs.predecessors), "FILE",
             "Write each pair's predecessor, the vertex before the target: " + formats)
        .writes();
    list.add("paths-output", text(outputs.paths), "FILE",
             "Write a shortest path of each pair, as lines source,target,vertex: .csv or .tsv")
        .writes();
    list.then([&outputs] {
        if (!outputs.predecessors.empty()) {
            check_plain_output("predecessors-output", outputs.predecessors);
        }
        if (outputs.paths.empty()) return;
        check_plain_output("paths-output", outputs.paths);
        check_statistics_writable(outputs.paths);
    });
}

void write_paths_of(std::span<const VertexPair> pairs, const GraphFile& file,
                    const std::string& output) {
    ProgressLine line("writing paths");
    PathLines lines(output, file.labels);
    find_pair_paths(
        file.graph, pairs,
        [&](std::size_t, std::span<const std::uint32_t> vertices) { lines.add(vertices); },
        {.progress = line.callback()});
    lines.commit();
}

}  // namespace apsp::cli
