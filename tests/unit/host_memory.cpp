// Memory that is given back and taken again.
#include "base/host_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "draw.hpp"
#include "helpers.hpp"
#include "temporary_folder.hpp"

namespace apsp {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

TEST_CASE("host memory: what is given back is taken again, by whoever asks for as much") {
    const Pages large = take_pages(9 * kMegabyte), small = take_pages(100'000);
    CHECK(large.bytes >= 9 * kMegabyte);
    CHECK(small.bytes >= 100'000);
    CHECK(reinterpret_cast<std::uintptr_t>(large.memory) % (2 * kMegabyte) == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(small.memory) % 4096 == 0);
    std::memset(large.memory, 1, large.bytes);
    std::memset(small.memory, 2, small.bytes);
    give_back(large);
    give_back(small);
    const Pages half = take_pages(large.bytes / 2), more = take_pages(large.bytes + 1);
    CHECK(half.memory != large.memory);
    CHECK(more.memory != large.memory);
    CHECK(more.bytes > large.bytes);
    const Pages again = take_pages(large.bytes - kMegabyte), once_more = take_pages(large.bytes);
    CHECK(again.memory == large.memory);
    CHECK(once_more.memory != large.memory);
    for (const Pages& each : {half, more, again, once_more}) give_back(each);
}

TEST_CASE("host memory: many small pieces do not drive out a large one") {
    const Pages large = take_pages(50 * kMegabyte);
    give_back(large);
    std::vector<Pages> small;
    for (int k = 0; k < 30; ++k) small.push_back(take_pages(100'000));
    for (const Pages& each : small) give_back(each);
    const Pages again = take_pages(large.bytes);
    CHECK(again.memory == large.memory);
    give_back(again);
}

TEST_CASE("host memory: what is kept is let go where there would be too little else") {
    if (sanitized()) return;  // AddressSanitizer takes terabytes of addresses
    const pid_t child = fork();
    if (child == 0) {
        give_back(take_pages(256 * kMegabyte));
        struct rlimit limit = {};
        getrlimit(RLIMIT_AS, &limit);
        std::size_t pages = 0;  // of addresses in use
        std::ifstream("/proc/self/statm") >> pages;
        limit.rlim_cur = pages * 4096 + 64 * kMegabyte;
        setrlimit(RLIMIT_AS, &limit);
        const bool none = take_pages(1024 * kMegabyte).memory == nullptr;
        _exit(none && take_pages(200 * kMegabyte).memory != nullptr ? 0 : 1);
    }
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
}

TEST_CASE("host memory: pages that became a file's are not handed out again") {
    const test::TemporaryFolder folder;
    const std::string name = folder / "pages";
    const int file = open(name.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
    REQUIRE(file >= 0);
    const std::string text(64 * 1024, 'x');
    REQUIRE(write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    const Pages pages = take_pages(kMegabyte);
    std::memset(pages.memory, 0, pages.bytes);
    void* const middle = static_cast<char*>(pages.memory) + kMegabyte / 2;
    REQUIRE(mmap(middle, text.size(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) ==
            middle);
    give_back(pages);
    const Pages next = take_pages(kMegabyte);
    std::memset(next.memory, 'y', next.bytes);
    give_back(next);
    std::string found(text.size(), ' ');
    CHECK(pread(file, found.data(), found.size(), 0) == static_cast<ssize_t>(found.size()));
    CHECK(found == text);
    close(file);
}

}  // namespace apsp
