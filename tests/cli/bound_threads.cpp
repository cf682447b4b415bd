// Where OpenMP binds threads to processors (OMP_PROC_BIND), every thread still finds a free one.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <thread>

#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

/// What a line of a status file in /proc says, "" if there is none.
std::string status_of(const std::filesystem::path& folder, std::string_view key) {
    std::ifstream file(folder / "status");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(key)) return line.substr(line.find('\t') + 1);
    }
    return "";
}

/// Where the threads of a process may run, its first one first. It may end meanwhile.
std::vector<std::string> places_of(const std::filesystem::path& process) {
    std::vector<std::string> places = {status_of(process, "Cpus_allowed_list:")};
    std::error_code ended;
    std::filesystem::directory_iterator thread(process / "task", ended);
    for (; thread != std::filesystem::directory_iterator(); thread.increment(ended)) {
        if (thread->path().filename() == process.filename()) continue;
        places.push_back(status_of(*thread, "Cpus_allowed_list:"));
    }
    return places;
}

RunOptions bound() {
    return {.environment = {{"OMP_PROC_BIND", "close"}, {"OMP_NUM_THREADS", "2"}}};
}

/// Runs the program where OpenMP binds two threads, and says whether the places of its threads, or
/// of those of a process that it starts, were once as demanded.
template <class Demand>
bool comes_true(const Words& words, bool of_child, Demand demand) {
    bool seen = false;
    RunOptions options = bound();
    options.while_running = [&](int program) {
        const std::string key = of_child ? "PPid:" : "Pid:";
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        while (!seen && std::chrono::steady_clock::now() < deadline) {
            std::error_code ended;
            for (const auto& process : std::filesystem::directory_iterator("/proc", ended)) {
                if (status_of(process, key) != std::to_string(program)) continue;
                seen = seen || demand(places_of(process));
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(3));
        }
    };
    CHECK(run(words, options).code == 0);
    return seen;
}

}  // namespace

TEST_CASE("bound threads: the solves of bench use all processors") {
    if (std::thread::hardware_concurrency() < 2) return skipped("one processor");
    CHECK(comes_true({"bench", "-d", "cpu", "--sizes", "1500", "--repeat", "3"}, true,
                     [](const std::vector<std::string>& places) {
                         return std::ranges::any_of(places, [&](const std::string& place) {
                             return !place.empty() && place != places.front();
                         });
                     }));
}

TEST_CASE("bound threads: those of several devices and of PoCL have more than one processor") {
    const std::size_t processors = std::thread::hardware_concurrency();
    if (processors < 2) return skipped("one processor");
    const std::string own = status_of("/proc/self", "Cpus_allowed_list:");
    const std::string first = own.substr(0, own.find_first_of(",-"));
    const std::string devices = opencl_device() + "," + opencl_device();
    // The first thread, which works for one device, one that waits for signals, the second of
    // OpenMP's, PoCL's, and one for the other device. Only that for signals may stay on the first
    // processor.
    const std::size_t threads = 3 + processors + 1;
    CHECK(comes_true({"--generate", "random:2500,0.01", "--dtype", "f32", "--devices", devices},
                     false, [&](const std::vector<std::string>& places) {
                         return places.size() >= threads && std::ranges::count(places, first) <= 1;
                     }));
}

TEST_CASE("bound threads: teams of several devices do take turns, which is said") {
    const Words words = {"--generate", "random:1000,0.01", "--devices", "cpu,cpu"};
    CHECK(has(run(words, bound()).err, "warning: OMP_PROC_BIND"));
    CHECK(run(words).err == "");
}

}  // namespace apsp::cli_test
