// See path_lines.hpp.
#include "io/path_lines.hpp"

#include <fmt/format.h>

#include <string>

#include "io/table.hpp"

namespace apsp {

PathLines::PathLines(const std::filesystem::path& path, const Labels& labels)
    : labels_(labels), separator_(separator_by_suffix(path)), file_(path) {
    file_.append(fmt::format("source{0}target{0}vertex\n", separator_));
}

void PathLines::add(std::span<const std::uint32_t> vertices) {
    if (vertices.empty()) return;
    const auto name = [&](std::uint32_t v) { return table_field(labels_.name(v), separator_); };
    const std::string ends =
        name(vertices.front()) + separator_ + name(vertices.back()) + separator_;
    for (const std::uint32_t v : vertices) file_.append(ends + name(v) + '\n');
}

}  // namespace apsp
