// A matrix in host memory whose element type is known at run time.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "apsp/dtype.hpp"
#include "apsp/export.h"

namespace apsp {

/// The rows, columns or vertices first .. last - 1.
struct Range {
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t size() const noexcept { return last - first; }
};

/// rows() x n() elements, row-major; entry (i, j) of a square matrix concerns paths i -> j. In
/// memory both edges are padded, so that devices sharing the host's memory work on whole tiles
/// without a copy: row i begins at element i * ld(), and the content of the padding is meaningless.
/// The memory is aligned to a page.
/// Move-only: a matrix of n = 65536 is 16 GiB, so copies are made only by `clone()`.
class APSP_EXPORT Matrix {
  public:
    Matrix() = default;
    /// Allocates n x n elements, uninitialised (and so not yet backed by memory).
    /// @throws Error out_of_memory
    Matrix(std::size_t n, Dtype dtype) : Matrix(n, n, dtype) {}
    /// The same for rows x n elements.
    Matrix(std::size_t rows, std::size_t n, Dtype dtype);

    Matrix(Matrix&& other) noexcept { *this = std::move(other); }
    /// Leaves `other` empty, with n() = 0.
    Matrix& operator=(Matrix&& other) noexcept {
        data_ = std::move(other.data_);
        rows_ = std::exchange(other.rows_, 0);
        n_ = std::exchange(other.n_, 0);
        ld_ = std::exchange(other.ld_, 0);
        bytes_ = std::exchange(other.bytes_, 0);
        element_size_ = other.element_size_;
        dtype_ = other.dtype_;
        return *this;
    }

    std::size_t rows() const noexcept { return rows_; }
    /// The number of columns; in a square matrix also that of rows.
    std::size_t n() const noexcept { return n_; }
    /// Leading dimension in elements: n rounded up to a multiple of every tile's edge.
    std::size_t ld() const noexcept { return ld_; }
    Dtype dtype() const noexcept { return dtype_; }
    /// Bytes from one row to the next.
    std::size_t row_bytes() const noexcept { return ld() * element_size_; }
    /// Size in memory, padding included.
    std::size_t bytes() const noexcept { return bytes_; }
    void* data() noexcept { return data_.get(); }
    const void* data() const noexcept { return data_.get(); }
    /// Where row i begins, whatever the element type.
    void* row_data(std::size_t i) noexcept {
        return static_cast<unsigned char*>(data()) + i * row_bytes();
    }
    const void* row_data(std::size_t i) const noexcept {
        return static_cast<const unsigned char*>(data()) + i * row_bytes();
    }

    /// Row i as elements of T.
    /// @throws Error internal, when T is not the element type
    template <class T>
    std::span<T> row(std::size_t i) {
        check(kDtypeOf<T>);
        return {static_cast<T*>(data()) + i * ld(), n_};
    }
    template <class T>
    std::span<const T> row(std::size_t i) const {
        check(kDtypeOf<T>);
        return {static_cast<const T*>(data()) + i * ld(), n_};
    }

    /// Entry (i, j) as a double, exactly, and infinity for every type's `infinity`; for inspection.
    double at(std::size_t i, std::size_t j) const;
    Matrix clone() const;

  private:
    void check(Dtype dtype) const {
        if (dtype != dtype_) throw Error(ErrorKind::internal, "matrix accessed as another type");
    }
    struct Free {
        std::size_t bytes;  // of the pages
        void operator()(void* memory) const noexcept;
    };
    std::unique_ptr<void, Free> data_;
    std::size_t rows_ = 0;
    std::size_t n_ = 0;
    std::size_t ld_ = 0;
    std::size_t bytes_ = 0;
    std::size_t element_size_ = 0;
    Dtype dtype_ = Dtype::f32;
};

}  // namespace apsp
