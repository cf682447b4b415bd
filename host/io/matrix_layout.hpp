// How a square matrix of text is laid out, and whether a table is one.
#pragma once

#include <cstddef>
#include <optional>

#include "apsp/io.hpp"
#include "io/input_file.hpp"
#include "io/table_lines.hpp"

namespace apsp {

struct MatrixLayout {
    std::size_t n = 0;      ///< Rows and columns of numbers.
    bool count = false;     ///< A line that says n comes first.
    bool header = false;    ///< A line of names of columns comes next,
    bool corner = false;    ///< the first of which stands above names of rows.
    bool index = false;     ///< Each row begins with its name.
    bool trailing = false;  ///< Each line ends with a separator.

    std::size_t lines_above() const { return std::size_t{count} + std::size_t{header}; }
};

struct MatrixGuess {
    /// Whether a table that is not said to be one is a matrix.
    enum class Sure {
        no,     ///< It is not.
        maybe,  ///< It is a list of arcs, more likely, or as likely.
        likely,
        yes
    };
    MatrixLayout layout = {};
    Sure sure = Sure::no;
};

/// What the table may be, by the rules at the top of matrix_layout.cpp.
MatrixGuess guess_matrix(const InputFile& file, char separator);

/// The layout of what the user calls a matrix. If its shape is that of none, it is the one to which
/// the first lines come nearest, so that messages have a line.
MatrixLayout layout_of_matrix(const InputFile& file, char separator,
                              std::optional<FirstLine> first_line);

/// Whether columns are called V1, V2, ..., as R calls those without names.
bool called_by_r(const Fields& names);

}  // namespace apsp
