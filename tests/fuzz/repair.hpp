// Makes damaged zip archives readable, so that fuzzing reaches what is in them.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace apsp::fuzz {

template <class T>
T number_at(const std::string& bytes, std::size_t at) {
    T value{};
    if (at <= bytes.size() && sizeof value <= bytes.size() - at) {
        std::memcpy(&value, bytes.data() + at, sizeof value);
    }
    return value;
}

/// Corrects the checksums of stored files in a zip archive, which mutations break.
inline void repair(std::string& zip) {
    constexpr std::size_t kLocal = 30, kCentral = 46;  // bytes of headers, without names
    for (std::size_t at = 0; (at = zip.find("PK\x01\x02", at)) != std::string::npos; ++at) {
        if (zip.size() - at < kCentral) return;
        const std::size_t local = number_at<std::uint32_t>(zip, at + 42);
        const std::size_t begin = local + kLocal + number_at<std::uint16_t>(zip, local + 26) +
                                  number_at<std::uint16_t>(zip, local + 28);
        const std::size_t size = number_at<std::uint32_t>(zip, at + 20);
        const bool stored = number_at<std::uint16_t>(zip, at + 10) == 0;
        if (!stored || begin > zip.size() || size > zip.size() - begin) continue;
        const auto checksum = static_cast<std::uint32_t>(
            crc32_z(0, reinterpret_cast<const Bytef*>(zip.data()) + begin, size));
        std::memcpy(zip.data() + at + 16, &checksum, sizeof checksum);
    }
}

}  // namespace apsp::fuzz
