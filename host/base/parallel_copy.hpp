// Copies by all threads: one alone reaches a quarter of what a bus to a device carries.
#pragma once

#include <cstddef>
#include <thread>

namespace apsp {

/// When what was copied is read again. What is read late is written past the caches: new memory
/// takes it twice as fast.
enum class NextRead { soon, late };

/// The ranges must not overlap.
/// @throws Stopped, with some of it copied
void parallel_copy(void* to, const void* from, std::size_t bytes, NextRead next = NextRead::soon);

/// Copies rows of `width` bytes, of which each begins so many bytes after the one before.
void copy_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
               std::size_t width, std::size_t rows, NextRead next = NextRead::soon);

/// Gives new memory its pages, by all threads: the first write to each takes longer than a copy of
/// it. What is in the memory, and is written to it meanwhile, stays. Ends early when a stop is
/// requested.
void touch_pages(void* memory, std::size_t bytes);

/// The same by a thread beside this one, which ends before what it returns does.
[[nodiscard]] std::jthread touch_beside(void* memory, std::size_t bytes);

}  // namespace apsp
