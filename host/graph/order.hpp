// Orders in which eliminating the vertices of a sparse graph adds few arcs.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/neighbours.hpp"

namespace apsp {

/// Whether this build has an ordering library.
bool can_order() noexcept;

/// Approximate minimum degree (P. Amestoy, T. Davis, I. Duff, "An approximate minimum degree
/// ordering algorithm", SIAM J. Matrix Anal. Appl. 17(4), 1996), by SuiteSparse's AMD after
/// vertices of small degree: the vertices in their order.
/// @throws Error usage where the build has none; out_of_memory
std::vector<std::uint32_t> minimum_degree_order(const Neighbours& graph);

/// Whether this build has a library for nested dissection.
bool can_dissect() noexcept;

/// Nested dissection (A. George, "Nested dissection of a regular finite element mesh", SIAM J.
/// Numer. Anal. 10(2), 1973), by METIS (G. Karypis, V. Kumar, "A fast and high quality multilevel
/// scheme for partitioning irregular graphs", SIAM J. Sci. Comput. 20(1), 1998): about ten times
/// slower than minimum degree, with less fill and a lower tree on meshes. Without METIS it is the
/// minimum degree order.
/// @throws Error out_of_memory
std::vector<std::uint32_t> nested_dissection_order(const Neighbours& graph);

}  // namespace apsp
