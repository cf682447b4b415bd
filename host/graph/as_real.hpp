// Entries of results as floating-point numbers, in which infinity stands for "no path".
#pragma once

#include "apsp/semiring.hpp"

namespace apsp {

/// An entry of a result as Real, a floating-point type: "no path" and the path without arcs are
/// what they are in Real, infinity and 0 over `min_plus`.
template <class Real, class T>
constexpr Real as_real(T entry, Semiring semiring) {
    if (entry == zero<T>(semiring)) return zero<Real>(semiring);
    return entry == one<T>(semiring) ? one<Real>(semiring) : static_cast<Real>(entry);
}

}  // namespace apsp
