// See shared.hpp.
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <ctime>
#include <utility>

#include "platform/shared.hpp"

namespace apsp {

std::size_t online_processors() {
    return static_cast<std::size_t>(sysconf(_SC_NPROCESSORS_ONLN));
}

std::string host_name() {
    char name[256] = {};
    gethostname(name, sizeof name - 1);
    return name;
}

void set_default_variable(const char* name, const char* value) {
    setenv(name, value, 0);
}

File memory_file(std::size_t bytes) {
    File file(memfd_create("apsp", MFD_CLOEXEC));
    return file && ftruncate(file.handle(), static_cast<off_t>(bytes)) == 0 ? std::move(file)
                                                                            : File();
}

std::string name_for_others(const File& file) {
    return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file.handle());
}

void wait_for_change(const std::atomic<std::uint32_t>& changes, std::uint32_t seen) {
    const timespec tenth = {0, 100'000'000};
    syscall(SYS_futex, &changes, FUTEX_WAIT, seen, &tenth, nullptr, 0);
}

void wake_waiting(const std::atomic<std::uint32_t>& changes) {
    syscall(SYS_futex, &changes, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace apsp
