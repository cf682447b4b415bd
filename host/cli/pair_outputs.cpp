// See pair_outputs.hpp.
#include "cli/pair_outputs.hpp"

#include <fmt/core.h>

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

void add_pair_check(OptionList& list, PairCheck& check) {
    add_verify(list, check.asked, check.work,
               "Compare with Dijkstra's algorithm from each source before anything is written");
}

void check_pairs(PairCheck& check, const GraphFile& file,
                 const std::function<Verification(const VerifyOptions&)>& verify) {
    if (!check.asked) return;
    ProgressLine line("verifying");
    check.result =
        verify({.budget = check.work, .labels = &file.labels, .progress = line.callback()});
    if (check.result->ok) return;
    throw Error(ErrorKind::verification, "verification failed: " + check.result->failure);
}

Json check_json(const PairCheck& check) {
    if (!check.result) return nullptr;
    return {{"method", check.result->method}, {"rows_checked", check.result->rows_checked}};
}

void print_check(const PairCheck& check) {
    if (!check.result) return;
    fmt::print("verified   yes ({}, {} rows)\n", check.result->method, check.result->rows_checked);
}

}  // namespace apsp::cli
