// Matrix: its memory is made of whole pages, so that a device sharing the host's memory can use it
// without a copy; new pages cost nothing until they are touched.
#include "apsp/matrix.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/host_memory.hpp"
#include "base/parallel_for.hpp"
#include "base/text.hpp"
#include "graph/as_real.hpp"
#include "graph/equal_matrices.hpp"
#include "graph/padding.hpp"
#include "graph/square.hpp"

namespace apsp {

void Matrix::Free::operator()(void* memory) const noexcept {
    give_back({memory, bytes});
}

Matrix::Matrix(std::size_t rows, std::size_t n, Dtype dtype)
    : rows_(rows), n_(n), ld_(padded(n)), element_size_(size_of(dtype)), dtype_(dtype) {
    const std::size_t most = std::numeric_limits<std::size_t>::max() / element_size_;
    const bool fits =
        std::max(rows, n) <= most - kPadding && (n == 0 || padded(rows) <= most / ld_);
    if (fits) {
        bytes_ = padded(rows) * row_bytes();
        const auto [memory, mapped] = take_pages(bytes_);
        data_ = {memory, Free{mapped}};
    }
    if (!data_) {
        const std::string shape = rows == n ? "" : fmt::format("{} rows of ", rows);
        throw Error(ErrorKind::out_of_memory,
                    fmt::format("no host memory for a matrix of {}n = {} as {}{}", shape, n,
                                name(dtype), fits ? " (" + format_bytes(bytes_) + ")" : ""));
    }
}

void check_square(const Matrix& matrix, std::string_view what) {
    if (matrix.rows() == matrix.n()) return;
    throw Error(ErrorKind::bad_input, fmt::format("{}: {} rows of {} columns, expected a square",
                                                  what, matrix.rows(), matrix.n()));
}

bool equal_matrices(const Matrix& a, const Matrix& b) {
    if (a.rows() != b.rows() || a.n() != b.n() || a.dtype() != b.dtype()) return false;
    const std::size_t used = a.n() * size_of(a.dtype());
    for (std::size_t i = 0; i < a.rows(); ++i) {
        if (std::memcmp(a.row_data(i), b.row_data(i), used) != 0) return false;
    }
    return true;
}

void fill_padding(Matrix& matrix, Semiring semiring) {
    fill_padding(matrix, {0, matrix.ld()}, semiring);
}

void fill_padding(Matrix& matrix, Range rows, Semiring semiring) {
    write_padding(matrix.row_data(rows.first), matrix.dtype(), matrix.n(), rows, semiring);
}

void write_padding(void* to, Dtype dtype, std::size_t n, Range rows, Semiring semiring) {
    visit(dtype, [&](auto sample) {
        using T = decltype(sample);
        T* row = static_cast<T*>(to);
        const std::size_t ld = padded(n);
        for (std::size_t i = rows.first; i < rows.last; ++i, row += ld) {
            std::fill(row + (i < n ? n : 0), row + ld, zero<T>(semiring));
        }
    });
}

double Matrix::at(std::size_t i, std::size_t j) const {
    return visit(dtype_, [&](auto sample) {
        return as_real<double>(row<decltype(sample)>(i)[j], Semiring::min_plus);
    });
}

Matrix Matrix::clone() const {
    Matrix copy(rows_, n_, dtype_);
    const std::size_t used = n_ * element_size_;
    parallel_for({0, rows_}, static_cast<double>(n_),
                 [&](std::size_t i) { std::memcpy(copy.row_data(i), row_data(i), used); });
    return copy;
}

}  // namespace apsp
