// What a writer is given: a matrix, or some rows and columns of one, with another value and perhaps
// in another type where there is no path. At most one row is copied.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "apsp/io.hpp"
#include "apsp/matrix.hpp"

namespace apsp {

/// The type in which distances of type `own` are written: another only if WriteOptions::no_path
/// asks for a value that it does not hold.
/// @throws Error usage where no type holds that value and the distances
Dtype written_type(Dtype own, MatrixFormat format, const WriteOptions& options);

/// A distance as it is written.
template <class To, class From>
To written(From distance, const WriteOptions& options) {
    if (options.no_path && distance == zero<From>(options.semiring)) {
        return static_cast<To>(*options.no_path);
    }
    return static_cast<To>(distance);
}

class MatrixPart {
  public:
    /// With these rows if the selection names none.
    MatrixPart(const Matrix& matrix, const Selection& selection, Range rows, MatrixFormat format,
               const WriteOptions& options)
        : matrix_(matrix),
          selection_(selection),
          rows_(rows),
          options_(options),
          dtype_(written_type(matrix.dtype(), format, options)) {}

    std::size_t rows() const { return count(selection_.rows, rows_.size()); }
    std::size_t columns() const { return count(selection_.columns, matrix_.n()); }
    Dtype dtype() const { return dtype_; }
    Semiring semiring() const { return options_.semiring; }

    /// Row i of the part, as elements of `dtype()`: in place, or gathered in `buffer`.
    template <class T>
    std::span<const T> row(std::size_t i, std::vector<T>& buffer) const {
        if (!options_.no_path && selection_.columns.empty()) return matrix_.row<T>(row_place(i));
        buffer.resize(columns());
        from_row<T>(i, [&](auto row) {
            for (std::size_t j = 0; j < buffer.size(); ++j) {
                buffer[j] = written<T>(row[place(selection_.columns, j)], options_);
            }
        });
        return buffer;
    }
    /// Calls f(j, entry) for `count` entries of row i, from the column `first` on.
    template <class T, class F>
    void for_each(std::size_t i, std::size_t first, std::size_t count, F&& f) const {
        from_row<T>(i, [&](auto row) {
            for (std::size_t j = first; j < first + count; ++j) {
                f(j, written<T>(row[place(selection_.columns, j)], options_));
            }
        });
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

    /// Calls f(row) with a row of the matrix in the matrix's own type.
    template <class T, class F>
    void from_row(std::size_t i, F&& f) const {
        if (dtype_ == matrix_.dtype()) return f(matrix_.row<T>(row_place(i)));
        visit(matrix_.dtype(), [&](auto own) { f(matrix_.row<decltype(own)>(row_place(i))); });
    }

    const Matrix& matrix_;
    const Selection& selection_;
    Range rows_;
    const WriteOptions& options_;
    Dtype dtype_;
};

}  // namespace apsp
