// Graphs from files, matrices to files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/enumerators.hpp"
#include "apsp/export.h"
#include "apsp/graph.hpp"
#include "apsp/labels.hpp"
#include "apsp/matrix.hpp"
#include "apsp/semiring.hpp"
#include "apsp/statistics.hpp"
#include "apsp/vertex_pair.hpp"

namespace apsp {

/// Called with the done share (0..1) of a long read or write.
using FileProgress = std::function<void(double)>;

/// What a graph's file may hold:
/// - `dimacs` DIMACS shortest-path ("p sp n m", "a u v w", vertices from 1);
/// - `matrix_market`: real, integer, pattern; general, symmetric; coordinate, array;
/// - `npy` NumPy, a square f4, f8, u1, i2, i4 or i8 matrix of either order; no arc is +inf, in u1
///   255, in i2 16383, in i4 and i8 1073741823 (the sentinels of u8, i16 and i32); u2, u4, u8 are
///   read as i2, i4, i8, and i1 and b1 as u1, where all values fit;
/// - `edges` one arc a line, "source target" or "source target weight" between blanks, comments
///   from '#' or '%' (SNAP); `csv` and `tsv` the same in columns, with or without a header; where a
///   .csv file's first line has more ';' than ',', these separate, and numbers may have a comma;
/// - `metis` "n m [fmt [ncon]]", then each vertex's neighbours, from 1, each edge at both ends;
/// - `dense` a square matrix of numbers between commas, tabs or blanks; "inf" and nothing at all
///   are no arc;
/// - `npz` a sparse matrix of SciPy's `save_npz` (csr, csc or coo), what is stored being an arc;
/// - `graphml`, whose edges have the data of one key as their weights, or all of them weight 1.
enum class GraphFormat { dimacs, matrix_market, npy, edges, csv, tsv, metis, dense, npz, graphml };

struct GraphFormatTraits {
    GraphFormat value;
    std::string_view name;
};
inline constexpr auto kGraphFormatTraits = std::to_array<GraphFormatTraits>({
    {GraphFormat::dimacs, "gr"},
    {GraphFormat::matrix_market, "mtx"},
    {GraphFormat::npy, "npy"},
    {GraphFormat::edges, "edges"},
    {GraphFormat::csv, "csv"},
    {GraphFormat::tsv, "tsv"},
    {GraphFormat::metis, "metis"},
    {GraphFormat::dense, "dense"},
    {GraphFormat::npz, "npz"},
    {GraphFormat::graphml, "graphml"},
});
static_assert(in_order(kGraphFormatTraits));
inline constexpr auto kGraphFormats = enumerators(kGraphFormatTraits);

constexpr std::string_view name(GraphFormat format) {
    return name_in(kGraphFormatTraits, format);
}
constexpr std::optional<GraphFormat> parse_graph_format(std::string_view text) {
    return parse_in(kGraphFormatTraits, text);
}

struct ReadOptions {
    /// Unless given, found by the suffix, then by content; see `read_graph`.
    std::optional<GraphFormat> format = {};
    /// Columns of edge lists by name or number, from 1; "" is the usual one. In GraphML
    /// weight_column is the name of the key.
    std::string source_column = {};
    std::string target_column = {};
    std::string weight_column = {};
    bool undirected = false;       ///< Each arc leads both ways.
    bool unweighted = false;       ///< Every arc has weight 1; a column of weights is not read.
    bool transpose = false;        ///< Each arc is turned round.
    bool zero_is_no_edge = false;  ///< In dense files, 0 off the diagonal is no arc.
    /// Which of parallel arcs counts, those of both directions of `undirected` included.
    Parallel parallel = Parallel::smallest;
};

/// A graph and what its vertices are called.
struct GraphFile {
    Graph graph;
    Labels labels;
    /// What may surprise whoever wrote the file, each a line that begins with its name:
    /// - weights that f64 rounds, the first of them and how many more: integers beyond 2^53 in
    ///   Matrix Market files of reals (elsewhere they are refused), and in any text what is so
    ///   small that it becomes 0;
    /// - columns between semicolons;
    /// - a small matrix that was read as a list of arcs.
    std::vector<std::string> notes = {};
};

/// Reads a graph. The suffix tells the format: .gr, .mtx, .npy, .txt .edges .el .snap (edges),
/// .csv, .tsv, .graph and .metis (metis), .npz, .graphml; what is packed with gzip or Zstandard
/// (".gz", ".zst") is unpacked on the way, and pipes
/// ("/dev/stdin") are read to their end. A .csv or .tsv
/// file is `dense` when its first line has more than three columns, all of them numbers, "inf" or
/// empty, and there are as many lines as columns. Under other suffixes, a first line of DIMACS,
/// Matrix Market or NumPy tells the format. Parallel arcs keep the smallest weight (or the largest,
/// if asked), self-loops of weight >= 0 are dropped, 0 is a weight. Labels: vertices of edge lists
/// may be any words; integers, where all are, are put in ascending order, words in order of
/// appearance. Other formats number their vertices: labels are empty.
/// @throws Error bad_input, with file, line and what was expected; usage for options that the
///         format does not have; out_of_memory
APSP_EXPORT GraphFile read_graph(const std::filesystem::path& path, const ReadOptions& options = {},
                                 const FileProgress& progress = {});

/// Reads a square matrix as `write_matrix` leaves it (.npy, .csv, .tsv; each also .gz, .zst),
/// without changing anything in it. Integers in .npy files become i32 where they fit, with its
/// sentinel for "no path"; those over other semirings than min_plus, where the ends of each type's
/// order mean something, keep their type.
/// @throws Error bad_input, out_of_memory
APSP_EXPORT Matrix read_matrix(const std::filesystem::path& path, const FileProgress& progress = {},
                               Semiring semiring = Semiring::min_plus);

/// Reads a matrix of predecessors (.npy of integers). SciPy's -9999 for "none" becomes
/// kNoPredecessor.
/// @throws Error bad_input, out_of_memory
APSP_EXPORT Matrix read_predecessors(const std::filesystem::path& path,
                                     const FileProgress& progress = {});

/// Of a vertex on a map: in DIMACS files longitude and latitude in millionths of a degree.
struct Coordinates {
    double x;
    double y;
};

/// Reads ordered pairs of vertices of a graph of n, by their labels: lines that begin with two of
/// them, in .csv, .tsv or between blanks, with or without a header; or a .npy array of k x 2
/// integers (i4, i8).
/// @throws Error bad_input, naming the line
APSP_EXPORT std::vector<VertexPair> read_pairs(const std::filesystem::path& path,
                                               const Labels& labels, std::size_t n);

/// Reads coordinates of the vertices 1 .. n ("p aux sp co n", "v id x y": DIMACS .co).
/// @throws Error bad_input for other files, another n, and where a vertex has none
APSP_EXPORT std::vector<Coordinates> read_coordinates(const std::filesystem::path& path,
                                                      std::size_t n);

/// The part of a matrix to write: these rows and columns, in this order; empty is all.
struct Selection {
    std::vector<std::size_t> rows = {};
    std::vector<std::size_t> columns = {};
};

/// How a matrix is written:
/// - `npy` NumPy's format, version 1.0; `csv` and `tsv` a line per row, "inf" for no path;
/// - `matrix_market` an array, column by column;
/// - `npz` what SciPy's `load_npz` reads: compressed rows with an entry for each path from a vertex
///   to another one. They are held in memory until `commit`.
enum class MatrixFormat { npy, csv, tsv, matrix_market, npz };

struct MatrixFormatTraits {
    MatrixFormat value;
    std::string_view name;
};
inline constexpr auto kMatrixFormatTraits = std::to_array<MatrixFormatTraits>({
    {MatrixFormat::npy, "npy"},
    {MatrixFormat::csv, "csv"},
    {MatrixFormat::tsv, "tsv"},
    {MatrixFormat::matrix_market, "mtx"},
    {MatrixFormat::npz, "npz"},
});
static_assert(in_order(kMatrixFormatTraits));
inline constexpr auto kMatrixFormats = enumerators(kMatrixFormatTraits);

constexpr std::string_view name(MatrixFormat format) {
    return name_in(kMatrixFormatTraits, format);
}
constexpr std::optional<MatrixFormat> parse_matrix_format(std::string_view text) {
    return parse_in(kMatrixFormatTraits, text);
}

struct WriteOptions {
    /// Unless given, found by the suffix, before ".gz" or ".zst"; of a stream without one npy.
    std::optional<MatrixFormat> format = {};
    /// In csv and tsv: a header and a line "source,target,distance" for each path from a vertex to
    /// another one, instead of rows.
    bool list = false;
    /// Of lists and npz: longer paths are left out.
    double max_distance = std::numeric_limits<double>::infinity();
    Semiring semiring = Semiring::min_plus;  ///< Whose zero is no path.
    const Labels* labels = nullptr;          ///< Of vertices in lists; else their numbers.
    std::vector<std::size_t> sources = {};   ///< Of the rows, where they are not all vertices.
};

/// Writes a matrix. The file appears whole or not at all: it is written beside `path` and renamed;
/// pipes and devices ("/dev/stdout" among them) get it as it comes. It is packed where the suffix
/// is ".gz" or ".zst". Nothing of the matrix is copied but a row or a few columns, or for npz what
/// is written.
/// @throws Error usage for another suffix, and for npz that is packed or goes to a pipe; internal
///         when the disk does not take it
APSP_EXPORT void write_matrix(const Matrix& matrix, const std::filesystem::path& path,
                              const FileProgress& progress = {}, const Selection& selection = {},
                              const WriteOptions& options = {});

/// The same a batch of rows after the other, where no matrix holds all of them: in all formats but
/// matrix_market. Without `commit` there is no file.
class APSP_EXPORT RowWriter {
  public:
    /// Whether the format is written row by row.
    static bool takes(const std::filesystem::path& path, const WriteOptions& options = {});

    /// Of so many rows, and some columns of n, or all. What the options refer to must outlive it.
    /// @throws Error as write_matrix
    RowWriter(const std::filesystem::path& path, std::size_t rows, std::size_t n, Dtype dtype,
              std::vector<std::size_t> columns = {}, const WriteOptions& options = {});
    RowWriter(RowWriter&&) noexcept;
    ~RowWriter();

    /// These rows of the matrix are the next ones. @throws Error internal
    void write(const Matrix& matrix, Range rows, const FileProgress& progress = {});
    void commit();

  private:
    struct File;
    std::unique_ptr<File> file_;
};

/// Writes the distances of pairs, as `write_matrix` would: `.npy` (one dimension), or lines
/// "source,target,distance" below a header in `.csv` and `.tsv`.
/// @throws Error as write_matrix
APSP_EXPORT void write_pairs(const std::vector<VertexPair>& pairs,
                             const std::vector<double>& distances, Dtype dtype,
                             const std::filesystem::path& path, const WriteOptions& options = {});

/// Writes the name of each of n vertices, one a line.
/// @throws Error internal when the disk does not take it
APSP_EXPORT void write_labels(const Labels& labels, std::size_t n,
                              const std::filesystem::path& path);

/// Writes a line per vertex: its label, eccentricity, closeness and how many others it reaches, and
/// its coordinates if there are any, below a header; `.csv` or `.tsv`.
/// @throws Error usage for another suffix; internal when the disk does not take it
APSP_EXPORT void write_statistics(const Statistics& statistics, const Labels& labels,
                                  const std::filesystem::path& path,
                                  const std::vector<Coordinates>& coordinates = {});

/// For checking before a long solve what `write_matrix` would find after it.
/// @throws Error usage for another suffix, or a folder that is not there
APSP_EXPORT void check_writable(const std::filesystem::path& path,
                                const WriteOptions& options = {});
/// The same for `write_statistics`, and for a file of any name.
APSP_EXPORT void check_statistics_writable(const std::filesystem::path& path);
APSP_EXPORT void check_folder(const std::filesystem::path& path);

}  // namespace apsp
