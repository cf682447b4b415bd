// Chooses a reader: by the options, by the file's suffix, and only then by its content, so that a
// message can say what was expected.
#include <fmt/ranges.h>

#include <algorithm>

#include "apsp/io.hpp"
#include "apsp/paths.hpp"
#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/formats.hpp"
#include "io/hints.hpp"
#include "io/packing.hpp"
#include "io/text_scanner.hpp"

namespace apsp {
namespace {

struct Suffix {
    std::string_view suffix;
    GraphFormat format;
};

constexpr Suffix kSuffixes[] = {
    {".gr", GraphFormat::dimacs},       {".mtx", GraphFormat::matrix_market},
    {".npy", GraphFormat::npy},         {".txt", GraphFormat::edges},
    {".edges", GraphFormat::edges},     {".el", GraphFormat::edges},
    {".snap", GraphFormat::edges},      {".csv", GraphFormat::csv},
    {".tsv", GraphFormat::tsv},         {".graph", GraphFormat::metis},
    {".metis", GraphFormat::metis},     {".npz", GraphFormat::npz},
    {".graphml", GraphFormat::graphml},
};

std::optional<GraphFormat> by_suffix(const std::filesystem::path& path) {
    const std::string suffix = inner_suffix_of(path);
    const auto known = std::ranges::find(kSuffixes, suffix, &Suffix::suffix);
    return known == std::end(kSuffixes) ? std::nullopt : std::optional(known->format);
}

/// The format of a file of an unknown suffix, by its content.
std::optional<GraphFormat> by_content(const InputFile& file) {
    std::string_view bytes = file.bytes();
    if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
    if (bytes.starts_with("\x93NUMPY")) return GraphFormat::npy;
    if (bytes.starts_with("PK")) return GraphFormat::npz;
    if (bytes.starts_with("<?xml") || bytes.starts_with("<graphml")) return GraphFormat::graphml;
    TextScanner scanner(file);
    while (scanner.next_line()) {
        const std::string word = lower(scanner.word());
        if (word == "%%matrixmarket") return GraphFormat::matrix_market;
        if (word == "p" && scanner.word() == "sp") return GraphFormat::dimacs;
        if (word != "c") return std::nullopt;
        scanner.skip_line();
    }
    return std::nullopt;
}

bool is_table(GraphFormat format) {
    return format == GraphFormat::csv || format == GraphFormat::tsv;
}

char separator_of(GraphFormat format, const InputFile& file) {
    if (!is_table(format)) return TextScanner::kBlanks;
    if (format == GraphFormat::tsv) return '\t';
    TextScanner scanner(file);
    return scanner.next_line("#%") ? csv_separator(scanner.rest_of_line()) : ',';
}

GraphFormat format_of(const InputFile& file, const std::filesystem::path& path) {
    if (const auto format = by_suffix(path)) {
        const bool dense = is_table(*format) && looks_dense(file, separator_of(*format, file));
        return dense ? GraphFormat::dense : *format;
    }
    if (const auto format = by_content(file)) return *format;
    std::vector<std::string_view> formats;
    for (const GraphFormat format : kGraphFormats) formats.push_back(name(format));
    throw Error(ErrorKind::bad_input,
                fmt::format("{}: expected a name that ends in .gr, .mtx, .npy, .txt, .edges, .el, "
                            ".snap, .csv, .tsv, .graph, .metis, .npz or .graphml, or one of these "
                            "with .gz or .zst; or name the format with ReadOptions::format: {}{}",
                            file.name(), fmt::join(formats, ", "), format_hint(file.bytes())));
}

GraphFile read(const InputFile& file, const ReadOptions& options, GraphFormat format) {
    switch (format) {
        case GraphFormat::dimacs: return read_dimacs(file, options);
        case GraphFormat::matrix_market: return read_matrix_market(file, options);
        case GraphFormat::npy: return read_npy(file, options);
        case GraphFormat::edges:
        case GraphFormat::csv:
        case GraphFormat::tsv: return read_edges(file, options, separator_of(format, file));
        case GraphFormat::metis: return read_metis(file, options);
        case GraphFormat::dense: return read_dense(file, options);
        case GraphFormat::npz: return read_npz(file, options);
        case GraphFormat::graphml: return read_graphml(file, options);
    }
    throw Error(ErrorKind::internal, "unknown format");
}

bool names_columns(const ReadOptions& options) {
    return !options.source_column.empty() || !options.target_column.empty() ||
           !options.weight_column.empty();
}

void check_columns(const InputFile& file, const ReadOptions& options, GraphFormat format) {
    if (!names_columns(options) || format == GraphFormat::edges || is_table(format)) return;
    const bool weights_alone = options.source_column.empty() && options.target_column.empty();
    if (format == GraphFormat::graphml && weights_alone) return;
    throw Error(ErrorKind::usage,
                fmt::format("{}: is read as {}, which has no columns to choose from; "
                            "ReadOptions::format edges, csv and tsv have them",
                            file.name(), name(format)));
}

/// Notes that a table might be a matrix, unless the caller said that it is a list of arcs.
void note_choice(const InputFile& file, const ReadOptions& options, GraphFormat format,
                 std::vector<std::string>& notes) {
    if (options.format || !is_table(format) || names_columns(options)) return;
    const std::size_t n = matrix_or_arcs(file, separator_of(format, file));
    if (n == 0) return;
    notes.push_back(
        fmt::format("{0}: {1} lines of {1} numbers are read as a list of arcs; a matrix "
                    "needs ReadOptions::format dense",
                    file.name(), n));
}

}  // namespace

GraphFile read_graph(const std::filesystem::path& path, const ReadOptions& options,
                     const FileProgress& progress) {
    const InputFile file(path, progress);
    const GraphFormat format = options.format ? *options.format : format_of(file, path);
    check_columns(file, options, format);
    GraphFile result = read(file, options, format);
    note_choice(file, options, format, result.notes);
    if (progress) progress(1);
    return result;
}

Matrix read_matrix(const std::filesystem::path& path, const FileProgress& progress,
                   Semiring semiring) {
    const auto format = by_suffix(path);
    const bool text = format == GraphFormat::csv || format == GraphFormat::tsv;
    if (!text && format != GraphFormat::npy) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: expected a matrix whose name ends in .npy, .csv or .tsv, or "
                                "one of these with .gz or .zst",
                                printable(path.string())));
    }
    const InputFile file(path, progress);
    return text ? read_dense_matrix(file) : read_npy_matrix(file, semiring);
}

Matrix read_predecessors(const std::filesystem::path& path, const FileProgress& progress) {
    constexpr std::int32_t kSciPyNone = -9999;
    Matrix matrix = read_matrix(path, progress);
    if (matrix.dtype() != Dtype::i32) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: expected predecessors, a .npy matrix of i4, found {}",
                                path.string(), name(matrix.dtype())));
    }
    for (std::size_t i = 0; i < matrix.n(); ++i) {
        std::ranges::replace(matrix.row<std::int32_t>(i), kSciPyNone, kNoPredecessor);
    }
    return matrix;
}

}  // namespace apsp
