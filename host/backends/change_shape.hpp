// How a matrix that changes is dealt to work-items: see kernels_cl/change.cl.
#pragma once

#include "backends/kernel_options.hpp"

namespace apsp {

constexpr unsigned kChangeRows = 8;   ///< Of a work-item.
constexpr unsigned kChangeLanes = 4;  ///< Elements of a row that are moved at once.
constexpr unsigned kChangeGroup = 128;
constexpr unsigned kChangeEdge = 16;  ///< Rows and columns of a group that takes columns.

inline Defines change_defines() {
    return {{"ROWS", kChangeRows},
            {"LANES", kChangeLanes},
            {"GROUP", kChangeGroup},
            {"EDGE", kChangeEdge}};
}

}  // namespace apsp
