// Running the program from outside, and what the tests of it share.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skipped.hpp"
#include "temporary_folder.hpp"

namespace apsp::cli_test {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

inline Words with(Words arguments, const Words& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

/// 0 -> 1 -> 2 of weight 2 + 3 beats 0 -> 2 of 9; 3 is on its own.
inline constexpr const char* kSmallGraph = "p sp 4 3\na 1 2 2\na 2 3 3\na 1 3 9\n";
inline constexpr const char* kTowns = "Bern,Thun,2\nThun,Brig,3\nBern,Brig,9\nChur,Bern,1\n";

struct RunOptions {
    std::map<std::string, std::string> environment = {};  ///< Added to the test's own.
    std::string stdout_file = {};                         ///< Where stdout goes instead of a pipe.
    bool terminal = false;                                ///< Whether stderr is a terminal.
    std::uint64_t address_space = 0;                      ///< Limit in bytes, 0 for none.
    std::uint64_t file_size = 0;                          ///< Limit on files, as of `ulimit -f`.
    std::uint64_t processor_seconds = 0;                  ///< Limit, as of `ulimit -t`.
    bool threads = true;                                  ///< Whether the system starts threads.
    std::vector<int> closed = {};                         ///< Standard streams that are closed.
    unsigned timeout = 600;                       ///< Seconds, after which the program is killed.
    std::function<void(int)> while_running = {};  ///< Called with its process id once it runs.
    std::function<void(std::string_view)> as_stderr_comes = {};
};

struct Outcome {
    int code = -1;  ///< Exit code, or 128 + signal.
    std::string out;
    std::string err;
};

/// "apsp-ocl --random 5", for the log of a failed test.
std::string command_line(const std::vector<std::string>& arguments);

/// Runs the program with an empty stdin, with its caches in a folder of the tests, and with
/// APSP_DEVICE and APSP_KERNEL_DIR unset.
Outcome run(const std::vector<std::string>& arguments, const RunOptions& options = {});

/// Runs the program with --json added; fails the test unless it exits with 0, is silent on stderr
/// and prints one object.
Json solve(std::vector<std::string> arguments, const RunOptions& options = {});

/// The output of `apsp-ocl devices --json`, which runs only once.
const Json& devices();
/// The selectors of all devices, the program's own last: "0", "1".
std::vector<std::string> device_indices();
/// "opencl:0"; fails the test if there is no OpenCL device.
std::string opencl_device();

/// A file of the real graphs with known answers; none if their folder is absent.
std::optional<std::string> real_graph(std::string_view file);

using test::content_of;
using test::TemporaryFolder;

inline bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace apsp::cli_test
