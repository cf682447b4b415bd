// Memory that is given back and taken again.
#include "base/host_memory.hpp"

#include <cstdint>
#include <cstring>
#include <vector>

#include "helpers.hpp"

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

}  // namespace apsp
