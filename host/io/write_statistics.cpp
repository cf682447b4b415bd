// Statistics as a table: CSV with quotes where a label needs them (RFC 4180), or TSV, whose labels
// hold no tab.
#include "apsp/io.hpp"
#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/output_file.hpp"

namespace apsp {
namespace {

char separator_of(const std::filesystem::path& path) {
    const std::string suffix = suffix_of(path);
    if (suffix == ".csv") return ',';
    if (suffix == ".tsv") return '\t';
    throw Error(ErrorKind::usage,
                fmt::format("{}: expected a name that ends in .csv or .tsv", path.string()));
}

std::string quoted(std::string label, char separator) {
    if (separator != ',' || label.find_first_of(",\"") == std::string::npos) return label;
    for (std::size_t at = 0; (at = label.find('"', at)) != std::string::npos; at += 2) {
        label.insert(at, 1, '"');
    }
    return '"' + label + '"';
}

}  // namespace

void check_statistics_writable(const std::filesystem::path& path) {
    separator_of(path);
    check_folder(path);
}

void write_statistics(const Statistics& statistics, const Labels& labels,
                      const std::filesystem::path& path) {
    const char c = separator_of(path);
    OutputFile file(path);
    file.append(fmt::format("vertex{0}eccentricity{0}closeness{0}reachable\n", c));
    for (std::size_t v = 0; v < statistics.vertices.size(); ++v) {
        const VertexStatistics& s = statistics.vertices[v];
        file.append(fmt::format("{1}{0}{2}{0}{3}{0}{4}\n", c, quoted(labels.name(v), c),
                                s.eccentricity, s.closeness, s.reachable));
    }
    file.commit();
}

}  // namespace apsp
