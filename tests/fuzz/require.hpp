// What fuzz targets end with when a reader has broken its promises.
#pragma once

#include <cstdlib>

namespace apsp::fuzz {

inline void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace apsp::fuzz
