// Checksums: any change within a word, exchanged words, and other sizes change them.
#include "base/checksum.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <set>
#include <vector>

#include "base/process.hpp"

TEST_CASE("checksum: each bit, the order and the size count, whatever the number of parts") {
    std::vector<unsigned char> bytes((std::size_t{3} << 20) + 13);
    for (std::size_t k = 0; k < bytes.size(); ++k)
        bytes[k] = static_cast<unsigned char>(k * k >> 7);
    const std::uint64_t whole = apsp::checksum(bytes.data(), bytes.size());
    CHECK(apsp::checksum(bytes.data(), bytes.size()) == whole);
    std::set<std::uint64_t> all = {whole};
    std::size_t changes = 0;
    for (const std::size_t at : {std::size_t{0}, std::size_t{8}, std::size_t{63}, std::size_t{64},
                                 std::size_t{1} << 20, bytes.size() - 1}) {
        for (int bit = 0; bit < 8; ++bit, ++changes) {
            bytes[at] ^= static_cast<unsigned char>(1 << bit);
            all.insert(apsp::checksum(bytes.data(), bytes.size()));
            bytes[at] ^= static_cast<unsigned char>(1 << bit);
        }
    }
    // Of two words, the highest bits, which a product carries nowhere.
    for (const std::size_t at : {std::size_t{7}, std::size_t{71}}) bytes[at] ^= 0x80;
    all.insert(apsp::checksum(bytes.data(), bytes.size()));
    for (const std::size_t at : {std::size_t{7}, std::size_t{71}}) bytes[at] ^= 0x80;
    std::swap(bytes[1], bytes[65]);
    if (bytes[1] != bytes[65]) all.insert(apsp::checksum(bytes.data(), bytes.size()));
    CHECK(all.size() == changes + 3);
    const std::vector<unsigned char> zeros(1000);
    std::set<std::uint64_t> of_sizes;
    for (std::size_t size = 0; size <= zeros.size(); ++size) {
        of_sizes.insert(apsp::checksum(zeros.data(), size));
    }
    CHECK(of_sizes.size() == zeros.size() + 1);
}

TEST_CASE("process: threads that the system allows are counted by starting them") {
    CHECK(apsp::startable_threads(0) == 0);
    CHECK(apsp::startable_threads(3) == 3);
}
