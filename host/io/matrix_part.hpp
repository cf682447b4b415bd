// What a writer is given: a matrix, or some rows and columns of one. At most one row is copied.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "apsp/io.hpp"
#include "apsp/matrix.hpp"

namespace apsp {

class MatrixPart {
  public:
    /// With these rows if the selection names none.
    MatrixPart(const Matrix& matrix, const Selection& selection, Range rows, Semiring semiring)
        : matrix_(matrix), selection_(selection), rows_(rows), semiring_(semiring) {}

    std::size_t rows() const { return count(selection_.rows, rows_.size()); }
    std::size_t columns() const { return count(selection_.columns, matrix_.n()); }
    Dtype dtype() const { return matrix_.dtype(); }
    Semiring semiring() const { return semiring_; }

    /// Row i of the part: in place, or with the chosen columns gathered in `buffer`.
    template <class T>
    std::span<const T> row(std::size_t i, std::vector<T>& buffer) const {
        const auto whole = matrix_.row<T>(row_place(i));
        if (selection_.columns.empty()) return whole;
        buffer.resize(selection_.columns.size());
        for (std::size_t j = 0; j < buffer.size(); ++j) buffer[j] = whole[selection_.columns[j]];
        return buffer;
    }
    /// Entry (i, j) of the part.
    template <class T>
    T entry(std::size_t i, std::size_t j) const {
        return matrix_.row<T>(row_place(i))[place(selection_.columns, j)];
    }

  private:
    static std::size_t count(const std::vector<std::size_t>& chosen, std::size_t all) {
        return chosen.empty() ? all : chosen.size();
    }
    static std::size_t place(const std::vector<std::size_t>& chosen, std::size_t k) {
        return chosen.empty() ? k : chosen[k];
    }

    std::size_t row_place(std::size_t i) const {
        return selection_.rows.empty() ? rows_.first + i : selection_.rows[i];
    }

    const Matrix& matrix_;
    const Selection& selection_;
    Range rows_;
    Semiring semiring_;
};

}  // namespace apsp
