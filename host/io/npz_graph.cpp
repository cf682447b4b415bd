// SciPy's sparse matrices (`scipy.sparse.save_npz`): compressed rows or columns, or coordinates.
// Every stored entry is an arc, even a 0.
// https://docs.scipy.org/doc/scipy/reference/generated/scipy.sparse.save_npz.html
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/npz_column.hpp"

namespace apsp {
namespace {

/// "csr", "csc", "coo", ...: bytes, which follow the header as they are.
std::string layout_of(const NpzReader& archive) {
    const std::string array = archive.read("format");
    const std::size_t header = array.find('\n');
    std::string layout = header == std::string::npos ? "" : array.substr(header + 1);
    std::erase(layout, '\0');
    return layout;
}

std::size_t vertices(const NpzReader& archive) {
    const NpzColumn column = read_column(archive, "shape");
    const auto shape = integers<std::int64_t>(column);
    const bool square = shape.size() == 2 && shape[0] == shape[1] && shape[0] > 0;
    if (!square || shape[0] > static_cast<std::int64_t>(Graph::kMaxVertices)) {
        fail_input(column.name, "a square matrix with at least one vertex",
                   fmt::format("shape ({})", fmt::join(shape, ", ")));
    }
    return static_cast<std::size_t>(shape[0]);
}

/// The row of each entry of compressed rows, or the column of compressed columns.
std::vector<std::int32_t> expanded(const NpzColumn& pointers, std::size_t n, std::size_t entries) {
    const auto first = integers<std::int64_t>(pointers);
    const bool whole = first.size() == n + 1 && first.front() == 0 &&
                       std::ranges::is_sorted(first) &&
                       first.back() == static_cast<std::int64_t>(entries);
    if (!whole) {
        fail_input(pointers.name, fmt::format("{} places, ascending from 0 to {}", n + 1, entries),
                   "others");
    }
    std::vector<std::int32_t> rows(entries);
    for (std::size_t i = 0; i < n; ++i) {
        std::fill(rows.begin() + first[i], rows.begin() + first[i + 1],
                  static_cast<std::int32_t>(i));
    }
    return rows;
}

void check_vertices(const std::vector<std::int32_t>& vertices, std::size_t n,
                    const NpzReader& archive, const std::string& array) {
    for (const std::int32_t v : vertices) {
        if (v >= 0 && static_cast<std::size_t>(v) < n) continue;
        fail_input(archive.name_of(array), fmt::format("vertices 0 .. {}", n - 1),
                   fmt::format("{}", v));
    }
}

}  // namespace

GraphFile read_npz(const InputFile& file, const ReadOptions& options) {
    const NpzReader archive(file);
    if (archive.has("graph_ptr")) {
        file.fail("one graph", "a batch of them; apsp-ocl batch solves it");
    }
    if (!archive.has("format")) {
        file.fail("a sparse matrix, as scipy.sparse.save_npz leaves it", "other arrays");
    }
    const std::string layout = layout_of(archive);
    if (layout != "csr" && layout != "csc" && layout != "coo") {
        file.fail("a sparse matrix in the format csr, csc or coo",
                  fmt::format("{}; save_npz(file, matrix.tocsr())", layout));
    }
    const std::size_t n = vertices(archive);
    NpzColumn data = read_column(archive, "data");
    const bool coo = layout == "coo";
    auto rows = coo ? integers<std::int32_t>(read_column(archive, "row"))
                    : expanded(read_column(archive, "indptr"), n, data.size());
    const std::string other = coo ? "col" : "indices";
    auto columns = integers<std::int32_t>(read_column(archive, other));
    if (rows.size() != data.size() || columns.size() != data.size()) {
        file.fail(fmt::format("{} entries", data.size()),
                  fmt::format("rows of {} and columns of {}", rows.size(), columns.size()));
    }
    check_vertices(rows, n, archive, "row");
    check_vertices(columns, n, archive, other);
    if (layout == "csc") std::swap(rows, columns);
    std::vector<Arc> arcs(data.size());
    visit(make_weights(data), [&](auto zero) {
        using T = decltype(zero);
        for (std::size_t k = 0; k < arcs.size(); ++k) {
            arcs[k] = {static_cast<std::uint32_t>(rows[k]), static_cast<std::uint32_t>(columns[k]),
                       static_cast<double>(load_element<T>(data.elements.data(), k))};
        }
    });
    // Entries that are not stored are "no arc", and so is a stored infinity.
    std::erase_if(arcs, [](const Arc& arc) { return arc.weight == infinity<double>(); });
    return {make_graph(n, std::move(arcs), file.name(), options), {}};
}

}  // namespace apsp
