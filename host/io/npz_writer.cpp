// See npz.hpp. All sizes and places are written in 64 bits (zip64), as numpy.savez does, so that
// archives of any size have one form.
// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "base/stop.hpp"
#include "io/npy_header.hpp"
#include "io/npz.hpp"

namespace apsp {
namespace {

constexpr std::uint16_t kNeeds = 45;         // the version that zip64 needs
constexpr std::uint16_t kFirstDay = 0x0021;  // 1 January 1980
constexpr std::uint32_t kElsewhere = ~0U;    // the value is in the fields of zip64
constexpr std::uint16_t kZip64 = 1;          // the extra field's name

/// Numbers as they follow one another in a header.
class Record {
  public:
    template <class... T>
    explicit Record(T... values) {
        (add(values), ...);
    }
    template <class T>
    void add(T value) {
        const char* const bytes = reinterpret_cast<const char*>(&value);
        text_.append(bytes, sizeof value);
    }
    void add(const std::string& text) { text_ += text; }
    const std::string& text() const { return text_; }

  private:
    std::string text_;
};

}  // namespace

NpzWriter::NpzWriter(const std::filesystem::path& path, const std::vector<Array>& arrays)
    : output_((OutputFile::need_places(path), path)) {  // a pipe would wait for its reader
    for (const Array& array : arrays) add(array);
}

std::size_t NpzWriter::add(const Array& array) {
    const std::string header = make_npy_header(array.shape, array.type);
    std::uint64_t bytes = array.type.back() - std::uint64_t{'0'};
    for (const std::size_t each : array.shape) bytes *= each;
    Entry entry{array.name + ".npy", end_, 0, 0, header.size() + bytes, 0};
    constexpr std::uint64_t kLocal = 30 + 20;  // bytes of a local header, without the name
    entry.next = end_ + kLocal + entry.file.size();
    entry.first = entry.next + header.size();
    end_ = entry.next + entry.size;
    entries_.push_back(entry);
    append(entries_.size() - 1, header.data(), header.size());
    return entries_.size() - 1;
}

void NpzWriter::append(std::size_t array, const void* data, std::size_t bytes) {
    constexpr std::size_t kPiece = std::size_t{4} << 20;
    Entry& entry = entries_[array];
    const char* from = static_cast<const char*>(data);
    for (std::size_t count = 0; bytes != 0; from += count, bytes -= count) {
        check_stop();
        count = bytes < kPiece ? bytes : kPiece;
        entry.checksum = static_cast<std::uint32_t>(
            crc32_z(entry.checksum, reinterpret_cast<const Bytef*>(from), count));
        output_.write_at(entry.next, from, count);
        entry.next += count;
    }
}

std::uint32_t NpzWriter::put(std::size_t array, std::uint64_t place, const void* data,
                             std::size_t bytes) {
    output_.write_at(entries_[array].first + place, data, bytes);
    return static_cast<std::uint32_t>(crc32_z(0, static_cast<const Bytef*>(data), bytes));
}

void NpzWriter::join(std::size_t array, std::uint32_t checksum, std::uint64_t bytes) {
    Entry& entry = entries_[array];
    uLong before = entry.checksum;
    constexpr std::uint64_t kPiece = std::uint64_t{1} << 30;  // zlib's lengths may have 32 bits
    for (std::uint64_t left = bytes; left != 0; left -= std::min(left, kPiece)) {
        before = crc32_combine(before, 0, static_cast<z_off_t>(std::min(left, kPiece)));
    }
    entry.checksum = static_cast<std::uint32_t>(before) ^ checksum;
    entry.next += bytes;
}

void NpzWriter::commit() {
    constexpr std::uint16_t kStored = 0, kNoFlags = 0, kMidnight = 0;
    std::string directory;
    for (const Entry& entry : entries_) {
        const auto name_size = static_cast<std::uint16_t>(entry.file.size());
        Record local(std::uint32_t{0x04034b50}, kNeeds, kNoFlags, kStored, kMidnight, kFirstDay,
                     entry.checksum, kElsewhere, kElsewhere, name_size, std::uint16_t{20});
        local.add(entry.file);
        local.add(Record(kZip64, std::uint16_t{16}, entry.size, entry.size).text());
        output_.write_at(entry.begin, local.text().data(), local.text().size());

        Record central(std::uint32_t{0x02014b50}, kNeeds, kNeeds, kNoFlags, kStored, kMidnight,
                       kFirstDay, entry.checksum, kElsewhere, kElsewhere, name_size,
                       std::uint16_t{28}, std::uint16_t{0}, std::uint16_t{0}, std::uint16_t{0},
                       std::uint32_t{0}, kElsewhere);
        central.add(entry.file);
        central.add(Record(kZip64, std::uint16_t{24}, entry.size, entry.size, entry.begin).text());
        directory += central.text();
    }
    const auto count = static_cast<std::uint64_t>(entries_.size());
    const auto size = static_cast<std::uint64_t>(directory.size());
    const Record end(
        // The end of the directory in 64 bits, its place, and the end in 32 bits.
        std::uint32_t{0x06064b50}, std::uint64_t{44}, kNeeds, kNeeds, std::uint32_t{0},
        std::uint32_t{0}, count, count, size, end_,  //
        std::uint32_t{0x07064b50}, std::uint32_t{0}, end_ + size, std::uint32_t{1},
        std::uint32_t{0x06054b50}, std::uint16_t{0}, std::uint16_t{0},
        static_cast<std::uint16_t>(count), static_cast<std::uint16_t>(count), kElsewhere,
        kElsewhere, std::uint16_t{0});
    directory += end.text();
    output_.write_at(end_, directory.data(), directory.size());
    output_.commit();
}

}  // namespace apsp
