// See parallel_copy.hpp.
#include "base/parallel_copy.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <system_error>

#include "base/stop.hpp"
#include "base/unbound_scope.hpp"
#include "base/write_past_caches.hpp"

namespace apsp {
namespace {

void copy(void* to, std::size_t to_offset, const void* from, std::size_t from_offset,
          std::size_t bytes, NextRead next) {
    char* const target = static_cast<char*>(to) + to_offset;
    const char* const source = static_cast<const char*>(from) + from_offset;
    if (next == NextRead::late) return write_past_caches(target, source, bytes);
    std::memcpy(target, source, bytes);
}

}  // namespace

void parallel_copy(void* to, const void* from, std::size_t bytes, NextRead next) {
    constexpr std::size_t kPart = std::size_t{128} << 10;
    const std::size_t parts = (bytes + kPart - 1) / kPart;
    // More threads than fill the memory's bandwidth take longer to wake than they save.
    constexpr std::size_t kPartsAThread = 8;
    const int threads =
        std::clamp(static_cast<int>(parts / kPartsAThread), 1, omp_get_max_threads());
    const std::stop_token& stop = stop_token();
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
    for (std::size_t part = 0; part < parts; ++part) {
        if (stop.stop_requested()) continue;
        const std::size_t first = part * kPart;
        copy(to, first, from, first, std::min(kPart, bytes - first), next);
    }
    check_stop();
}

void copy_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
               std::size_t width, std::size_t rows, NextRead next) {
    if (width == to_pitch && width == from_pitch) {
        return parallel_copy(to, from, width * rows, next);
    }
#pragma omp parallel for schedule(static)
    for (std::size_t row = 0; row < rows; ++row) {
        copy(to, row * to_pitch, from, row * from_pitch, width, next);
    }
}

void touch_pages(void* memory, std::size_t bytes) {
    constexpr std::size_t kPage = 4096, kWorthThreads = std::size_t{8} << 20;
    const std::stop_token& stop = stop_token();
#pragma omp parallel for schedule(static) if (bytes > kWorthThreads)
    for (std::size_t first = 0; first < bytes; first += kPage) {
        if (stop.stop_requested()) continue;
        // Exchanging a zero for a zero writes to the page and changes nothing. (During a madvise of
        // many pages at once, drivers that allocate would have to wait for its end.)
        unsigned char zero = 0;
        std::atomic_ref byte(static_cast<unsigned char*>(memory)[first]);
        byte.compare_exchange_strong(zero, 0, std::memory_order_relaxed);
    }
}

std::jthread touch_beside(void* memory, std::size_t bytes) {
    try {
        return std::jthread([memory, bytes, stop = stop_token()] {
            const StopScope scope(stop);
            const UnboundScope unbound;
            touch_pages(memory, bytes);
        });
    } catch (const std::system_error&) {
        return {};  // whoever writes to the memory first touches it
    }
}

}  // namespace apsp
