// Pairs of vertices, and their distances.
#include "apsp/table.hpp"
#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/npy_header.hpp"
#include "io/number_text.hpp"
#include "io/packing.hpp"
#include "io/table.hpp"
#include "io/vertex_lines.hpp"

namespace apsp {
namespace {

template <class T>
void take_pairs(const InputFile& file, const NpyArray& array, const Labels& labels, std::size_t n,
                std::vector<VertexPair>& pairs) {
    const char* const elements = file.bytes().data() + array.size;
    const std::size_t count = array.shape[0];
    const auto vertex = [&](std::size_t row, std::size_t column) {
        const std::size_t place = array.fortran_order ? column * count + row : row * 2 + column;
        const auto label = static_cast<std::int64_t>(load_element<T>(elements, place));
        const auto found = labels.find(fmt::format("{}", label));
        if (found && *found < n) return static_cast<std::uint32_t>(*found);
        file.fail(fmt::format("vertices of the graph, \"{}\" to \"{}\"", labels.name(0),
                              labels.name(n - 1)),
                  fmt::format("{} in row {}", label, row));
    };
    for (std::size_t row = 0; row < count; ++row) pairs.push_back({vertex(row, 0), vertex(row, 1)});
}

void write_predecessors(const std::vector<VertexPair>& pairs, const std::vector<std::int32_t>& all,
                        const std::filesystem::path& path, const WriteOptions& options) {
    const MatrixFormat format = matrix_format_of(path, options);
    OutputFile file(path);
    if (format == MatrixFormat::npy) {
        file.append(make_npy_header(std::array{pairs.size()}, numpy_type(Dtype::i32)));
        file.append(all.data(), all.size() * sizeof(std::int32_t));
        return file.commit();
    }
    const Labels none;
    const Labels& labels = options.labels != nullptr ? *options.labels : none;
    const char c = format == MatrixFormat::tsv ? '\t' : ',';
    file.append(fmt::format("source{0}target{0}predecessor\n", c));
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        file.append(fmt::format(
            "{1}{0}{2}{0}{3}\n", c, table_field(labels.name(pairs[k].source), c),
            table_field(labels.name(pairs[k].target), c), predecessor_field(labels, all[k], c)));
    }
    file.commit();
}

}  // namespace

std::vector<VertexPair> read_pairs(const std::filesystem::path& path, const Labels& labels,
                                   std::size_t n) {
    const InputFile file(path);
    std::vector<VertexPair> pairs;
    if (file.head().starts_with("\x93NUMPY")) {
        const NpyArray array = parse_npy_array(file);
        const bool integers = !array.type || array.type == Dtype::i32;
        if (array.shape.size() != 2 || array.shape[1] != 2 || !integers) {
            fail_shape(array, "pairs of vertices, k x 2 integers of type i4 or i8", file.name());
        }
        check_elements(array, file);
        array.type == Dtype::i32 ? take_pairs<std::int32_t>(file, array, labels, n, pairs)
                                 : take_pairs<std::int64_t>(file, array, labels, n, pairs);
        return pairs;
    }
    VertexLines lines(file, labels, n);
    for (VertexPair pair{}; lines.next(pair);) {
        pairs.push_back(pair);
        while (!lines.scanner().at_line_end()) lines.field();
    }
    return pairs;
}

void write_pairs(const std::vector<VertexPair>& pairs, const std::vector<double>& distances,
                 Dtype dtype, const std::filesystem::path& path, const WriteOptions& options) {
    const Labels none;
    const Labels& labels = options.labels != nullptr ? *options.labels : none;
    const MatrixFormat format = matrix_format_of(path, options);
    const bool npy = format == MatrixFormat::npy;
    if (!npy && format != MatrixFormat::csv && format != MatrixFormat::tsv) {
        throw Error(
            ErrorKind::usage,
            fmt::format("{}: distances of pairs are written as .npy, .csv or .tsv", path.string()));
    }
    if (pairs.size() != distances.size()) {
        throw Error(ErrorKind::usage, fmt::format("{}: {} pairs have {} distances", path.string(),
                                                  pairs.size(), distances.size()));
    }
    const char c = format == MatrixFormat::tsv ? '\t' : ',';
    const Dtype type = written_type(dtype, format, options);
    OutputFile file(path);
    if (npy) file.append(make_npy_header(std::array{pairs.size()}, numpy_type(type)));
    if (!npy) file.append(fmt::format("source{0}target{0}distance\n", c));
    visit(dtype, [&](auto zero) {
        using T = decltype(zero);
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            const T distance = static_cast<T>(distances[k]);
            char number[kLongestNumber];
            const char* end = number;
            visit(type, [&](auto as) {
                const auto entry = written<decltype(as)>(distance, options);
                if (npy) return file.append(&entry, sizeof entry);
                end = NumberWriter<decltype(as)>(options.semiring)(number, entry);
            });
            if (npy) continue;
            file.append(fmt::format(
                "{1}{0}{2}{0}{3}\n", c, table_field(labels.name(pairs[k].source), c),
                table_field(labels.name(pairs[k].target), c), std::string_view(number, end)));
        }
    });
    file.commit();
}

void write_pairs(const std::vector<VertexPair>& pairs, const DistanceTable& table,
                 const std::filesystem::path& path, const WriteOptions& options, PairValue value) {
    if (value == PairValue::predecessor) {
        return write_predecessors(pairs, table.predecessors, path, options);
    }
    const std::vector<double> distances = visit(table.dtype, [&](auto zero) {
        const auto row = table.row<decltype(zero)>(0);
        return std::vector<double>(row.begin(), row.end());
    });
    write_pairs(pairs, distances, table.dtype, path, options);
}

}  // namespace apsp
