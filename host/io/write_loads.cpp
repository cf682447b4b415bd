// Loads of vertices and of arcs, as tables.
#include "apsp/io.hpp"
#include "base/text.hpp"
#include "io/output_file.hpp"
#include "io/table.hpp"

namespace apsp {

void write_vertex_loads(const Betweenness& found, const Labels& labels,
                        const std::filesystem::path& path) {
    const char c = separator_by_suffix(path);
    OutputFile file(path);
    const bool sampled = !found.errors.empty();
    file.append(fmt::format("vertex{0}betweenness{1}\n", c,
                            sampled ? fmt::format("{}standard_error", c) : ""));
    for (std::size_t v = 0; v < found.vertices.size(); ++v) {
        file.append(fmt::format("{1}{0}{2}", c, table_field(labels.name(v), c), found.vertices[v]));
        file.append(sampled ? fmt::format("{}{}\n", c, found.errors[v]) : "\n");
    }
    file.commit();
}

void write_arc_loads(const Graph& graph, const std::vector<double>& loads, const Labels& labels,
                     const std::filesystem::path& path) {
    const char c = separator_by_suffix(path);
    OutputFile file(path);
    file.append(fmt::format("source{0}target{0}betweenness\n", c));
    auto load = loads.begin();
    for (std::size_t i = 0; i < graph.vertices(); ++i) {
        const std::string source = table_field(labels.name(i), c);
        graph.for_each_arc(i, [&](std::size_t j, double) {
            file.append(fmt::format("{1}{0}{2}{0}{3}\n", c, source, table_field(labels.name(j), c),
                                    *load++));
        });
    }
    file.commit();
}

}  // namespace apsp
