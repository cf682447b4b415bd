// What macOS has beside POSIX. See the headers.
#include <fcntl.h>
#include <mach-o/dyld.h>
#include <mach/mach.h>
#include <sys/stat.h>
#include <sys/sysctl.h>
#include <unistd.h>

#include <cstring>

#include "platform/file.hpp"
#include "platform/library.hpp"
#include "platform/machine.hpp"
#include "platform/memory.hpp"
#include "platform/process.hpp"

namespace apsp {
namespace {

/// A number that the kernel knows by a name; 0 if it does not.
std::uint64_t known(const char* name) {
    std::uint64_t value = 0;  // the kernel fills four bytes, the low ones, or eight
    std::size_t size = sizeof value;
    return sysctlbyname(name, &value, &size, nullptr, 0) == 0 ? value : 0;
}

std::string known_text(const char* name) {
    char text[256] = {};
    std::size_t size = sizeof text - 1;
    return sysctlbyname(name, text, &size, nullptr, 0) == 0 ? text : "";
}

}  // namespace

std::int64_t modified(const struct stat& status) {
    return std::int64_t{status.st_mtimespec.tv_sec} * 1'000'000'000 + status.st_mtimespec.tv_nsec;
}

bool File::sync() const {
    return fcntl(handle_, F_FULLFSYNC) == 0;  // fsync leaves it in the disk's cache
}

bool File::reserve(std::uint64_t bytes) const {
    const auto now = status();
    if (!now || now->size >= bytes) return now.has_value();
    fstore_t room = {F_ALLOCATEALL, F_PEOFPOSMODE, 0, static_cast<off_t>(bytes - now->size), 0};
    return fcntl(handle_, F_PREALLOCATE, &room) == 0 &&
           ftruncate(handle_, static_cast<off_t>(bytes)) == 0;
}

std::span<const char* const> opencl_loaders() {
    static constexpr const char* kNames[] = {"/System/Library/Frameworks/OpenCL.framework/OpenCL"};
    return kNames;
}

Processor this_processor() {
    return {known_text("machdep.cpu.brand_string"), known_text("machdep.cpu.vendor"),
            known("hw.cpufrequency_max") / 1'000'000};
}

std::size_t cache_bytes(int level) {
    return known(level == 1 ? "hw.l1dcachesize" : "hw.l2cachesize");
}

std::size_t available_host_memory() {
    vm_statistics64 pages{};
    mach_msg_type_number_t count = HOST_VM_INFO64_COUNT;
    if (host_statistics64(mach_host_self(), HOST_VM_INFO64, reinterpret_cast<host_info64_t>(&pages),
                          &count) != KERN_SUCCESS) {
        return 0;
    }
    // What is inactive or purgeable is taken from caches first.
    return (std::size_t{pages.free_count} + pages.inactive_count + pages.purgeable_count) *
           vm_kernel_page_size;
}

std::span<const Lack> lacks() {
    static constexpr Lack kAll[] = {
        {"apsp-ocl-mpi", "its processes share memory by means of Linux"}};
    return kAll;
}

void prefer_huge_pages(void*, std::size_t) noexcept {}

void clear_pages(void* memory, std::size_t bytes) noexcept {
    std::memset(memory, 0, bytes);
}

std::filesystem::path program_file() {
    std::uint32_t size = 0;
    _NSGetExecutablePath(nullptr, &size);
    std::string path(size, '\0');
    _NSGetExecutablePath(path.data(), &size);
    return path.c_str();
}

bool was_interrupted() noexcept {
    return false;
}

void put_parent_first() noexcept {}  // no such requests

bool allow_tile_registers() {
    return false;
}

}  // namespace apsp
