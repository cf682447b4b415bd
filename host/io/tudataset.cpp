// The folder of a TUDataset: one line "source, target" per arc, and one line per vertex with the
// number of its graph, all from 1; in another file, the attributes of each arc. Arcs are sorted by
// their sources, then by their lines.
#include <cstring>
#include <numeric>

#include "base/text.hpp"
#include "io/batch_file.hpp"
#include "io/text_scanner.hpp"

namespace apsp {
namespace {

/// "MUTAG" for a folder with the file MUTAG_A.txt, whatever the folder is called.
std::filesystem::path find_dataset(const std::filesystem::path& folder) {
    constexpr std::string_view kArcs = "_A.txt";
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        std::string name = entry.path().filename().string();
        if (name.ends_with(kArcs)) names.push_back(name.substr(0, name.size() - kArcs.size()));
    }
    if (names.size() == 1) return folder / names.front();
    fail_input(folder.string(), "a TUDataset, with one file DS_A.txt",
               fmt::format("{} such files", names.size()));
}

/// The first vertex of each graph.
std::vector<std::int64_t> read_graphs(const std::string& path, const FileProgress& progress) {
    const InputFile file(path, progress);
    TextScanner scanner(file);
    std::vector<std::int64_t> first = {0};
    std::int64_t vertices = 0;
    for (; scanner.next_line(); ++vertices) {
        // Graphs may have no vertices, but there may not be more graphs than bytes in the file.
        const std::uint64_t graph = scanner.natural("the number of a graph, from 1");
        if (graph < first.size() || graph > file.bytes().size()) {
            scanner.fail("numbers of graphs that ascend from 1", fmt::format("{}", graph));
        }
        scanner.end_line();
        first.resize(graph, vertices);
    }
    first.push_back(vertices);
    return first;
}

struct Arcs {
    std::vector<std::uint32_t> sources, targets;  // numbered over all graphs
};

Arcs read_arcs(const std::string& path, const std::vector<std::int64_t>& first_vertex,
               const FileProgress& progress) {
    const InputFile file(path, progress);
    TextScanner scanner(file, ',');
    const auto n = static_cast<std::size_t>(first_vertex.back());
    Arcs arcs;
    while (scanner.next_line()) {
        arcs.sources.push_back(scanner.vertex(n));
        scanner.next_field();
        arcs.targets.push_back(scanner.vertex(n));
        const auto after =
            std::ranges::upper_bound(first_vertex, std::int64_t{arcs.sources.back()});
        if (arcs.targets.back() >= *after || arcs.targets.back() < *(after - 1)) {
            scanner.fail("an arc within a graph",
                         fmt::format("one from graph {} to another", after - first_vertex.begin()));
        }
        scanner.end_line();
    }
    return arcs;
}

std::vector<double> read_weights(const std::string& path, std::size_t column, std::size_t arcs,
                                 const FileProgress& progress) {
    const InputFile file(path, progress);
    TextScanner scanner(file, ',');
    std::vector<double> weights;
    while (scanner.next_line()) {
        for (std::size_t k = 0; k < column; ++k) {
            scanner.field();
            scanner.next_field();
        }
        weights.push_back(scanner.number_field(TextScanner::Number::weight));
        if (!scanner.at_line_end()) scanner.next_field();
        scanner.skip_line();
    }
    if (weights.size() == arcs) return weights;
    file.fail(fmt::format("{} lines, one per arc", arcs), fmt::format("{}", weights.size()));
}

}  // namespace

BatchArcs read_tudataset(const std::filesystem::path& folder, const BatchReadOptions& options,
                         const FileProgress& progress) {
    const std::string dataset = find_dataset(folder).string();
    BatchArcs batch;
    batch.first_vertex = read_graphs(dataset + "_graph_indicator.txt", progress);
    const Arcs arcs = read_arcs(dataset + "_A.txt", batch.first_vertex, progress);
    const std::size_t count = arcs.sources.size();

    batch.first_arc.assign(static_cast<std::size_t>(batch.first_vertex.back()) + 1, 0);
    for (const std::uint32_t source : arcs.sources) ++batch.first_arc[source + 1];
    std::partial_sum(batch.first_arc.begin(), batch.first_arc.end(), batch.first_arc.begin());
    std::vector<std::int64_t> next = batch.first_arc;
    batch.numbers.resize(count);
    for (std::size_t a = 0; a < count; ++a) {
        batch.numbers[static_cast<std::size_t>(next[arcs.sources[a]]++)] =
            static_cast<std::uint32_t>(a);
    }
    batch.targets.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
        const std::uint32_t target = arcs.targets[batch.numbers[k]];
        const auto after = std::ranges::upper_bound(batch.first_vertex, std::int64_t{target});
        batch.targets[k] = static_cast<std::int32_t>(target - *(after - 1));
    }
    if (!options.weight_column || options.unweighted) return batch;
    const std::vector<double> weights =
        read_weights(dataset + "_edge_attributes.txt", *options.weight_column, count, progress);
    batch.weight_dtype = Dtype::f64;
    batch.weights.resize(count * sizeof(double));
    for (std::size_t k = 0; k < count; ++k) {
        std::memcpy(batch.weights.data() + k * sizeof(double), &weights[batch.numbers[k]],
                    sizeof(double));
    }
    return batch;
}

}  // namespace apsp
