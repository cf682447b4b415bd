// Inputs that change while they are read, or that unpack to more than a graph needs.
#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <string>
#include <utility>

#include "apsp/io.hpp"
#include "io/batch_file.hpp"
#include "io/input_file.hpp"
#include "io/npy_header.hpp"
#include "io/packing.hpp"
#include "unit/io_support.hpp"

using namespace apsp;
using namespace apsp::io_test;
using doctest::Contains;

namespace {

doctest::String refused(const std::filesystem::path& path) {
    return error_of(ErrorKind::bad_input, [&] { (void)read_graph(path); });
}

}  // namespace

TEST_CASE("input: a file that becomes shorter, or changes, while it is read is refused") {
    const std::filesystem::path text = folder() / "shrinks.gr", npy = folder() / "shrinks.npy";
    constexpr std::size_t n = 2000;
    const std::string matrix = make_npy_header(n, n, Dtype::f32) + std::string(4 * n * n, '\0');
    for (const bool shorter : {true, false}) {
        const auto spoil = [&](const std::filesystem::path& path) {
            if (shorter) return std::filesystem::resize_file(path, 100'000);
            std::filesystem::last_write_time(
                path, std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
        };
        const char* const why =
            shorter ? "became shorter while it was read" : "changes while it was read";
        write_file(text, std::string(1'000'000, '#'));
        const InputFile opened(text);
        spoil(text);
        CHECK(error_of(ErrorKind::bad_input, [&] { (void)opened.bytes(); }) == Contains(why));
        // The last progress of reading comes after all has been read.
        write_file(npy, matrix);
        bool spoilt = false;
        const FileProgress progress = [&](double) {
            if (!std::exchange(spoilt, true)) spoil(npy);
        };
        CHECK(error_of(ErrorKind::bad_input, [&] { (void)read_matrix(npy, progress); }) ==
              Contains(why));
        CHECK(spoilt);
        write_file(npy, make_npy_header(std::array{n, std::size_t{2}, std::size_t{2}}, "<f4") +
                            std::string(16 * n, '\0') + std::string(100'000, '\0'));
        std::filesystem::resize_file(npy, std::filesystem::file_size(npy) - 100'000);
        const auto batch = open_batch(npy, {}, {});
        CHECK_NOTHROW(batch->slice({0, 10}));
        if (shorter) std::filesystem::resize_file(npy, 1000);
        if (!shorter) spoil(npy);
        CHECK(error_of(ErrorKind::bad_input, [&] { batch->slice({1000, n}); }) == Contains(why));
    }
}

TEST_CASE("packed input: what unpacks to far more than a graph of its size is refused early") {
    const std::string piece(std::size_t{1} << 20, '#');
    for (const Packing packing : {Packing::gzip, Packing::zstd}) {
        if (packing == Packing::zstd && !can_pack_zstd()) continue;
        std::string packed;
        const auto packer = make_packer(
            packing, "", [&](const char* bytes, std::size_t size) { packed.append(bytes, size); });
        for (int k = 0; k < 300; ++k) packer->add(piece.data(), piece.size());
        packer->finish();
        const auto path = folder() / (packing == Packing::gzip ? "bomb.gr.gz" : "bomb.gr.zst");
        write_file(path, packed);
        CHECK(packed.size() < 400'000);
        CHECK(refused(path) == Contains("unpack to at most 256.00 MiB, or 100 times their size"));
        CHECK(refused(path) == Contains("unpack it first"));
    }
    // A frame whose header promises 2^40 bytes.
    const std::string promise(
        "\x28\xb5\x2f\xfd\xc0\x00\x00\x00\x00\x00\x00\x01\x00\x00\x01\x00\x00", 17);
    write_file(folder() / "promise.gr.zst", promise);
    if (can_pack_zstd()) {
        CHECK(refused(folder() / "promise.gr.zst") == Contains("unpack it first"));
    }
    CHECK_NOTHROW(check_unpacked(most_unpacked(10'000'000), 10'000'000, "file"));
    CHECK_THROWS_AS(check_unpacked(1'000'000'001, 10'000'000, "file"), Error);
}
