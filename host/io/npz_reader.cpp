// See npz.hpp. libzip checks sizes and checksums as it unpacks.
#include "io/npz.hpp"

#ifdef APSP_ZIP
#include <zip.h>
#endif

#include <limits>

#include "apsp/errors.hpp"
#include "base/stop.hpp"
#include "base/text.hpp"
#include "io/packing.hpp"

namespace apsp {

#ifdef APSP_ZIP

struct NpzReader::Archive {
    const InputFile& file;
    zip_t* zip = nullptr;

    explicit Archive(const InputFile& input) : file(input) {
        zip_error_t error;
        zip_error_init(&error);
        zip_source_t* const source = zip_source_buffer_create(
            file.bytes().data(), static_cast<zip_uint64_t>(file.bytes().size()), 0, &error);
        if (source != nullptr) zip = zip_open_from_source(source, ZIP_RDONLY, &error);
        const std::string why = zip == nullptr ? zip_error_strerror(&error) : "";
        if (zip == nullptr && source != nullptr) zip_source_free(source);
        zip_error_fini(&error);
        if (zip == nullptr)
            file.fail("an .npz archive", fmt::format("another kind of file, or damage ({})", why));
    }
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;
    ~Archive() {
        if (zip != nullptr) zip_discard(zip);
    }
};

bool can_read_npz() {
    return true;
}

NpzReader::NpzReader(const InputFile& file) : archive_(new Archive(file)) {}

bool NpzReader::has(const std::string& array) const {
    return zip_name_locate(archive_->zip, (array + ".npy").c_str(), 0) >= 0;
}

std::string NpzReader::read(const std::string& array) const {
    zip_t* const zip = archive_->zip;
    const std::string entry = array + ".npy";
    const auto damaged = [&](const std::string& why) {
        fail_input(name_of(array), "the whole array", fmt::format("damage ({})", why));
    };
    zip_stat_t stat;
    if (zip_stat(zip, entry.c_str(), 0, &stat) != 0) {
        fail_input(archive_->file.name(), fmt::format("an array {}", array), "none of that name");
    }
    // The header is not trusted with our memory: deflate packs at most 1032 bytes into one.
    constexpr zip_uint64_t kSizes = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
    if ((stat.valid & kSizes) != kSizes || stat.size / 1032 > archive_->file.bytes().size()) {
        damaged("its size is wrong");
    }
    check_unpacked(stat.size, archive_->file.bytes().size(), archive_->file.name(),
                   "save it without compression");
    const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(
        zip_fopen_index(zip, stat.index, 0), zip_fclose);
    if (file == nullptr) damaged(zip_strerror(zip));
    constexpr zip_uint64_t kPiece = zip_uint64_t{4} << 20;
    std::string content(stat.size, '\0');
    zip_uint64_t done = 0;
    char beyond = 0;  // checksums are compared only at the end
    while (true) {
        check_stop();
        const zip_uint64_t left = stat.size - done;
        const zip_int64_t count =
            left == 0 ? zip_fread(file.get(), &beyond, 1)
                      : zip_fread(file.get(), content.data() + done, left < kPiece ? left : kPiece);
        if (count < 0) damaged(zip_error_strerror(zip_file_get_error(file.get())));
        if (count == 0 && left == 0) return content;
        if (count == 0 || left == 0) damaged("its size is wrong");
        done += static_cast<zip_uint64_t>(count);
    }
}

#else

struct NpzReader::Archive {
    const InputFile& file;
};

bool can_read_npz() {
    return false;
}

NpzReader::NpzReader(const InputFile& file) {
    throw Error(ErrorKind::usage, file.name() +
                                      ": this build has no libzip, which reads .npz files; install "
                                      "it (libzip-dev) and build again, or give a .npy file");
}

bool NpzReader::has(const std::string&) const {
    return false;
}

std::string NpzReader::read(const std::string&) const {
    return {};
}

#endif

std::string NpzReader::name_of(const std::string& array) const {
    return archive_->file.name() + ": " + array;
}

NpzReader::NpzReader(NpzReader&&) noexcept = default;
NpzReader::~NpzReader() = default;

}  // namespace apsp
