// Files as POSIX has them: permissions, links, limits, pipes and devices.
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "apsp/io.hpp"
#include "io/input_file.hpp"
#include "io/output_file.hpp"
#include "io/packing.hpp"
#include "unit/io_support.hpp"

using namespace apsp;
using namespace apsp::io_test;
using doctest::Contains;

TEST_CASE("output: a failure leaves nothing, and what was there stays") {
    const std::filesystem::path place = folder() / "outputs";
    std::filesystem::create_directories(place / "directory.npy");
    const auto failure = [&](const char* name, std::size_t n) {
        return error_of(ErrorKind::internal, [&] { write_matrix(zeros(n), place / name); });
    };
    CHECK(failure("nowhere/out.npy", 1) ==
          Contains("nowhere/out.npy: cannot be created: No such file or directory"));
    CHECK(failure("directory.npy", 1) ==
          Contains("directory.npy: cannot be written: Is a directory"));
    write_file("outputs/old.npy", "old");

    // A disk that is full after 64 KiB; the matrices take 1 MiB (buffered) and 16 MiB.
    struct rlimit before {};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    const struct rlimit small { 65536, before.rlim_max };
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    const std::vector<doctest::String> messages = {
        failure("old.npy", 512), failure("new.npy", 2048), failure("new.csv", 2048)};
    REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
    std::signal(SIGXFSZ, handler);
    for (const doctest::String& message : messages) {
        CHECK(message == Contains("cannot be written: File too large after 64.00 KiB; no partial"));
    }
    CHECK(read_file(place / "old.npy") == "old");
    std::filesystem::remove(place / "old.npy");
    std::filesystem::remove(place / "directory.npy");
    CHECK(std::filesystem::is_empty(place));
}

TEST_CASE("output: keeps the permissions of what it replaces, and follows links") {
    namespace fs = std::filesystem;
    const fs::path place = folder() / "linked";
    fs::create_directories(place);
    const auto path = write_file("linked/private.npy", "old");
    const auto check = [&](const fs::path& output) {
        fs::permissions(path, fs::perms(0600));
        fs::resize_file(path, 0);
        write_matrix(zeros(1), output);
        CHECK(read_graph(path).graph.vertices() == 1);
        CHECK((fs::status(path).permissions() & fs::perms::all) == fs::perms(0600));
    };
    check(path);
    fs::create_symlink("linked/private.npy", folder() / "link.npy");
    fs::create_symlink(folder() / "link.npy", folder() / "link_to_link.npy");
    check(folder() / "link_to_link.npy");
    CHECK(fs::is_symlink(folder() / "link_to_link.npy"));
    CHECK(fs::is_symlink(folder() / "link.npy"));
    fs::remove(path);
    write_matrix(zeros(2), folder() / "link.npy");
    CHECK(read_graph(path).graph.vertices() == 2);
    fs::create_symlink(folder() / "nowhere" / "d.npy", folder() / "astray.npy");
    CHECK(error_of(ErrorKind::usage, [&] { check_writable(folder() / "astray.npy"); }) ==
          Contains("nowhere"));
    CHECK(fs::remove(folder() / "astray.npy"));
    CHECK(fs::remove(folder() / "link.npy"));
    CHECK(fs::remove(folder() / "link_to_link.npy"));
    CHECK(fs::remove_all(place) == 2);
}

TEST_CASE("output: keeps to the umask, reports progress") {
    const auto path = folder() / "out.npy";
    const mode_t before = umask(027);
    double last = 0;
    write_matrix(zeros(2100), path, [&](double share) {
        CHECK(share >= last);
        last = share;
    });
    umask(before);
    CHECK(last == 1);
    CHECK(read_graph(path).graph.vertices() == 2100);
    CHECK((std::filesystem::status(path).permissions() & std::filesystem::perms::all) ==
          std::filesystem::perms(0640));
    std::filesystem::remove(path);
}

TEST_CASE("pipes: are read to their end, packed or not, and are written as they are") {
    const std::filesystem::path pipe = folder() / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    for (const std::string& bytes :
         {std::string(kTwoVertices), packed_as(kTwoVertices, Packing::gzip)}) {
        std::thread writer([&] {
            std::ofstream file(pipe, std::ios::binary);
            file << bytes.substr(0, 5) << std::flush;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            file << bytes.substr(5);
        });
        CHECK(text_of(read_graph(pipe).graph) == "2: 0>1=5");
        writer.join();
    }
    const std::string text = five_mebibytes();
    std::string received;
    std::thread reader([&] { received = read_file(pipe); });
    OutputFile file(pipe);
    file.append(text);
    file.append("the end");
    file.commit();
    reader.join();
    CHECK(received == text + "the end");
    CHECK(std::filesystem::is_fifo(pipe));
    std::filesystem::remove(pipe);
}

TEST_CASE("outputs: a device is written to, and stays what it is") {
    OutputFile file("/dev/null");
    file.append(five_mebibytes());
    file.commit();
    CHECK(std::filesystem::is_character_file("/dev/null"));
    if (std::filesystem::is_directory("/dev/shm")) {
        const std::string name = "/dev/shm/apsp_unit_tests_output";
        OutputFile in_memory(name);
        in_memory.append("x");
        in_memory.commit();
        CHECK(std::filesystem::remove(name));
    }
    OutputFile full("/dev/full");
    full.append("x");
    CHECK_THROWS_WITH_AS(full.commit(), Contains("/dev/full: cannot be written: No space left"),
                         Error);
}
