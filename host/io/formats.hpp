// One reader or writer per format; `read_graph` and `write_matrix` choose by the file's suffix.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/io.hpp"
#include "apsp/matrix.hpp"
#include "io/input_file.hpp"
#include "io/matrix_part.hpp"
#include "io/output_file.hpp"

namespace apsp {

GraphFile read_dimacs(const InputFile& file, const ReadOptions& options);
GraphFile read_matrix_market(const InputFile& file, const ReadOptions& options);
GraphFile read_npy(const InputFile& file, const ReadOptions& options);
GraphFile read_metis(const InputFile& file, const ReadOptions& options);
GraphFile read_dense(const InputFile& file, const ReadOptions& options);
GraphFile read_npz(const InputFile& file, const ReadOptions& options);
GraphFile read_graphml(const InputFile& file, const ReadOptions& options);
GraphFile read_gexf(const InputFile& file, const ReadOptions& options);
GraphFile read_gml(const InputFile& file, const ReadOptions& options);
GraphFile read_pajek(const InputFile& file, const ReadOptions& options);
GraphFile read_tsplib(const InputFile& file, const ReadOptions& options);
GraphFile read_qaplib(const InputFile& file, const ReadOptions& options);
GraphFile read_bin32(const InputFile& file, const ReadOptions& options);
/// Edge lists; `separator` is TextScanner::kBlanks, ',' or '\t'.
GraphFile read_edges(const InputFile& file, const ReadOptions& options, char separator);

/// The matrix of a file, as it is, but for what is "no arc"; see `read_matrix` for the semiring.
Matrix read_npy_matrix(const InputFile& file, Semiring semiring = Semiring::min_plus,
                       std::optional<double> no_arc = {});
/// A matrix of distances: in f32 if its digits are those of f32, else in f64; numbers are refused
/// that would be rounded.
Matrix read_dense_matrix(const InputFile& file);
/// Whether a file holds a number n and 2 n^2 further numbers, and nothing else.
bool looks_qaplib(const InputFile& file);
/// The last step of every reader: applies the options to what was read. `origin` names the graph in
/// messages. `notes` gets what may surprise the author of a matrix.
Graph make_graph(std::size_t n, std::vector<Arc> arcs, const std::string& origin,
                 const ReadOptions& options);
Graph make_graph(Matrix matrix, const std::string& origin, const ReadOptions& options,
                 std::vector<std::string>* notes = nullptr);

void write_npy(const MatrixPart& part, OutputFile& file, const FileProgress& progress);
void write_csv(const MatrixPart& part, OutputFile& file, const FileProgress& progress);
void write_tsv(const MatrixPart& part, OutputFile& file, const FileProgress& progress);
void write_bin32(const MatrixPart& part, OutputFile& file, const FileProgress& progress);
void write_matrix_market(const MatrixPart& part, OutputFile& file, const FileProgress& progress);

/// The format of a matrix written to this path. @throws Error usage where nothing tells
MatrixFormat matrix_format_of(const std::filesystem::path& path, const WriteOptions& options);

/// Writes only the paths that exist, as rows arrive.
class PathWriter {
  public:
    virtual ~PathWriter() = default;
    virtual void add(const MatrixPart& part, const FileProgress& progress) = 0;
    virtual void commit() = 0;
};

/// Writers for rows and columns of a matrix, which are those of `selection` if it names any.
std::unique_ptr<PathWriter> list_writer(const std::filesystem::path& path, char separator,
                                        const WriteOptions& options, const Selection& selection);
std::unique_ptr<PathWriter> sparse_writer(const std::filesystem::path& path, std::size_t rows,
                                          std::size_t columns, Dtype dtype,
                                          const WriteOptions& options, const Selection& selection);

}  // namespace apsp
