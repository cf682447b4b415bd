// Small builders for the unit tests: matrices from lists.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"
#include "caught.hpp"

namespace apsp::test {

inline constexpr double kInf = std::numeric_limits<double>::infinity();

/// Whether the variant `openmp` of fw is built.
#ifdef _OPENMP
inline constexpr bool kOpenMp = true;
#else
inline constexpr bool kOpenMp = false;
#endif

/// A square matrix of the listed elements, row by row.
template <class T>
Matrix matrix_of(std::size_t n, std::initializer_list<T> elements) {
    REQUIRE(elements.size() == n * n);
    Matrix matrix(n, kDtypeOf<T>);
    const T* next = elements.begin();
    for (std::size_t i = 0; i < n; ++i) {
        for (T& element : matrix.row<T>(i)) element = *next++;
    }
    return matrix;
}

/// All entries as doubles, row by row.
inline std::vector<double> values_of(const Matrix& matrix) {
    std::vector<double> values;
    for (std::size_t i = 0; i < matrix.n(); ++i) {
        for (std::size_t j = 0; j < matrix.n(); ++j) values.push_back(matrix.at(i, j));
    }
    return values;
}

/// Whether a type has the value, or infinity.
inline bool has_value(Dtype dtype, double value) {
    return std::isinf(value) || visit(dtype, [&](auto zero) {
               using Limits = std::numeric_limits<decltype(zero)>;
               return static_cast<double>(Limits::lowest()) <= value &&
                      value <= static_cast<double>(Limits::max());
           });
}

/// Infinite values become the type's infinity.
inline void set(Matrix& matrix, std::size_t i, std::size_t j, double value) {
    visit(matrix.dtype(), [&](auto zero) {
        using T = decltype(zero);
        matrix.row<T>(i)[j] = std::isinf(value) ? infinity<T>() : static_cast<T>(value);
    });
}

inline std::vector<Arc> arcs_of(const Graph& graph) {
    std::vector<Arc> arcs;
    for (std::uint32_t i = 0; i < graph.vertices(); ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double w) {
            arcs.push_back({i, static_cast<std::uint32_t>(j), w});
        });
    }
    return arcs;
}

}  // namespace apsp::test
