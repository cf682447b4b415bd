// See machine.hpp.
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "platform/machine.hpp"

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

std::size_t largest_clock_mhz() {
    std::ifstream file("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
    std::size_t khz = 0;
    if (file >> khz) return khz / 1000;
    return static_cast<std::size_t>(std::strtod(cpuinfo("cpu MHz").c_str(), nullptr));
}

}  // namespace

Processor this_processor() {
    return {cpuinfo("model name"), cpuinfo("vendor_id"), largest_clock_mhz()};
}

std::size_t cache_bytes([[maybe_unused]] int level) {
#ifdef _SC_LEVEL1_DCACHE_SIZE
    const long bytes = sysconf(level == 1 ? _SC_LEVEL1_DCACHE_SIZE : _SC_LEVEL2_CACHE_SIZE);
    return bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
#else
    return 0;
#endif
}

std::size_t online_processors() {
    return static_cast<std::size_t>(sysconf(_SC_NPROCESSORS_ONLN));
}

bool allow_tile_registers() {
#ifdef SYS_arch_prctl
    constexpr int kRequestPermission = 0x1023, kTileData = 18;  // of Linux 5.16; in no older header
    return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
#else
    return false;
#endif
}

std::uint64_t physical_memory() {
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
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

std::string host_name() {
    char name[256] = {};
    gethostname(name, sizeof name - 1);
    return name;
}

std::string system_name() {
    utsname system{};
    uname(&system);
    return std::string(system.sysname) + " " + system.release + " " + system.machine;
}

}  // namespace apsp
