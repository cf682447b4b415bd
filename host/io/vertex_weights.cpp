// Lists of vertices, one per line, and their weights, which follow the label.
#include <utility>

#include "io/formats.hpp"
#include "io/vertex_lines.hpp"

namespace apsp {

std::vector<std::size_t> read_vertices(const std::filesystem::path& path, const Labels& labels,
                                       std::size_t n) {
    const InputFile file(path);
    std::vector<std::size_t> all;
    VertexLines lines(file, labels, n);
    for (std::uint32_t vertex = 0; lines.next_alone(vertex);) {
        all.push_back(vertex);
        while (!lines.scanner().at_line_end()) lines.field();
    }
    return all;
}

std::vector<double> read_vertex_weights(const std::filesystem::path& path, const Labels& labels,
                                        std::size_t n) {
    const InputFile file(path);
    std::vector<double> all(n);
    std::vector<char> known(n);
    VertexLines lines(file, labels, n);
    for (std::uint32_t vertex = 0; lines.next(vertex);) {
        if (std::exchange(known[vertex], 1) != 0) {
            lines.scanner().fail("one line per vertex",
                                 "a second one of \"" + labels.name(vertex) + '"');
        }
        lines.scanner().next_field();
        all[vertex] = lines.scanner().number(TextScanner::Number::real);
        while (!lines.scanner().at_line_end()) lines.field();
    }
    return all;
}

}  // namespace apsp
