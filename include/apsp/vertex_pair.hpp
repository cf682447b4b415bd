// Two vertices of a graph.
#pragma once

#include <cstdint>

namespace apsp {

/// An ordered pair.
struct VertexPair {
    std::uint32_t source;
    std::uint32_t target;
};

}  // namespace apsp
