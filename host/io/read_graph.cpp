// Chooses a reader: by the options, by the file's suffix, and only then by its content, so that a
// message can say what was expected.
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "apsp/io.hpp"
#include "apsp/paths.hpp"
#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/foreign.hpp"
#include "io/formats.hpp"
#include "io/hints.hpp"
#include "io/matrix_layout.hpp"
#include "io/packing.hpp"
#include "io/table_lines.hpp"
#include "io/text_scanner.hpp"

namespace apsp {
namespace {

/// Calls f(suffix) for each suffix of a format, until it returns true.
template <class F>
bool any_suffix(const GraphFormatTraits& format, F&& f) {
    for (std::string_view rest = format.suffixes; !rest.empty();) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        if (f(rest.substr(0, end))) return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

std::optional<GraphFormat> by_suffix(const std::filesystem::path& path) {
    const std::string wanted = inner_suffix_of(path);
    for (const GraphFormatTraits& format : kGraphFormatTraits) {
        const auto same = [&](std::string_view suffix) { return suffix == wanted; };
        if (any_suffix(format, same)) return format.value;
    }
    return std::nullopt;
}

/// The format of a file of an unknown suffix, by its content.
std::optional<GraphFormat> by_content(const InputFile& file) {
    std::string_view bytes = file.bytes();
    if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
    if (bytes.starts_with("\x93NUMPY")) return GraphFormat::npy;
    if (is_npz(file)) return GraphFormat::npz;
    const std::string_view head = bytes.substr(0, 4096);
    const auto has = [&](std::string_view text) { return head.find(text) != head.npos; };
    if (head.starts_with("<gexf") || (head.starts_with("<?xml") && has("<gexf"))) {
        return GraphFormat::gexf;
    }
    if (head.starts_with("<?xml") || head.starts_with("<graphml")) return GraphFormat::graphml;
    TextScanner scanner(file);
    while (scanner.next_line()) {
        const std::string word = lower(scanner.word());
        if (word == "%%matrixmarket" || word == "%matrixmarket") return GraphFormat::matrix_market;
        if (word == "p") {
            const std::string kind = lower(scanner.word());
            for (const char* known : {"sp", "edge", "col", "tw"}) {
                if (kind == known) return GraphFormat::dimacs;
            }
        }
        if (word == "*vertices" || word == "*network") return GraphFormat::pajek;
        if (word == "graph" && scanner.word().starts_with('[')) return GraphFormat::gml;
        if (word == "creator" && has("graph")) return GraphFormat::gml;
        if ((word == "name" || word == "name:") && has("DIMENSION")) return GraphFormat::tsplib;
        if (word != "c")
            return looks_qaplib(file) ? std::optional(GraphFormat::qaplib) : std::nullopt;
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
    return separator_of_csv(file);
}

bool names_columns(const ReadOptions& options) {
    return !options.source_column.empty() || !options.target_column.empty() ||
           !options.weight_column.empty();
}

/// The format, unless a list of arcs looks like a matrix; notes where that is not sure.
GraphFormat list_or_matrix(const InputFile& file, const ReadOptions& options, GraphFormat format,
                           std::vector<std::string>& notes) {
    const bool list = is_table(format) || format == GraphFormat::edges;
    if (!list || options.format || names_columns(options)) return format;
    const bool counts = options.first_line == FirstLine::counts;
    const MatrixGuess guess = guess_matrix(file, separator_of(format, file));
    const auto& [layout, sure] = guess;
    // Two lines of two words are nearly always two arcs.
    const bool arcs = sure == MatrixGuess::Sure::maybe && layout.n == 2 && !is_table(format);
    if (sure == MatrixGuess::Sure::no || arcs || counts) return format;
    const std::string lines =
        fmt::format("{}: {} lines of {} numbers are read as ", file.name(), layout.n, layout.n);
    if (sure == MatrixGuess::Sure::maybe) {
        notes.push_back(lines + "a list of arcs; a matrix needs ReadOptions::format dense");
        return format;
    }
    if (sure == MatrixGuess::Sure::likely) {
        notes.push_back(lines + fmt::format("a matrix; a list of arcs needs ReadOptions::format {}",
                                            name(format)));
    }
    return GraphFormat::dense;
}

GraphFormat format_of(const InputFile& file, const std::filesystem::path& path) {
    if (const auto format = by_suffix(path)) return *format;
    if (const auto format = by_content(file)) return *format;
    check_text(file);
    std::vector<std::string_view> formats;
    for (const GraphFormat format : kGraphFormats) formats.push_back(name(format));
    throw Error(ErrorKind::bad_input,
                fmt::format("{}: expected a name that ends in {}, or one of these with .gz or "
                            ".zst; or name the format with ReadOptions::format: {}{}",
                            file.name(), graph_suffixes(), fmt::join(formats, ", "),
                            format_hint(file.bytes())));
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
        case GraphFormat::gexf: return read_gexf(file, options);
        case GraphFormat::gml: return read_gml(file, options);
        case GraphFormat::pajek: return read_pajek(file, options);
        case GraphFormat::tsplib: return read_tsplib(file, options);
        case GraphFormat::qaplib: return read_qaplib(file, options);
        case GraphFormat::bin32: return read_bin32(file, options);
    }
    throw Error(ErrorKind::internal, "unknown format");
}

void check_columns(const InputFile& file, const ReadOptions& options, GraphFormat format) {
    const bool data =
        format == GraphFormat::graphml || format == GraphFormat::gexf || format == GraphFormat::gml;
    if (!options.label_column.empty() && !data && format != GraphFormat::pajek) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: is read as {}; ReadOptions::label_column is for GraphML, "
                                "GEXF, GML and Pajek",
                                file.name(), name(format)));
    }
    if (!names_columns(options) || format == GraphFormat::edges || is_table(format)) return;
    const bool weights_alone = options.source_column.empty() && options.target_column.empty();
    if ((data || format == GraphFormat::qaplib) && weights_alone) return;
    throw Error(ErrorKind::usage,
                fmt::format("{}: is read as {}, which has no columns to choose from; "
                            "ReadOptions::format edges, csv and tsv have them",
                            file.name(), name(format)));
}

/// Gives vertices that the file does not name the numbers that the format, or the caller, gives
/// them.
void number_vertices(const InputFile& file, const ReadOptions& options, GraphFormat format,
                     GraphFile& result) {
    const bool named = format == GraphFormat::edges || is_table(format) || !result.labels.empty();
    if (named && options.index) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: names its vertices; ReadOptions::index is for formats that "
                                "number them",
                                file.name()));
    }
    if (named) return;
    const std::int64_t first = kGraphFormatTraits[static_cast<std::size_t>(format)].first;
    result.labels = Labels::counted_from(options.index.value_or(first), result.graph.vertices());
}

}  // namespace

std::string graph_suffixes() {
    std::vector<std::string_view> all;
    for (const GraphFormatTraits& format : kGraphFormatTraits) {
        any_suffix(format, [&](std::string_view suffix) {
            all.push_back(suffix);
            return false;
        });
    }
    return fmt::format("{} or {}", fmt::join(all.begin(), all.end() - 1, ", "), all.back());
}

GraphFile read_graph(const std::filesystem::path& path, const ReadOptions& options,
                     const FileProgress& progress) {
    const InputFile file(path, progress);
    check_no_archive(file);
    std::vector<std::string> notes;
    GraphFormat format = options.format ? *options.format : format_of(file, path);
    format = list_or_matrix(file, options, format, notes);
    check_columns(file, options, format);
    GraphFile result = read(file, options, format);
    number_vertices(file, options, format, result);
    if (inner_suffix_of(path) == ".ncol" && !options.undirected) {
        notes.push_back(
            fmt::format("{}: each line is one arc; if lines are edges, as in LGL's .ncol "
                        "files, ReadOptions::undirected reads both directions",
                        file.name()));
    }
    std::ranges::move(notes, std::back_inserter(result.notes));
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
