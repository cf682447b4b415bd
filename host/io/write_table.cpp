// Tables of distances, as NumPy's array or as text with the names of rows and columns.
#include "apsp/table.hpp"
#include "io/formats.hpp"
#include "io/npy_header.hpp"
#include "io/number_text.hpp"
#include "io/output_file.hpp"
#include "io/table.hpp"

namespace apsp {
namespace {

/// put(i, j) appends an entry.
template <class Put>
void write_named(const DistanceTable& table, const TableNames& names, char separator,
                 const Put& put, OutputFile& file) {
    const auto name = [&](const std::vector<std::size_t>& vertices, std::size_t k) {
        return table_field(names.labels.name(vertices.empty() ? k : vertices[k]), separator);
    };
    file.append("source");
    for (std::size_t j = 0; j < table.columns; ++j) file.append(separator + name(names.targets, j));
    for (std::size_t i = 0; i < table.rows; ++i) {
        file.append("\n" + name(names.sources, i));
        for (std::size_t j = 0; j < table.columns; ++j) {
            file.append({&separator, 1});
            put(i, j);
        }
    }
    file.append("\n");
}

void write_distances(const DistanceTable& table, const TableNames& names, MatrixFormat format,
                     char separator, OutputFile& file) {
    visit(table.dtype, [&](auto zero) {
        using T = decltype(zero);
        if (format != MatrixFormat::npy) {
            const NumberWriter<T> number(Semiring::min_plus);
            const auto put = [&](std::size_t i, std::size_t j) {
                char* const begin = file.room(kLongestNumber);
                const char* const end = number(begin, table.row<T>(i)[j]);
                file.advance(static_cast<std::size_t>(end - begin));
            };
            return write_named(table, names, separator, put, file);
        }
        file.append(make_npy_header(table.rows, table.columns, table.dtype));
        for (std::size_t i = 0; i < table.rows; ++i) {
            const auto row = table.row<T>(i);
            file.append(row.data(), row.size_bytes());
        }
    });
}

void write_predecessors(const DistanceTable& table, const TableNames& names, MatrixFormat format,
                        char separator, OutputFile& file) {
    const std::vector<std::int32_t>& all = table.predecessors;
    if (format == MatrixFormat::npy) {
        file.append(make_npy_header(table.rows, table.columns, Dtype::i32));
        return file.append(all.data(), all.size() * sizeof all[0]);
    }
    const auto put = [&](std::size_t i, std::size_t j) {
        file.append(predecessor_field(names.labels, all[i * table.columns + j], separator));
    };
    write_named(table, names, separator, put, file);
}

}  // namespace

void write_table(const DistanceTable& table, const std::filesystem::path& path,
                 const TableNames& names, PairValue value) {
    const MatrixFormat format = matrix_format_of(path, {});
    const char separator = format == MatrixFormat::csv ? ',' : '\t';
    OutputFile file(path);
    if (value == PairValue::distance) {
        write_distances(table, names, format, separator, file);
    } else {
        write_predecessors(table, names, format, separator, file);
    }
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
