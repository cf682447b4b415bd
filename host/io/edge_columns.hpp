// Where an edge list's arcs begin, and which of its columns is which.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apsp/io.hpp"
#include "io/table_lines.hpp"

namespace apsp {

/// What messages expect of a file without arcs.
inline constexpr std::string_view kEdgeLine = "a line 'source target' or 'source target weight'";

struct EdgeColumns {
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    std::size_t count = 0;  ///< Columns of every line.
    std::size_t source = 0;
    std::size_t target = 1;
    std::size_t weight = kNone;
    std::size_t reverse = kNone;  ///< Costs of the way back; those below 0 close a direction.
    std::size_t type = kNone;     ///< Whether each line leads both ways.
    bool attributes = false;      ///< Behind these columns, a Python dict per line.
    std::size_t skipped = 0;      ///< Lines above the first arc: a header or counts.

    /// A header whose names, of the ends' columns, only may not be vertices.
    struct Guess {
        std::string source, target;
        bool paired = false;  ///< They are usual names.
    };
    std::optional<Guess> guess = {};
    /// Counts above the arcs, unless vertices do not fit.
    struct Counts {
        std::uint64_t lines = 0;  ///< Arcs.
        std::optional<std::uint64_t> vertices = {};
    };
    std::optional<Counts> counts = {};
    /// The first line is an arc, but might be counts.
    bool way = false;
};

/// Finds the columns in the file's first lines, by the rules at the top of edge_columns.cpp.
/// @throws Error bad_input where names leave the ends or the weight open; usage for columns that an
///         option names, and that are not there
EdgeColumns find_edge_columns(const InputFile& file, const ReadOptions& options, char separator);

}  // namespace apsp
