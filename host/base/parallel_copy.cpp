// See parallel_copy.hpp.
#include "base/parallel_copy.hpp"

#include <algorithm>
#include <cstring>

#include "base/stop.hpp"

namespace apsp {

void parallel_copy(void* to, const void* from, std::size_t bytes) {
    constexpr std::size_t kPart = std::size_t{128} << 10;
    const std::size_t parts = (bytes + kPart - 1) / kPart;
    const std::stop_token& stop = stop_token();
#pragma omp parallel for schedule(static) if (parts > 1)
    for (std::size_t part = 0; part < parts; ++part) {
        if (stop.stop_requested()) continue;
        const std::size_t first = part * kPart;
        std::memcpy(static_cast<char*>(to) + first, static_cast<const char*>(from) + first,
                    std::min(kPart, bytes - first));
    }
    check_stop();
}

void copy_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
               std::size_t width, std::size_t rows) {
    if (width == to_pitch && width == from_pitch) return parallel_copy(to, from, width * rows);
#pragma omp parallel for schedule(static)
    for (std::size_t row = 0; row < rows; ++row) {
        std::memcpy(static_cast<char*>(to) + row * to_pitch,
                    static_cast<const char*>(from) + row * from_pitch, width);
    }
}

void touch_pages(void* memory, std::size_t bytes) {
    constexpr std::size_t kPage = 4096, kWorthThreads = std::size_t{8} << 20;
    const std::stop_token& stop = stop_token();
#pragma omp parallel for schedule(static) if (bytes > kWorthThreads)
    for (std::size_t first = 0; first < bytes; first += kPage) {
        if (stop.stop_requested()) continue;
        static_cast<volatile char*>(memory)[first] = 0;
    }
}

}  // namespace apsp
