// Copies by all threads: a single thread reaches a quarter of the bandwidth of a bus to a device.
#pragma once

#include <cstddef>
#include <thread>

namespace apsp {

/// When the copy is read next. A copy that is read late is written past the caches, which is twice
/// as fast for new memory.
enum class NextRead { soon, late };

/// The ranges must not overlap.
/// @throws Stopped, with some of it copied
void parallel_copy(void* to, const void* from, std::size_t bytes, NextRead next = NextRead::soon);

/// Copies rows of `width` bytes; each row begins one pitch, in bytes, after the one before.
void copy_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
               std::size_t width, std::size_t rows, NextRead next = NextRead::soon);

/// Touches the pages of new memory with all threads: the first write to a page takes longer than
/// copying it. Whatever is in the memory, or is written to it meanwhile, stays. Ends early when a
/// stop is requested.
void touch_pages(void* memory, std::size_t bytes);

/// The same in a background thread, which the returned object joins; nothing where the system
/// starts no thread.
[[nodiscard]] std::jthread touch_beside(void* memory, std::size_t bytes);

}  // namespace apsp
