// The range of weights.
#pragma once

#include <cstddef>
#include <limits>
#include <span>

#include "apsp/dtype.hpp"

namespace apsp {

/// Of weights; `infinity<T>()` is not one.
template <class T>
struct WeightRange {
    T smallest = std::numeric_limits<T>::max();
    T largest = std::numeric_limits<T>::lowest();
    T magnitude = std::numeric_limits<T>::max();  ///< The smallest |weight| that is not 0.
    std::size_t count = 0;
    bool integral = true;
    bool numbers = true;  ///< None was NaN, -infinity, or above `infinity<T>()`.

    void add(std::span<const T> weights);
    void add(const WeightRange& other);
};

}  // namespace apsp
