// See parallel_copy.hpp.
#include "base/parallel_copy.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <system_error>

#include "base/parallel_for.hpp"
#include "base/write_past_caches.hpp"
#include "platform/memory.hpp"

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
    const std::size_t most = parts / kPartsAThread,
                      threads = most > 1 ? std::min(most, team_limit()) : 1;
    const std::stop_token& stop = stop_token();
    take_turns(threads, parts, [&](std::size_t part, std::size_t) {
        if (stop.stop_requested()) return;
        const std::size_t first = part * kPart;
        copy(to, first, from, first, std::min(kPart, bytes - first), next);
    });
    check_stop();
}

void copy_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
               std::size_t width, std::size_t rows, NextRead next) {
    if (width == to_pitch && width == from_pitch) {
        return parallel_copy(to, from, width * rows, next);
    }
    const NoStops whole;
    parallel_for({0, rows}, static_cast<double>(width) / 8, [&](std::size_t row) {
        copy(to, row * to_pitch, from, row * from_pitch, width, next);
    });
}

void touch_pages(void* memory, std::size_t bytes) {
    constexpr std::size_t kPages = 32;  // in a turn
    constexpr double kPageCost = 50;    // all of them worth threads from 8 MiB on
    const std::size_t page = page_size();
    const std::size_t turns = (bytes + kPages * page - 1) / (kPages * page);
    parallel_for({0, turns}, kPages * kPageCost, [&](std::size_t turn) {
        const std::size_t last = std::min(bytes, (turn + 1) * kPages * page);
        for (std::size_t first = turn * kPages * page; first < last; first += page) {
            // Exchanging a zero for a zero writes to the page and changes nothing. (During a
            // madvise of many pages at once, drivers that allocate would have to wait for its end.)
            unsigned char zero = 0;
            std::atomic_ref byte(static_cast<unsigned char*>(memory)[first]);
            byte.compare_exchange_strong(zero, 0, std::memory_order_relaxed);
        }
    });
}

std::jthread touch_beside(void* memory, std::size_t bytes) {
    try {
        return std::jthread([memory, bytes, stop = stop_token(), threads = ThreadLimit::now()] {
            const StopScope scope(stop);
            const ThreadLimit same(threads);
            try {
                touch_pages(memory, bytes);
            } catch (const Stopped&) {  // which the caller notices, too
            }
        });
    } catch (const std::system_error&) {
        return {};  // whoever writes to the memory first touches it
    }
}

}  // namespace apsp
