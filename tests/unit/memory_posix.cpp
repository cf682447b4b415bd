// Memory where the limits, files and protection of POSIX get in between.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>

#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"
#include "base/host_memory.hpp"
#include "draw.hpp"
#include "helpers.hpp"
#include "temporary_folder.hpp"

namespace apsp {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

TEST_CASE("host memory: what is kept is let go where there would be too little else") {
    if (sanitized()) return;  // AddressSanitizer takes terabytes of addresses
    const pid_t child = fork();
    if (child == 0) {
        give_back(take_pages(256 * kMebibyte));
        struct rlimit limit = {};
        getrlimit(RLIMIT_AS, &limit);
        std::size_t pages = 0;  // of addresses in use
        std::ifstream("/proc/self/statm") >> pages;
        limit.rlim_cur = pages * 4096 + 64 * kMebibyte;
        setrlimit(RLIMIT_AS, &limit);
        const bool none = take_pages(1024 * kMebibyte).memory == nullptr;
        _exit(none && take_pages(200 * kMebibyte).memory != nullptr ? 0 : 1);
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
    const Pages pages = take_pages(kMebibyte);
    std::memset(pages.memory, 0, pages.bytes);
    void* const middle = static_cast<char*>(pages.memory) + kMebibyte / 2;
    REQUIRE(mmap(middle, text.size(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) ==
            middle);
    give_back(pages);
    const Pages next = take_pages(kMebibyte);
    std::memset(next.memory, 'y', next.bytes);
    give_back(next);
    std::string found(text.size(), ' ');
    CHECK(pread(file, found.data(), found.size(), 0) == static_cast<ssize_t>(found.size()));
    CHECK(found == text);
    close(file);
}

TEST_CASE("matrix: one of weights that are as they should be is not written to") {
    constexpr std::size_t kPage = 4096;
    Matrix matrix(700, Dtype::f32);
    for (std::size_t i = 0; i < 700; ++i) {
        std::ranges::fill(matrix.row<float>(i), 2.0F);
        matrix.row<float>(i)[i] = 0;
    }
    void* const memory = matrix.data();
    const std::size_t bytes = (matrix.bytes() + kPage - 1) / kPage * kPage;
    REQUIRE(mprotect(memory, bytes, PROT_READ) == 0);  // processes may share it
    const Graph graph = Graph::from_matrix(std::move(matrix), "shared");
    CHECK(graph.arcs() == 700 * 699);
    REQUIRE(mprotect(memory, bytes, PROT_READ | PROT_WRITE) == 0);
}

}  // namespace apsp
