// Tables of distances, as NumPy's array or as text with the names of rows and columns.
#include "apsp/table.hpp"
#include "io/formats.hpp"
#include "io/npy_header.hpp"
#include "io/number_text.hpp"
#include "io/output_file.hpp"
#include "io/table.hpp"

namespace apsp {
namespace {

template <class T>
void write_named(const DistanceTable& table, const TableNames& names, char separator,
                 OutputFile& file) {
    const auto name = [&](const std::vector<std::size_t>& vertices, std::size_t k) {
        return table_field(names.labels.name(vertices.empty() ? k : vertices[k]), separator);
    };
    file.append("source");
    for (std::size_t j = 0; j < table.columns; ++j) file.append(separator + name(names.targets, j));
    const NumberWriter<T> write(Semiring::min_plus);
    for (std::size_t i = 0; i < table.rows; ++i) {
        file.append("\n" + name(names.sources, i));
        for (const T distance : table.row<T>(i)) {
            char* const begin = file.room(1 + kLongestNumber);
            *begin = separator;
            file.advance(static_cast<std::size_t>(write(begin + 1, distance) - begin));
        }
    }
    file.append("\n");
}

}  // namespace

void write_table(const DistanceTable& table, const std::filesystem::path& path,
                 const TableNames& names) {
    const MatrixFormat format = matrix_format_of(path, {});
    OutputFile file(path);
    visit(table.dtype, [&](auto zero) {
        using T = decltype(zero);
        if (format != MatrixFormat::npy) {
            return write_named<T>(table, names, format == MatrixFormat::csv ? ',' : '\t', file);
        }
        file.append(make_npy_header(table.rows, table.columns, table.dtype));
        for (std::size_t i = 0; i < table.rows; ++i) {
            const auto row = table.row<T>(i);
            file.append(row.data(), row.size_bytes());
        }
    });
    file.commit();
}

void check_table_writable(const std::filesystem::path& path) {
    const MatrixFormat format = matrix_format_of(path, {});
    if (format == MatrixFormat::npy || format == MatrixFormat::csv || format == MatrixFormat::tsv) {
        return check_writable(path, {});
    }
    throw Error(ErrorKind::usage,
                fmt::format("{}: a table is written as .npy, .csv or .tsv", path.string()));
}

}  // namespace apsp
