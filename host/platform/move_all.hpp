// Moves bytes by calls that may move only some at a time.
#pragma once

#include <cerrno>
#include <cstddef>

namespace apsp {

/// @param move  moves some of the bytes after so many, and returns how many: none at the end, fewer
///              than none for an error
template <class Move>
std::size_t move_all(std::size_t bytes, const Move& move) {
    std::size_t done = 0;
    while (done < bytes) {
        const auto moved = move(done);
        if (moved < 0 && errno == EINTR) continue;
        if (moved == 0) errno = ENODATA;
        if (moved <= 0) break;
        done += static_cast<std::size_t>(moved);
    }
    return done;
}

}  // namespace apsp
