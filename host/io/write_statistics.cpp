// Statistics as a table.
#include "apsp/io.hpp"
#include "base/text.hpp"
#include "io/output_file.hpp"
#include "io/table.hpp"

namespace apsp {
void check_statistics_writable(const std::filesystem::path& path) {
    separator_by_suffix(path);
    check_folder(path);
}

void write_statistics(const Statistics& statistics, const Labels& labels,
                      const std::filesystem::path& path,
                      const std::vector<Coordinates>& coordinates) {
    const char c = separator_by_suffix(path);
    if (!coordinates.empty() && coordinates.size() != statistics.vertices.size()) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: {} vertices have {} coordinates", path.string(),
                                statistics.vertices.size(), coordinates.size()));
    }
    OutputFile file(path);
    file.append(fmt::format("vertex{0}eccentricity{0}closeness{0}reachable", c));
    if (statistics.options.harmonic) file.append(fmt::format("{}harmonic", c));
    const std::size_t bounds = statistics.options.within ? statistics.options.bounds.size() : 0;
    for (std::size_t b = 0; b < bounds; ++b) {
        file.append(fmt::format("{}within_{}", c, statistics.options.bounds[b]));
    }
    file.append(coordinates.empty() ? "\n" : fmt::format("{0}x{0}y\n", c));
    for (std::size_t v = 0; v < statistics.vertices.size(); ++v) {
        const VertexStatistics& s = statistics.vertices[v];
        file.append(fmt::format("{1}{0}{2}{0}{3}{0}{4}", c, table_field(labels.name(v), c),
                                s.eccentricity, s.closeness, s.reachable));
        if (statistics.options.harmonic) file.append(fmt::format("{}{}", c, s.harmonic));
        for (std::size_t b = 0; b < bounds; ++b) {
            file.append(fmt::format("{}{}", c, statistics.within[v * bounds + b]));
        }
        file.append(coordinates.empty()
                        ? "\n"
                        : fmt::format("{0}{1}{0}{2}\n", c, coordinates[v].x, coordinates[v].y));
    }
    file.commit();
}

}  // namespace apsp
