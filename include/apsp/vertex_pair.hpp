// Two vertices of a graph.
#pragma once

#include <cstdint>

namespace apsp {

/// Ordered.
struct VertexPair {
    std::uint32_t source;
    std::uint32_t target;
};

}  // namespace apsp
