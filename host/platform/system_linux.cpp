// What Linux has beside POSIX. See the headers.
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "platform/file.hpp"
#include "platform/library.hpp"
#include "platform/machine.hpp"
#include "platform/memory.hpp"
#include "platform/process.hpp"

namespace apsp {
namespace {

std::string cpuinfo(const std::string& key) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(key)) continue;
        const auto colon = line.find(": ");
        if (colon != std::string::npos) return line.substr(colon + 2);
    }
    return "";
}

/// On ARM, Linux tells numbers: those of servers' cores, and of boards that are common.
std::string core() {
    static constexpr struct {
        const char *numbers, *name;
    } kKnown[] = {{"0x41 0xd08", "Cortex-A72"},  {"0x41 0xd0b", "Cortex-A76"},
                  {"0x41 0xd0c", "Neoverse-N1"}, {"0x41 0xd40", "Neoverse-V1"},
                  {"0x41 0xd49", "Neoverse-N2"}, {"0x41 0xd4f", "Neoverse-V2"},
                  {"0x46 0x001", "A64FX"},       {"0x48 0xd01", "TaiShan v110"},
                  {"0xc0 0xac3", "Ampere-1"},    {"0xc0 0xac4", "Ampere-1A"}};
    const std::string part = cpuinfo("CPU part");
    if (part.empty()) return "";
    const std::string numbers = cpuinfo("CPU implementer") + " " + part;
    for (const auto& each : kKnown) {
        if (numbers == each.numbers) return each.name;
    }
    return "ARM " + numbers;
}

std::size_t largest_clock_mhz() {
    std::ifstream file("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
    std::size_t khz = 0;
    if (file >> khz) return khz / 1000;
    return static_cast<std::size_t>(std::strtod(cpuinfo("cpu MHz").c_str(), nullptr));
}

}  // namespace

std::int64_t modified(const struct stat& status) {
    return std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

bool File::sync() const {
    return fdatasync(handle_) == 0;
}

bool File::reserve(std::uint64_t bytes) const {
    errno = posix_fallocate(handle_, 0, static_cast<off_t>(bytes));
    return errno == 0;
}

std::span<const char* const> opencl_loaders() {
    static constexpr const char* kNames[] = {"libOpenCL.so.1", "libOpenCL.so"};
    return kNames;
}

Processor this_processor() {
    std::string name = cpuinfo("model name");
    return {name.empty() ? core() : name, cpuinfo("vendor_id"), largest_clock_mhz()};
}

std::size_t cache_bytes([[maybe_unused]] int level) {
#ifdef _SC_LEVEL1_DCACHE_SIZE
    const long bytes = sysconf(level == 1 ? _SC_LEVEL1_DCACHE_SIZE : _SC_LEVEL2_CACHE_SIZE);
    return bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
#else
    return 0;
#endif
}

std::size_t available_host_memory() {
    std::ifstream file("/proc/meminfo");
    std::string name;
    std::size_t kilobytes = 0;
    for (std::string rest; file >> name >> kilobytes; std::getline(file, rest)) {
        if (name == "MemAvailable:") return kilobytes * 1024;
    }
    return 0;
}

std::span<const Lack> lacks() {
    return {};
}

void prefer_huge_pages(void* memory, std::size_t bytes) noexcept {
    madvise(memory, bytes, MADV_HUGEPAGE);
}

void clear_pages(void* memory, std::size_t bytes) noexcept {
    madvise(memory, bytes, MADV_DONTNEED);
}

std::filesystem::path program_file() {
    return "/proc/self/exe";
}

bool was_interrupted() noexcept {
    thread_local long known = 0;
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return std::exchange(known, usage.ru_nivcsw) != usage.ru_nivcsw;
}

void put_parent_first() noexcept {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (const int score = open("/proc/self/oom_score_adj", O_WRONLY); score >= 0) {
        (void)!write(score, "1000", 4);
        close(score);
    }
}

bool allow_tile_registers() {
#ifdef SYS_arch_prctl
    constexpr int kRequestPermission = 0x1023, kTileData = 18;  // of Linux 5.16; in no older header
    return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
#else
    return false;
#endif
}

}  // namespace apsp
