// Results as NumPy's arrays.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <numeric>
#include <span>
#include <vector>

#include "apsp/solve.hpp"
#include "base/host_memory.hpp"
#include "base/parallel_copy.hpp"
#include "interruptible.hpp"

namespace apsp::python {

template <class T>
using Array =
    nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

/// The contents of a two-dimensional array, row after row.
template <class T>
using Rows =
    nanobind::ndarray<const T, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;

/// A copy as an array.
template <class T>
nanobind::ndarray<nanobind::numpy> copied(std::span<const T> elements) {
    auto* const kept = new std::vector<T>(elements.begin(), elements.end());
    const nanobind::capsule owner(kept,
                                  [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nanobind::ndarray<nanobind::numpy>(kept->data(), {kept->size()}, owner, {},
                                              nanobind::dtype<T>());
}

/// An array of this shape, which f(first element) fills without the interpreter's lock.
template <class T, class F>
nanobind::ndarray<nanobind::numpy> filled(std::initializer_list<std::size_t> shape, const F& f) {
    auto* const elements =
        new T[std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies())];
    const nanobind::capsule owner(elements, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    interruptible([&] { f(elements); });
    return nanobind::ndarray<nanobind::numpy>(elements, shape, owner, {}, nanobind::dtype<T>());
}

/// A copy.
template <class T>
Matrix matrix_of(const Rows<T>& rows) {
    Matrix matrix(rows.shape(0), rows.shape(1), kDtypeOf<T>);
    const std::size_t width = rows.shape(1) * sizeof(T);
    copy_rows(matrix.data(), matrix.row_bytes(), rows.data(), width, width, rows.shape(0));
    return matrix;
}

/// A result that stays in its memory, without the padding between its rows.
class Packed {
  public:
    explicit Packed(Matrix matrix);
    nanobind::ndarray<nanobind::numpy> array() &&;

  private:
    Matrix memory_;
};

/// Results as floating-point numbers, whatever type they are solved in: "no path" is infinity, or
/// the semiring's zero in that type. Rows are converted as they arrive.
class Reals {
  public:
    /// `dtype` is f32 or f64. @throws Error out_of_memory
    Reals(std::size_t rows, std::size_t n, Dtype dtype, Semiring semiring);

    /// As SolveOptions::take_rows.
    void take(const RowBatch& batch);
    nanobind::ndarray<nanobind::numpy> array() &&;

  private:
    std::size_t rows_, n_;
    Dtype dtype_;
    Semiring semiring_;
    HostMemory memory_;
};

}  // namespace apsp::python
