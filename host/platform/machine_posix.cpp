// See machine.hpp.
#include <sys/utsname.h>
#include <unistd.h>

#include "platform/machine.hpp"

namespace apsp {

std::uint64_t physical_memory() {
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::string system_name() {
    utsname system{};
    uname(&system);
    return std::string(system.sysname) + " " + system.release + " " + system.machine;
}

}  // namespace apsp
