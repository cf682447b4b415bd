// Pages of memory, and of files in memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/file.hpp"

namespace apsp {

/// In bytes: 4 KiB on x86, up to 64 KiB elsewhere.
std::size_t page_size() noexcept;

/// Pages whose bytes are zeros and which begin at a multiple of `alignment`; null where the system
/// has none left. Those that are never touched take no memory.
void* map_pages(std::size_t bytes, std::size_t alignment) noexcept;
void unmap_pages(void* memory, std::size_t bytes) noexcept;
/// Asks for huge pages, of 2 MiB where pages have 4 KiB, if the system can be asked.
void prefer_huge_pages(void* memory, std::size_t bytes) noexcept;
/// Makes the bytes of a process's own pages zeros; where the system can, they take no memory then.
void clear_pages(void* memory, std::size_t bytes) noexcept;
/// The system may take the pages, and their bytes, if it lacks memory. False for pages of a file,
/// or where it cannot.
bool offer_pages(void* memory, std::size_t bytes) noexcept;

/// So many bytes of a file, from a place on, which is a multiple of the page's size, as memory. If
/// `at` is not null, they replace the pages there. Null, with errno, if the system refuses.
void* map_file(const File& file, std::uint64_t place, std::size_t bytes, void* at = nullptr);
/// That the disk has what has been written to such memory; false with errno.
bool sync_pages(void* memory, std::size_t bytes);

}  // namespace apsp
