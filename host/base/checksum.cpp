// See checksum.hpp. Eight chains of multiplications run side by side, as one would wait for each
// product; every step can be undone, so that no difference is lost on the way.
#include "base/checksum.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "base/parallel_for.hpp"

namespace apsp {
namespace {

constexpr std::uint64_t kFactor = 0xD6E8FEB86659FD93u;  // odd, with bits all over

constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
    return std::rotl((hash ^ word) * kFactor, 29);
}

std::uint64_t checksum_of_part(const char* bytes, std::size_t size) {
    constexpr std::size_t kChains = 8, kStep = kChains * sizeof(std::uint64_t);
    std::uint64_t chains[kChains] = {1, 2, 3, 4, 5, 6, 7, 8};
    const auto take = [&](const char* from) {
        std::uint64_t words[kChains];
        std::memcpy(words, from, kStep);
        for (std::size_t k = 0; k < kChains; ++k) chains[k] = mix(chains[k], words[k]);
    };
    std::size_t done = 0;
    for (; size - done >= kStep; done += kStep) take(bytes + done);
    char rest[kStep] = {};
    std::memcpy(rest, bytes + done, size - done);
    take(rest);
    std::uint64_t hash = size;
    for (const std::uint64_t chain : chains) hash = mix(hash, chain);
    return hash;
}

}  // namespace

std::uint64_t checksum(const void* memory, std::size_t bytes) {
    constexpr std::size_t kPart = std::size_t{1} << 20;
    const char* const begin = static_cast<const char*>(memory);
    const std::size_t parts = (bytes + kPart - 1) / kPart;
    std::vector<std::uint64_t> sums(parts);
    parallel_for({0, parts}, kPart / 8.0, [&](std::size_t k) {
        sums[k] = checksum_of_part(begin + k * kPart, std::min(kPart, bytes - k * kPart));
    });
    std::uint64_t hash = bytes;
    for (const std::uint64_t sum : sums) hash = mix(hash, sum);
    return hash;
}

}  // namespace apsp
