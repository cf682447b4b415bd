// See memory.hpp.
#include <sys/mman.h>
#include <unistd.h>

#include <limits>

#include "platform/memory.hpp"

namespace apsp {

std::size_t page_size() noexcept {
    static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return size;
}

void* map_pages(std::size_t bytes, std::size_t alignment) noexcept {
    const std::size_t spare = alignment > page_size() ? alignment - page_size() : 0;
    if (bytes > std::numeric_limits<std::size_t>::max() - spare) return nullptr;
    void* const mapped = mmap(nullptr, bytes + spare, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) return nullptr;
    char* const first = static_cast<char*>(mapped);
    const auto past = reinterpret_cast<std::uintptr_t>(mapped) % alignment;
    const std::size_t before = past == 0 ? 0 : alignment - past;
    if (before != 0) munmap(first, before);
    if (before != spare) munmap(first + before + bytes, spare - before);
    return first + before;
}

void unmap_pages(void* memory, std::size_t bytes) noexcept {
    munmap(memory, bytes);
}

bool offer_pages(void* memory, std::size_t bytes) noexcept {
    return madvise(memory, bytes, MADV_FREE) == 0;
}

void* map_file(const File& file, std::uint64_t place, std::size_t bytes, void* at) {
    void* const mapped =
        mmap(at, bytes, PROT_READ | PROT_WRITE, at == nullptr ? MAP_SHARED : MAP_SHARED | MAP_FIXED,
             file.handle(), static_cast<off_t>(place));
    return mapped == MAP_FAILED ? nullptr : mapped;
}

bool sync_pages(void* memory, std::size_t bytes) {
    return msync(memory, bytes, MS_SYNC) == 0;
}

}  // namespace apsp
