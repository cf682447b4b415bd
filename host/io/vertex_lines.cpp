// See vertex_lines.hpp.
#include "io/vertex_lines.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "io/edge_names.hpp"
#include "io/hints.hpp"

namespace apsp {
namespace {

char separator_in(const InputFile& file) {
    TextScanner scanner(file);
    return scanner.next_line() ? table_separator(scanner.rest_of_line()) : TextScanner::kBlanks;
}

}  // namespace

VertexLines::VertexLines(const InputFile& file, const Labels& labels, std::size_t n)
    : scanner_(file, separator_in(file)), labels_(labels), n_(n) {}

bool VertexLines::names_one() const {
    TextScanner line = scanner_;
    const auto found = labels_.find(line.field());
    if ((found && *found < n_) || line.at_line_end()) return false;
    line.next_field();
    return std::string_view("+-.0123456789").find(line.field().front()) == std::string::npos;
}

bool VertexLines::names_two() const {
    TextScanner line = scanner_;
    const bool source = std::ranges::count(kSourceNames, plain_name(line.field())) != 0;
    if (!source || line.at_line_end()) return false;
    line.next_field();
    return std::ranges::count(kTargetNames, plain_name(line.field())) != 0;
}

bool VertexLines::names_a_list() const {
    TextScanner line = scanner_;
    const auto found = labels_.find(line.field());
    if (found && *found < n_) return false;
    line.skip_line();
    return line.next_line();
}

bool VertexLines::begin_line(bool (VertexLines::*names_columns)() const) {
    if (begun_) scanner_.end_line();
    begun_ = scanner_.next_line();
    if (begun_ && std::exchange(first_, false) && (this->*names_columns)()) {
        scanner_.skip_line();
        begun_ = scanner_.next_line();
    }
    return begun_;
}

bool VertexLines::next(std::uint32_t& of) {
    if (!begin_line(&VertexLines::names_one)) return false;
    of = vertex();
    return true;
}

bool VertexLines::next_alone(std::uint32_t& of) {
    if (!begin_line(&VertexLines::names_a_list)) return false;
    of = vertex();
    return true;
}

bool VertexLines::next(VertexPair& pair) {
    if (!begin_line(&VertexLines::names_two)) return false;
    pair.source = vertex();
    scanner_.next_field();
    pair.target = vertex();
    return true;
}

std::uint32_t VertexLines::vertex() {
    const std::string_view label = scanner_.field();
    const auto found = labels_.find(label);
    if (found && *found < n_) return static_cast<std::uint32_t>(*found);
    scanner_.fail(fmt::format("a vertex of the graph, \"{}\" to \"{}\"", labels_.name(0),
                              labels_.name(n_ - 1)),
                  TextScanner::quoted(label));
}

std::string_view VertexLines::field() {
    if (scanner_.at_line_end()) return {};
    scanner_.next_field();
    return scanner_.field();
}

}  // namespace apsp
