// See parallel_copy.hpp.
#include "core/parallel_copy.hpp"

#include <algorithm>
#include <cstring>

namespace apsp {

void parallel_copy(void* to, const void* from, std::size_t bytes) {
    constexpr std::size_t kPart = std::size_t{1} << 20;
    const std::size_t parts = (bytes + kPart - 1) / kPart;
#pragma omp parallel for schedule(static)
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t first = part * kPart;
        std::memcpy(static_cast<char*>(to) + first, static_cast<const char*>(from) + first,
                    std::min(kPart, bytes - first));
    }
}

}  // namespace apsp
