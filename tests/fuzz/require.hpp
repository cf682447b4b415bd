// How fuzz targets end if a reader has broken an invariant.
#pragma once

#include <cstdlib>

namespace apsp::fuzz {

inline void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace apsp::fuzz
