// See packing.hpp. gzip is zlib's, Zstandard libzstd's.
#include "io/packing.hpp"

#include <zlib.h>

#ifdef APSP_ZSTD
#include <zstd.h>
#endif

#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/input_file.hpp"

namespace apsp {
namespace {

constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";
constexpr std::string_view kZstdSkippable = "\x2a\x4d\x18";  // behind a byte from 0x50 to 0x5f
constexpr std::size_t kChunk = std::size_t{1} << 20;         // zlib counts in 32 bits
constexpr int kGzip = 16 + MAX_WBITS;

/// The type that zlib's older interface wants; zlib does not write there.
Bytef* input(const char* bytes) {
    return reinterpret_cast<Bytef*>(const_cast<char*>(bytes));
}

GrowingText unpack_gzip(std::string_view packed, const std::string& file, ProgressMeter& meter) {
    z_stream z{};
    if (inflateInit2(&z, kGzip) != Z_OK) {
        throw Error(ErrorKind::out_of_memory, "no host memory for zlib's tables");
    }
    const std::unique_ptr<z_stream, int (*)(z_stream*)> release(&z, inflateEnd);
    GrowingText text;
    std::size_t done = 0;
    while (true) {
        const auto room = text.room(file);
        const std::size_t in = std::min(packed.size() - done, kChunk);
        const std::size_t out = std::min(room.size(), kChunk);
        z.next_in = input(packed.data() + done);
        z.avail_in = static_cast<uInt>(in);
        z.next_out = reinterpret_cast<Bytef*>(room.data());
        z.avail_out = static_cast<uInt>(out);
        const int code = inflate(&z, Z_NO_FLUSH);
        done += in - z.avail_in;
        text.advance(out - z.avail_out);
        check_unpacked(text.text().size(), packed.size(), file);
        meter.at(done);
        if (code == Z_STREAM_END) {
            // Several members may follow one another (bgzip, `cat a.gz b.gz`); zeros are padding.
            const std::size_t next = packed.find_first_not_of('\0', done);
            if (next == std::string_view::npos) return text;
            if (!packed.substr(next).starts_with(kGzipMagic)) {
                fail_input(file, "the end of the gzip data",
                           fmt::format("other data after byte {}; fetch it again", next));
            }
            done = next;
            inflateReset(&z);
        } else if (code == Z_BUF_ERROR || (code == Z_OK && done == packed.size() && z.avail_out)) {
            fail_input(file, "more gzip data",
                       "the end of the file: it is truncated; fetch it again");
        } else if (code != Z_OK) {
            fail_input(file, "gzip data",
                       fmt::format("damage near byte {} ({}); fetch it again", done,
                                   z.msg != nullptr ? z.msg : "zlib error"));
        }
    }
}

class GzipPacker : public Packer {
  public:
    explicit GzipPacker(Sink sink) : sink_(std::move(sink)), buffer_(kChunk) {
        if (deflateInit2(&z_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) !=
            Z_OK) {
            throw Error(ErrorKind::out_of_memory, "no host memory for zlib's tables");
        }
    }
    ~GzipPacker() override { deflateEnd(&z_); }
    void add(const char* bytes, std::size_t size) override {
        for (std::size_t count = 0; size > 0; bytes += count, size -= count) {
            count = std::min(size, kChunk);
            z_.next_in = input(bytes);
            z_.avail_in = static_cast<uInt>(count);
            deflate_all(Z_NO_FLUSH);
        }
    }
    void finish() override { deflate_all(Z_FINISH); }

  private:
    void deflate_all(int flush) {
        do {
            z_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
            z_.avail_out = static_cast<uInt>(buffer_.size());
            deflate(&z_, flush);
            sink_(buffer_.data(), buffer_.size() - z_.avail_out);
        } while (z_.avail_out == 0);
    }

    Sink sink_;
    std::vector<char> buffer_;
    z_stream z_{};
};

#ifdef APSP_ZSTD

GrowingText unpack_zstd(std::string_view packed, const std::string& file, ProgressMeter& meter) {
    const std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream(ZSTD_createDStream(),
                                                                               ZSTD_freeDStream);
    if (stream == nullptr) throw std::bad_alloc();
    // Windows as large as `zstd --long=31` makes them.
    const int widest = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax).upperBound;
    ZSTD_DCtx_setParameter(stream.get(), ZSTD_d_windowLogMax, widest);
    const unsigned long long promised = ZSTD_getFrameContentSize(packed.data(), packed.size());
    if (promised != ZSTD_CONTENTSIZE_UNKNOWN && promised != ZSTD_CONTENTSIZE_ERROR) {
        check_unpacked(promised, packed.size(), file);
    }
    GrowingText text;
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    while (true) {
        const auto room = text.room(file);
        ZSTD_outBuffer out{room.data(), std::min(room.size(), kChunk), 0};
        const std::size_t begun = in.pos;
        const std::size_t left = ZSTD_decompressStream(stream.get(), &out, &in);
        text.advance(out.pos);
        check_unpacked(text.text().size(), packed.size(), file);
        meter.at(in.pos);
        if (ZSTD_isError(left) != 0) {
            fail_input(file, "Zstandard data",
                       fmt::format("damage near byte {} ({}); fetch it again", begun,
                                   ZSTD_getErrorName(left)));
        }
        if (left == 0 && in.pos == in.size) return text;  // at the end of a frame
        if (in.pos == in.size && out.pos < out.size) {
            fail_input(file, "more Zstandard data",
                       "the end of the file: it is truncated; fetch it again");
        }
    }
}

class ZstdPacker : public Packer {
  public:
    explicit ZstdPacker(Sink sink)
        : sink_(std::move(sink)), buffer_(ZSTD_CStreamOutSize()), stream_(ZSTD_createCStream()) {
        if (stream_ == nullptr) throw std::bad_alloc();
        ZSTD_CCtx_setParameter(stream_, ZSTD_c_checksumFlag, 1);
    }
    ~ZstdPacker() override { ZSTD_freeCStream(stream_); }
    void add(const char* bytes, std::size_t size) override {
        ZSTD_inBuffer in{bytes, size, 0};
        while (in.pos < in.size) compress(in, ZSTD_e_continue);
    }
    void finish() override {
        ZSTD_inBuffer none{nullptr, 0, 0};
        while (compress(none, ZSTD_e_end) != 0) {
        }
    }

  private:
    std::size_t compress(ZSTD_inBuffer& in, ZSTD_EndDirective directive) {
        ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
        const std::size_t left = ZSTD_compressStream2(stream_, &out, &in, directive);
        if (ZSTD_isError(left) != 0) throw Error(ErrorKind::internal, ZSTD_getErrorName(left));
        sink_(buffer_.data(), out.pos);
        return left;
    }

    Sink sink_;
    std::vector<char> buffer_;
    ZSTD_CStream* stream_;
};

#endif

[[noreturn, maybe_unused]] void fail_without_zstd(const std::string& file) {
    throw Error(ErrorKind::usage,
                file +
                    ": this build has no libzstd; install it (libzstd-dev) and build again, or "
                    "use gzip (.gz)");
}

}  // namespace

void check_unpacked(std::uint64_t bytes, std::size_t packed, const std::string& file,
                    std::string_view way_out) {
    const std::size_t most = most_unpacked(packed);
    if (bytes <= most) return;
    fail_input(
        file,
        fmt::format("data that unpack to at most {}, or 100 times their size", format_bytes(most)),
        fmt::format("more in {}; if that is right, {}", format_bytes(packed), way_out));
}

bool can_pack_zstd() {
#ifdef APSP_ZSTD
    return true;
#else
    return false;
#endif
}

Packing packing_of(std::string_view bytes) {
    if (bytes.starts_with(kGzipMagic)) return Packing::gzip;
    const bool skippable =
        !bytes.empty() && (bytes[0] & 0xf0) == 0x50 && bytes.substr(1).starts_with(kZstdSkippable);
    return skippable || bytes.starts_with(kZstdMagic) ? Packing::zstd : Packing::none;
}

Packing packing_by_suffix(const std::filesystem::path& path) {
    const std::string suffix = suffix_of(path);
    if (suffix == ".gz") return Packing::gzip;
    return suffix == ".zst" ? Packing::zstd : Packing::none;
}

std::string inner_suffix_of(const std::filesystem::path& path) {
    return suffix_of(packing_by_suffix(path) == Packing::none ? path : path.stem());
}

GrowingText unpack(std::string_view bytes, Packing packing, const std::string& file,
                   ProgressMeter meter) {
    if (packing == Packing::gzip) return unpack_gzip(bytes, file, meter);
#ifdef APSP_ZSTD
    return unpack_zstd(bytes, file, meter);
#else
    fail_without_zstd(file);
#endif
}

std::unique_ptr<Packer> make_packer(Packing packing, [[maybe_unused]] const std::string& file,
                                    Packer::Sink sink) {
    if (packing == Packing::none) return nullptr;
    if (packing == Packing::gzip) return std::make_unique<GzipPacker>(std::move(sink));
#ifdef APSP_ZSTD
    return std::make_unique<ZstdPacker>(std::move(sink));
#else
    fail_without_zstd(file);
#endif
}

}  // namespace apsp
