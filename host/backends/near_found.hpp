// What descents with a limit find on the processor.
#pragma once

#include <cstdint>

namespace apsp {

/// A rank with a distance below the limit, and a bit for each byte of a row of distances: those of
/// distances below it are set.
struct NearFound {
    std::uint32_t rank;
    std::uint64_t bits;
};

}  // namespace apsp
