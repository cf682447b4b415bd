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

#include "apsp/betweenness.hpp"
#include "apsp/enumerators.hpp"
#include "apsp/export.h"
#include "apsp/graph.hpp"
#include "apsp/graph_format.hpp"
#include "apsp/labels.hpp"
#include "apsp/matrix.hpp"
#include "apsp/semiring.hpp"
#include "apsp/statistics.hpp"
#include "apsp/vertex_pair.hpp"

namespace apsp {

/// Called with the done share (0..1) of a long read or write.
using FileProgress = std::function<void(double)>;

/// What the first line of an edge list or a matrix is, where the file does not tell, or tells
/// wrong.
enum class FirstLine {
    header,  ///< Names of columns.
    counts,  ///< The numbers of vertices and of arcs, which the next line may go on with.
    data     ///< An arc, or a row, like the lines below.
};

struct FirstLineTraits {
    FirstLine value;
    std::string_view name;
};
inline constexpr auto kFirstLineTraits = std::to_array<FirstLineTraits>({
    {FirstLine::header, "header"},
    {FirstLine::counts, "counts"},
    {FirstLine::data, "data"},
});
static_assert(in_order(kFirstLineTraits));
inline constexpr auto kFirstLines = enumerators(kFirstLineTraits);

constexpr std::string_view name(FirstLine line) {
    return name_in(kFirstLineTraits, line);
}
constexpr std::optional<FirstLine> parse_first_line(std::string_view text) {
    return parse_in(kFirstLineTraits, text);
}

struct ReadOptions {
    /// Unless given, found by the suffix, then by content; see `read_graph`.
    std::optional<GraphFormat> format = {};
    /// Columns of edge lists by name or number, from 1; "" is the usual one. In GraphML, GEXF and
    /// GML weight_column is the name of the data.
    std::string source_column = {};
    std::string target_column = {};
    std::string weight_column = {};
    /// In GraphML, GEXF and GML: "id" calls vertices by their ids, even if all have different
    /// names. In GraphML also the name of the data that names them.
    std::string label_column = {};
    bool undirected = false;       ///< Each arc leads both ways.
    bool unweighted = false;       ///< Every arc has weight 1; a column of weights is not read.
    bool transpose = false;        ///< Each arc is turned round.
    bool zero_is_no_edge = false;  ///< In dense files, 0 off the diagonal is no arc.
    /// What the first vertex is called; by default as the format counts, from 0 or 1. Only where
    /// the file does not name its vertices.
    std::optional<std::int64_t> index = {};
    /// In dense files, entries of this value are no arcs. NaN stands for NaN in arrays, and in text
    /// for "nan", "NA", "null", "none" and "-", too.
    std::optional<double> no_arc = {};
    /// In edge lists and matrices of text; unless given, found as docs/formats.md says.
    std::optional<FirstLine> first_line = {};
    /// Which of parallel arcs counts, those of both directions of `undirected` included.
    Parallel parallel = Parallel::smallest;
};

/// Position of a vertex on a map: in DIMACS files longitude and latitude in millionths of a degree.
struct Coordinates {
    double x;
    double y;
};

/// A graph and what its vertices are called.
struct GraphFile {
    Graph graph;
    Labels labels;
    /// What may surprise the author of the file, each a line that begins with the file's name:
    /// - weights that f64 rounds, with the first of them and the number of others: integers beyond
    ///   2^53 in Matrix Market files of reals (elsewhere they are refused), and in any text numbers
    ///   so small that they become 0;
    /// - columns separated by semicolons;
    /// - a first line that was taken for a header or for counts, or for a matrix's, by guess;
    /// - a small matrix that was read as a list of arcs, or the other way round;
    /// - vertices written as 1.0; reverse arcs from a column of their own;
    /// - a matrix in which 0 looks like "no arc".
    std::vector<std::string> notes = {};
    /// Where each vertex is: of TSPLIB's files with coordinates in a plane or on the Earth, and of
    /// GraphML where all nodes have data called x and y, lon and lat, or longitude and latitude.
    std::vector<Coordinates> coordinates = {};
};

/// Reads a graph. The suffix tells the format (kGraphFormatTraits); files packed with gzip or
/// Zstandard (".gz", ".zst") are unpacked on the way, and pipes ("/dev/stdin") are read to their
/// end. A file of edges, .csv or .tsv is `dense` when its lines have the shape of a square matrix,
/// as docs/formats.md says; names in it are labels. Under other suffixes, a first line of DIMACS,
/// Matrix Market or NumPy tells the format. Parallel arcs keep the smallest weight (or the largest,
/// if asked), self-loops of weight >= 0 are dropped, 0 is a weight. Labels: vertices of edge lists
/// may be any words; if all are integers they are put in ascending order, otherwise in order of
/// appearance. Formats that number their vertices from 1 have the labels 1 .. n, those that number
/// them from 0 have empty labels.
/// @throws Error bad_input, with file, line and what was expected; usage for options that the
///         format does not have; out_of_memory
APSP_EXPORT GraphFile read_graph(const std::filesystem::path& path, const ReadOptions& options = {},
                                 const FileProgress& progress = {});

/// Reads a square matrix as `write_matrix` leaves it (.npy, .csv, .tsv; each also .gz, .zst),
/// without changing anything in it. Integers in .npy files become i32 where they fit, with its
/// sentinel for "no path". Text becomes f32 if its numbers have as few digits as those of f32, or
/// else f64. Over semirings other than min_plus, where the ends of each type's order
/// have a meaning, they keep their type.
/// @throws Error bad_input, out_of_memory
APSP_EXPORT Matrix read_matrix(const std::filesystem::path& path, const FileProgress& progress = {},
                               Semiring semiring = Semiring::min_plus);

/// Reads a matrix of predecessors (.npy of integers). SciPy's -9999 for "none" becomes
/// kNoPredecessor.
/// @throws Error bad_input, out_of_memory
APSP_EXPORT Matrix read_predecessors(const std::filesystem::path& path,
                                     const FileProgress& progress = {});

/// Reads ordered pairs of vertices of a graph of n vertices, by their labels: lines that begin with
/// two labels, in .csv, .tsv or separated by blanks, with or without a header; or a .npy array of k
/// x 2 integers (i4, i8).
/// @throws Error bad_input, naming the line
APSP_EXPORT std::vector<VertexPair> read_pairs(const std::filesystem::path& path,
                                               const Labels& labels, std::size_t n);

/// Reads weights of vertices, for StatisticsOptions::weights: lines that begin with a label and a
/// number, in .csv, .tsv or separated by blanks, with or without a header. Vertices without a line
/// have the weight 0.
/// @throws Error bad_input, naming the line
APSP_EXPORT std::vector<double> read_vertex_weights(const std::filesystem::path& path,
                                                    const Labels& labels, std::size_t n);

/// Reads a list of vertices: lines that begin with a label, with or without a header.
/// @throws Error bad_input, naming the line
APSP_EXPORT std::vector<std::size_t> read_vertices(const std::filesystem::path& path,
                                                   const Labels& labels, std::size_t n);

/// Reads coordinates of the vertices of a graph: in .csv, .tsv and .txt lines that begin with a
/// label, x and y, with or without a header; else those of the vertices 1 .. n ("p aux sp co n", "v
/// id x y": DIMACS .co).
/// @throws Error bad_input for other files, another n, or a vertex without coordinates
APSP_EXPORT std::vector<Coordinates> read_coordinates(const std::filesystem::path& path,
                                                      const Labels& labels, std::size_t n);

/// The part of a matrix to write: these rows and columns, in this order; empty means all.
struct Selection {
    std::vector<std::size_t> rows = {};
    std::vector<std::size_t> columns = {};
};

/// How a matrix is written:
/// - `npy` NumPy's format, version 1.0; `csv` and `tsv` one line per row, "inf" for no path;
/// - `matrix_market` an array, column by column;
/// - `npz` what SciPy's `load_npz` reads: compressed rows with an entry for each pair of different
///   vertices with a path. They are held in memory until `commit`.
/// - `bin32` int32 numbers, row by row, 1073741823 for no path.
enum class MatrixFormat { npy, csv, tsv, matrix_market, npz, bin32 };

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
    {MatrixFormat::bin32, "bin32"},
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
    /// By default told by the suffix, before ".gz" or ".zst"; npy for a stream without a suffix.
    std::optional<MatrixFormat> format = {};
    /// In csv and tsv: instead of rows, a header and a line "source,target,distance" for each pair
    /// of different vertices with a path.
    bool list = false;
    /// In lists and npz, longer paths are left out.
    double max_distance = std::numeric_limits<double>::infinity();
    Semiring semiring = Semiring::min_plus;  ///< Its zero is no path.
    /// Written in place of no path where whole rows or pairs are written. If the type of the
    /// distances does not hold it, the file has the next larger type that does. Not in `npz` and
    /// lists, which leave such pairs out.
    std::optional<double> no_path = {};
    const Labels* labels = nullptr;         ///< Names in lists; else vertex numbers.
    std::vector<std::size_t> sources = {};  ///< Of the rows, unless all vertices.
};

/// Writes a matrix. The file appears whole or not at all: it is written beside `path` and renamed;
/// pipes and devices (such as "/dev/stdout") are written to directly. The output is packed where
/// the suffix is ".gz" or ".zst". At any time only a row or a few columns of the matrix are copied,
/// or for npz everything that is written.
/// @throws Error usage for another suffix, and for npz that is packed or goes to a pipe; internal
///         when the disk does not take it
APSP_EXPORT void write_matrix(const Matrix& matrix, const std::filesystem::path& path,
                              const FileProgress& progress = {}, const Selection& selection = {},
                              const WriteOptions& options = {});

/// The same, one batch of rows after another, where no matrix holds all of them: in all formats but
/// matrix_market. Without `commit` no file appears.
class APSP_EXPORT RowWriter {
  public:
    /// Whether the format can be written row by row.
    static bool takes(const std::filesystem::path& path, const WriteOptions& options = {});

    /// Writes `rows` rows of n columns, or of only the given ones. What the options refer to must
    /// outlive the writer.
    /// @throws Error as write_matrix; usage for a column that is not there
    RowWriter(const std::filesystem::path& path, std::size_t rows, std::size_t n, Dtype dtype,
              std::vector<std::size_t> columns = {}, const WriteOptions& options = {});
    RowWriter(RowWriter&&) noexcept;
    ~RowWriter();

    /// Writes these rows of the matrix as the next ones.
    /// @throws Error usage for more rows, or rows of another length or type, than were announced;
    ///         internal
    void write(const Matrix& matrix, Range rows, const FileProgress& progress = {});
    /// @throws Error usage for too few rows; internal
    void commit();

  private:
    struct File;
    std::unique_ptr<File> file_;
};

/// Writes the distances of pairs, as `write_matrix` would: `.npy` (one dimension), or lines
/// "source,target,distance" below a header in `.csv` and `.tsv`.
/// @throws Error as write_matrix; usage unless each pair has a distance
APSP_EXPORT void write_pairs(const std::vector<VertexPair>& pairs,
                             const std::vector<double>& distances, Dtype dtype,
                             const std::filesystem::path& path, const WriteOptions& options = {});

struct NearPairs;
class NearSink;

/// What is written of each pair of a result. Predecessors have i32, and are kNoPredecessor where
/// there is none; in `csv` and `tsv` they have their names, and none is an empty field.
enum class PairValue { distance, predecessor };

/// Writes near pairs: `npz` as compressed rows that SciPy's `load_npz` reads, `matrix_market` as
/// coordinates, `csv` and `tsv` as lines "source,target,distance" below a header. Rows are those of
/// `options.sources`, or of all vertices.
/// @throws Error as write_matrix
APSP_EXPORT void write_near_pairs(const NearPairs& near, const std::filesystem::path& path,
                                  const WriteOptions& options = {},
                                  PairValue value = PairValue::distance);
/// The same file for NearOptions::sink, so that pairs go to their places as they are found; null
/// if it is not `npz`. @throws Error as write_matrix, here or from near_pairs
APSP_EXPORT std::unique_ptr<NearSink> near_file(const std::filesystem::path& path,
                                                PairValue value = PairValue::distance);
/// Writes how many pairs each source has: lines "source,pairs" below a header; `.csv` or `.tsv`.
APSP_EXPORT void write_near_counts(const NearPairs& near, const std::filesystem::path& path,
                                   const WriteOptions& options = {});
/// Checks before a long search what `write_near_pairs` would find after it.
APSP_EXPORT void check_near_writable(const std::filesystem::path& path,
                                     const WriteOptions& options = {});

struct DistanceTable;

/// Of which vertices the rows and columns of a table are, as in TableOptions.
struct TableNames {
    const Labels& labels;
    const std::vector<std::size_t>&sources, &targets;
};

/// Writes a table: `.npy`, an array of its shape in which integers have infinity<T>() for no path;
/// `.csv` or `.tsv`, with the targets' names in the first line and the source's at the start of
/// each other one, and "inf" for no path. @throws Error as write_matrix
APSP_EXPORT void write_table(const DistanceTable& table, const std::filesystem::path& path,
                             const TableNames& names, PairValue value = PairValue::distance);
/// Writes what `distance_pairs` found, as the other `write_pairs` does.
APSP_EXPORT void write_pairs(const std::vector<VertexPair>& pairs, const DistanceTable& table,
                             const std::filesystem::path& path, const WriteOptions& options = {},
                             PairValue value = PairValue::distance);
/// Checks before a solve what `write_table` would find after it.
APSP_EXPORT void check_table_writable(const std::filesystem::path& path);

/// Writes the name of each of n vertices, one per line.
/// @throws Error internal when the disk does not take it
APSP_EXPORT void write_labels(const Labels& labels, std::size_t n,
                              const std::filesystem::path& path);

/// Writes a line per vertex: its label, eccentricity, closeness and how many others it reaches, and
/// its coordinates if there are any, below a header; `.csv` or `.tsv`.
/// @throws Error usage for another suffix, or coordinates of only some vertices; internal when the
///         disk does not take it
APSP_EXPORT void write_statistics(const Statistics& statistics, const Labels& labels,
                                  const std::filesystem::path& path,
                                  const std::vector<Coordinates>& coordinates = {});

/// Writes a line per vertex, its label, its load, and for a sample the load's standard error, below
/// a header; `.csv` or `.tsv`.
/// @throws Error as write_statistics
APSP_EXPORT void write_vertex_loads(const Betweenness& found, const Labels& labels,
                                    const std::filesystem::path& path);
/// The same per arc, source, target and load, in the order of Graph::for_each_arc.
APSP_EXPORT void write_arc_loads(const Graph& graph, const std::vector<double>& loads,
                                 const Labels& labels, const std::filesystem::path& path);

/// Checks before a long solve what `write_matrix` would find after it.
/// @throws Error usage for another suffix, or a folder that does not exist
APSP_EXPORT void check_writable(const std::filesystem::path& path,
                                const WriteOptions& options = {});
/// The same for `write_statistics` and the loads, and for a file of any name.
APSP_EXPORT void check_statistics_writable(const std::filesystem::path& path);
APSP_EXPORT void check_folder(const std::filesystem::path& path);

}  // namespace apsp
