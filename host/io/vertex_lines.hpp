// Lines that begin with the label of a vertex of a graph, or of two, in columns or between blanks.
#pragma once

#include <cstddef>
#include <string_view>

#include "apsp/labels.hpp"
#include "apsp/vertex_pair.hpp"
#include "io/text_scanner.hpp"

namespace apsp {

class VertexLines {
  public:
    /// For a graph of n vertices. The first line tells the separator: see table_separator. The
    /// arguments must outlive the object.
    VertexLines(const InputFile& file, const Labels& labels, std::size_t n);

    /// Takes both vertices of the next line; false at the end. A first line that names columns is
    /// skipped. @throws Error bad_input for an unknown vertex
    bool next(VertexPair& pair);
    /// The same for one vertex: a first line is skipped if its second field is no number.
    bool next(std::uint32_t& vertex);
    /// The same where nothing need follow the vertex: a first line is skipped if it begins with no
    /// vertex and is not the only one.
    bool next_alone(std::uint32_t& vertex);
    /// The next field of the line, "" where there is none.
    std::string_view field();
    /// For reading on, and for messages.
    TextScanner& scanner() { return scanner_; }

  private:
    std::uint32_t vertex();
    /// Whether the line names the columns of one vertex, and of two.
    bool names_one() const;
    bool names_two() const;
    bool names_a_list() const;
    /// Moves to the next line, past a first one that `names_columns`; false at the end.
    bool begin_line(bool (VertexLines::*names_columns)() const);

    TextScanner scanner_;
    const Labels& labels_;
    std::size_t n_;
    bool first_ = true;
    bool begun_ = false;
};

}  // namespace apsp
