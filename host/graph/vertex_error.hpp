// Errors about a vertex or an arc, whose messages can be made anew with the names that a caller has
// for vertices.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "apsp/errors.hpp"
#include "apsp/labels.hpp"

namespace apsp {

class VertexError : public Error {
  public:
    /// "BEFORE 3 -> 5 AFTER"
    VertexError(ErrorKind kind, std::string before, std::vector<std::size_t> vertices,
                std::string after)
        : Error(kind, text(before, vertices, after, {})),
          before_(std::move(before)),
          vertices_(std::move(vertices)),
          after_(std::move(after)) {}

    /// Where labels are empty, it says that the vertices' numbers begin with 0.
    std::string message(const Labels& labels) const {
        return text(before_, vertices_, (labels.empty() ? " (from 0)" : "") + after_, labels);
    }

    const std::string& before() const noexcept { return before_; }
    const std::vector<std::size_t>& vertices() const noexcept { return vertices_; }
    const std::string& after() const noexcept { return after_; }

  private:
    static std::string text(const std::string& before, const std::vector<std::size_t>& vertices,
                            const std::string& after, const Labels& labels) {
        std::string names;
        for (const std::size_t v : vertices)
            names += (names.empty() ? "" : " -> ") + labels.name(v);
        return before + ' ' + names + after;
    }

    std::string before_;
    std::vector<std::size_t> vertices_;
    std::string after_;
};

}  // namespace apsp
