// How a matrix that changes is distributed over work-items: see kernels_cl/change.cl.
#pragma once

#include "backends/kernel_options.hpp"

namespace apsp {

constexpr unsigned kChangeRows = 8;   ///< Per work-item.
constexpr unsigned kChangeLanes = 4;  ///< Elements of a row that are moved at once.
constexpr unsigned kChangeGroup = 128;
constexpr unsigned kChangeEdge = 16;  ///< Rows and columns per group of `take_columns`.

inline Defines change_defines() {
    return {{"ROWS", kChangeRows},
            {"LANES", kChangeLanes},
            {"GROUP", kChangeGroup},
            {"EDGE", kChangeEdge}};
}

}  // namespace apsp
