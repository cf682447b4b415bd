// Paths are followed from their end; a simple path has no more than n vertices.
#include "apsp/paths.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "graph/square.hpp"
#include "graph/vertex_error.hpp"

namespace apsp {

Paths::Paths(Matrix predecessors) : predecessors_(std::move(predecessors)) {
    if (predecessors_.dtype() != Dtype::i32) {
        throw Error(ErrorKind::bad_input, fmt::format("expected predecessors of type i32, found {}",
                                                      name(predecessors_.dtype())));
    }
    check_square(predecessors_, "predecessors");
}

std::vector<std::size_t> Paths::path(std::size_t i, std::size_t j) const {
    if (i >= n() || j >= n()) {
        throw Error(ErrorKind::usage,
                    fmt::format("no path {} -> {}: there are {} vertices, from 0", i, j, n()));
    }
    if (i == j) return {i};
    const auto row = predecessors_.row<std::int32_t>(i);
    if (row[j] == kNoPredecessor) return {};
    std::vector<std::size_t> vertices = {j};
    const auto fail = [&](const std::string& expected) {
        throw VertexError(ErrorKind::bad_input, "predecessor", {i, vertices.back()},
                          fmt::format(" is {}, expected {}", row[vertices.back()], expected));
    };
    while (vertices.back() != i) {
        const std::int32_t previous = row[vertices.back()];
        if (previous < 0 || static_cast<std::size_t>(previous) >= n()) {
            fail(fmt::format("a vertex from 0 to {}", n() - 1));
        }
        if (vertices.size() == n()) fail("a path without a cycle");
        vertices.push_back(static_cast<std::size_t>(previous));
    }
    std::ranges::reverse(vertices);
    return vertices;
}

}  // namespace apsp
