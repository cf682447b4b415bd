// See machine.hpp.
#include <sys/utsname.h>
#include <unistd.h>

#include "platform/machine.hpp"

namespace apsp {

std::size_t online_processors() {
    return static_cast<std::size_t>(sysconf(_SC_NPROCESSORS_ONLN));
}

std::uint64_t physical_memory() {
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
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
