// The inner loop of a search from many sources at once, for one instruction set (see
// search_lanes.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apsp/semiring.hpp"

namespace apsp {

template <class T>
struct SearchArc {
    std::uint32_t target;
    T weight;
};

/// Size of a vertex's label, which has one lane per source: four registers of AVX-512.
inline constexpr std::size_t kLabelBytes = 256;
template <class T>
constexpr std::size_t kLabelLanes = kLabelBytes / sizeof(T);

/// labels[j] <- labels[j] (+) labels[vertex] (x) w for each of these arcs (j, w), none of which
/// leads to `vertex` itself. `improved` gets the targets that changed, each with the best of its
/// changed lanes. Returns the number of these targets.
template <class T>
using RelaxArcs = std::size_t (*)(const SearchArc<T>* arcs, std::size_t count, T* labels,
                                  std::size_t vertex, SearchArc<T>* improved);

/// One for each instruction set that both this build and this processor have, the best first. Not
/// over or_and.
template <class T>
std::vector<RelaxArcs<T>> available_relax_arcs(Semiring semiring);

}  // namespace apsp
