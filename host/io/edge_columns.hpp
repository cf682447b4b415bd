// Which column of an edge list is what: by the options, by a header, or else the first three.
#pragma once

#include <cstddef>

#include "io/formats.hpp"

namespace apsp {

struct EdgeColumns {
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    std::size_t count = 0;  ///< Columns of every line.
    std::size_t source = 0;
    std::size_t target = 1;
    std::size_t weight = kNone;
    bool header = false;  ///< The first line names columns.
};

/// @throws Error bad_input for a first line that cannot be understood; usage for columns that are
///         not there
EdgeColumns find_edge_columns(const InputFile& file, const ReadOptions& options, char separator);

}  // namespace apsp
