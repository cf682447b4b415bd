// The formats of graph files, their names and suffixes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "apsp/enumerators.hpp"
#include "apsp/export.h"

namespace apsp {

/// The formats of graph files:
/// - `dimacs` DIMACS shortest-path ("p sp n m", "a u v w", vertices from 1), and edges of "p edge",
///   "p col" and "p tw", which lead both ways;
/// - `matrix_market`: real, integer, pattern; general, symmetric, skew-symmetric; coordinate,
/// array;
/// - `npy` NumPy, a square f4, f8, u1, i2, i4 or i8 matrix of either order; no arc is +inf, or 255
///   in u1, 16383 in i2, 1073741823 in i4 and i8 (the sentinels of u8, i16 and i32); u2, u4, u8 are
///   read as i2, i4, i8, and i1 and b1 as u1, where all values fit;
/// - `edges` one arc per line, "source target" or "source target weight" separated by blanks,
///   comments from '#' or '%' (SNAP); `csv` and `tsv` the same in columns, with or without a
///   header; where a .csv file's first line has more ';' than ',', semicolons separate the columns,
///   and numbers may have a decimal comma;
/// - `metis` "n m [fmt [ncon]]", then each vertex's neighbours, from 1, each edge at both ends;
/// - `dense` a square matrix of numbers separated by commas, tabs or blanks; "inf" and empty fields
///   are no arc;
/// - `npz` a sparse matrix of SciPy's `save_npz` (csr, csc or coo), whose stored entries are the
///   arcs;
/// - `graphml`, where the data of one key are the edges' weights, or every edge has weight 1.
/// - `gexf` (of Gephi), `gml` and `pajek`, which have names of vertices and may have weights;
/// - `tsplib` a distance between every two vertices, by coordinates or listed;
/// - `qaplib` two matrices, of which weight_column "2" takes the second;
/// - `bin32` int32 numbers: of vertices, of arcs, and for each arc source, target, from 0, weight.
enum class GraphFormat {
    dimacs,
    matrix_market,
    npy,
    edges,
    csv,
    tsv,
    metis,
    dense,
    npz,
    graphml,
    gexf,
    gml,
    pajek,
    tsplib,
    qaplib,
    bin32
};

struct GraphFormatTraits {
    GraphFormat value;
    std::string_view name;
    std::string_view suffixes;  ///< Of file names, separated by blanks.
    int first;                  ///< What files call the first vertex, unless they name vertices.
};
inline constexpr auto kGraphFormatTraits = std::to_array<GraphFormatTraits>({
    {GraphFormat::dimacs, "gr", ".gr", 1},
    {GraphFormat::matrix_market, "mtx", ".mtx", 1},
    {GraphFormat::npy, "npy", ".npy", 0},
    {GraphFormat::edges, "edges", ".txt .edges .el .snap .wel .ncol .edgelist", 0},
    {GraphFormat::csv, "csv", ".csv", 0},
    {GraphFormat::tsv, "tsv", ".tsv", 0},
    {GraphFormat::metis, "metis", ".graph .metis", 1},
    {GraphFormat::dense, "dense", "", 0},
    {GraphFormat::npz, "npz", ".npz", 0},
    {GraphFormat::graphml, "graphml", ".graphml", 0},
    {GraphFormat::gexf, "gexf", ".gexf", 0},
    {GraphFormat::gml, "gml", ".gml", 0},
    {GraphFormat::pajek, "pajek", ".net .paj", 1},
    {GraphFormat::tsplib, "tsplib", ".tsp .atsp", 1},
    {GraphFormat::qaplib, "qaplib", "", 1},
    {GraphFormat::bin32, "bin32", ".bin32", 0},
});
static_assert(in_order(kGraphFormatTraits));
inline constexpr auto kGraphFormats = enumerators(kGraphFormatTraits);

constexpr std::string_view name(GraphFormat format) {
    return name_in(kGraphFormatTraits, format);
}
constexpr std::optional<GraphFormat> parse_graph_format(std::string_view text) {
    return parse_in(kGraphFormatTraits, text);
}

/// The suffixes of all formats, for messages: ".gr, .mtx or .npy".
APSP_EXPORT std::string graph_suffixes();

}  // namespace apsp
