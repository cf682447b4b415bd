// Graphs from files, matrices to files.
#pragma once

#include <filesystem>
#include <functional>

#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"

namespace apsp {

/// Called with the done share (0..1) of a long read or write.
using FileProgress = std::function<void(double)>;

/// Reads a graph; the suffix tells the format, a further ".gz" is unpacked on the way:
/// - `.gr`  DIMACS shortest-path ("p sp n m", "a u v w", vertices from 1);
/// - `.mtx` Matrix Market: real, integer, pattern; general, symmetric; coordinate, array;
/// - `.npy` NumPy, a square f4, f8, u1, i2, i4 or i8 matrix of either order; no arc is +inf, in u1
///          255, in i2 16383, in i4 and i8 1073741823 (the sentinels of u8, i16 and i32).
/// Parallel arcs keep the smallest weight, self-loops of weight >= 0 are dropped, 0 is a weight.
/// @throws Error bad_input, with file, line and what was expected; out_of_memory
Graph read_graph(const std::filesystem::path& path, const FileProgress& progress = {});

/// Writes a matrix as `.npy` (version 1.0) or `.csv` (rows; "inf" for no path). The file appears
/// whole or not at all: it is written beside `path` and renamed.
/// @throws Error usage for another suffix; internal when the disk does not take it
void write_matrix(const Matrix& matrix, const std::filesystem::path& path,
                  const FileProgress& progress = {});

/// For checking before a long solve what `write_matrix` would find after it.
/// @throws Error usage for another suffix, or a folder that is not there
void check_writable(const std::filesystem::path& path);

}  // namespace apsp
