// One reader or writer per format; `read_graph` and `write_matrix` choose by the file's suffix.
#pragma once

#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"
#include "io/input_file.hpp"
#include "io/output_file.hpp"

namespace apsp {

Graph read_dimacs(const InputFile& file);
Graph read_matrix_market(const InputFile& file);
Graph read_npy(const InputFile& file);

void write_npy(const Matrix& matrix, OutputFile& file, const FileProgress& progress);
void write_csv(const Matrix& matrix, OutputFile& file, const FileProgress& progress);

}  // namespace apsp
