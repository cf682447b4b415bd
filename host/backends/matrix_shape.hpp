// How the kernels that every matrix needs are distributed over work-items on GPUs.
#pragma once

namespace apsp {

constexpr unsigned kSquare = 32;      ///< Edge of the squares that are transposed, or packed.
constexpr unsigned kSquareRows = 8;   ///< Rows of the group that transposes one.
constexpr unsigned kPackItems = 256;  ///< Work-items that pack a square.
constexpr unsigned kStepBytes = 16;   ///< Of cells per work-item of a step of Floyd-Warshall.

}  // namespace apsp
