// Runs the program as a child process.
#include "cli/program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace apsp::cli_test {
namespace {

namespace fs = std::filesystem;

struct Channel {
    int read = -1;
    int write = -1;
    std::string* text = nullptr;
    std::function<void(std::string_view)> as_it_comes = {};
};

Channel open_pipe(std::string& text) {
    int ends[2];
    REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
    return {ends[0], ends[1], &text, {}};
}

Channel open_terminal(std::string& text) {
    const int controller = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    REQUIRE(controller >= 0);
    REQUIRE(grantpt(controller) == 0);
    REQUIRE(unlockpt(controller) == 0);
    const int terminal = open(ptsname(controller), O_RDWR | O_NOCTTY | O_CLOEXEC);
    REQUIRE(terminal >= 0);
    return {controller, terminal, &text, {}};
}

/// Reads until the child has closed both pipes.
void drain(Channel (&channels)[2]) {
    char buffer[1 << 16];
    while (channels[0].read >= 0 || channels[1].read >= 0) {
        pollfd waiting[2] = {{channels[0].read, POLLIN, 0}, {channels[1].read, POLLIN, 0}};
        if (poll(waiting, 2, -1) < 0 && errno != EINTR) break;
        for (int i = 0; i < 2; ++i) {
            if (channels[i].read < 0 || waiting[i].revents == 0) continue;
            const ssize_t count = read(channels[i].read, buffer, sizeof buffer);
            if (count > 0) {
                channels[i].text->append(buffer, static_cast<std::size_t>(count));
                if (channels[i].as_it_comes) {
                    channels[i].as_it_comes({buffer, static_cast<std::size_t>(count)});
                }
            } else if (count == 0 || errno != EINTR) {  // a terminal without a writer is EIO
                close(channels[i].read);
                channels[i].read = -1;
            }
        }
    }
}

const std::string& cache_folder() {
    static const TemporaryFolder folder;
    static const std::string path = folder.path();
    return path;
}

/// The argument of --device, or "" without it.
std::string device_named(const std::vector<std::string>& arguments) {
    const auto option = std::ranges::find_if(
        arguments, [](const std::string& word) { return word == "--device" || word == "-d"; });
    return arguments.end() - option > 1 ? option[1] : "";
}

/// OpenCL's drivers take up to 0.2 s to start in each process. The device `cpu` needs none of them.
void leave_out_opencl() {
    setenv("OCL_ICD_VENDORS", "/nonexistent/", 1);
    setenv("OPENCL_VENDOR_PATH", "/nonexistent/", 1);
}

/// Whether `device` is the first of all devices, and PoCL's.
bool is_pocl(const std::string& device) {
    return (device == "0" || device == "opencl:0") &&
           devices().at("devices").at(0)["platform"] == "Portable Computing Language";
}

[[noreturn]] void become_program(const std::vector<std::string>& arguments,
                                 const RunOptions& options, bool pocl, int out, int err) {
    const int in = open("/dev/null", O_RDONLY);
    if (!options.stdout_file.empty()) out = open(options.stdout_file.c_str(), O_WRONLY);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    unsetenv("APSP_KERNEL_DIR");
    unsetenv("APSP_DEVICE");
    const char* cache = getenv("XDG_CACHE_HOME");
    const bool none = cache != nullptr && *cache == '\0';  // as the caller wishes
    if (!none) setenv("XDG_CACHE_HOME", cache_folder().c_str(), 1);
    setenv("XDG_DATA_HOME", cache_folder().c_str(), 1);  // nothing tuned is there
    if (device_named(arguments) == "cpu") leave_out_opencl();
    if (pocl) unsetenv("RUSTICL_ENABLE");  // Mesa's driver, the slowest to start
    for (const auto& [name, value] : options.environment) setenv(name.c_str(), value.c_str(), 1);
    const auto limit = [](auto resource, std::uint64_t bytes) {
        const rlimit both{bytes, bytes};
        if (bytes != 0) setrlimit(resource, &both);
    };
    limit(RLIMIT_AS, options.address_space);
    limit(RLIMIT_FSIZE, options.file_size);
    if (const auto seconds = options.processor_seconds; seconds != 0) {
        const rlimit soft{seconds, seconds + 5};
        setrlimit(RLIMIT_CPU, &soft);
    }
    if (!options.threads) {
        constexpr uid_t kNobody = 54'321;  // the limit does not hold for root
        if (geteuid() == 0 && setresuid(kNobody, kNobody, kNobody) != 0) _exit(126);
        limit(RLIMIT_NPROC, 1);
    }
    for (const int stream : options.closed) close(stream);
    alarm(options.timeout);
    std::vector<char*> words = {const_cast<char*>(APSP_OCL)};
    for (const std::string& argument : arguments) {
        words.push_back(const_cast<char*>(argument.c_str()));
    }
    words.push_back(nullptr);
    execv(APSP_OCL, words.data());
    _exit(127);
}

}  // namespace

std::string command_line(const std::vector<std::string>& arguments) {
    std::string line = "apsp-ocl";
    for (const std::string& argument : arguments) line += " " + argument;
    return line;
}

Outcome run(const std::vector<std::string>& arguments, const RunOptions& options) {
    Outcome outcome;
    cache_folder();
    const bool pocl = is_pocl(device_named(arguments));
    Channel channels[2] = {open_pipe(outcome.out),
                           options.terminal ? open_terminal(outcome.err) : open_pipe(outcome.err)};
    channels[1].as_it_comes = options.as_stderr_comes;
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) become_program(arguments, options, pocl, channels[0].write, channels[1].write);
    for (const Channel& channel : channels) close(channel.write);
    if (options.while_running) options.while_running(child);
    drain(channels);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return outcome;
}

Json solve(std::vector<std::string> arguments, const RunOptions& options) {
    arguments.push_back("--json");
    const Outcome outcome = run(arguments, options);
    const std::string line = command_line(arguments);
    CAPTURE(line);
    CAPTURE(outcome.err);
    REQUIRE(outcome.code == 0);
    CHECK(outcome.err == "");
    const Json object = Json::parse(outcome.out, nullptr, false);
    REQUIRE(object.is_object());  // parse refuses anything behind the object
    return object;
}

const Json& devices() {
    static const Json object = solve({"devices"});
    return object;
}

std::vector<std::string> device_indices() {
    std::vector<std::string> indices;
    for (const Json& device : devices().at("devices")) indices.push_back(device["index"].dump());
    return indices;
}

std::string opencl_device() {
    bool there = false;
    for (const Json& device : devices().at("devices")) there |= device["backend"] == "opencl";
    REQUIRE_MESSAGE(there, "no OpenCL device: platforms.md tells how to get one");
    return "opencl:0";
}

std::optional<std::string> real_graph(std::string_view file) {
    const char* variable = getenv("APSP_GRAPHS");
    const bool named = variable != nullptr && *variable != '\0';
    const fs::path folder = named ? variable : APSP_SOURCE "/../shared/graphs";
    if (named || fs::exists(folder)) {
        REQUIRE_MESSAGE(fs::exists(folder / file), (folder / file).string());
        return folder / file;
    }
    skipped("real graphs: no folder " + folder.string() + "; APSP_GRAPHS names another");
    return std::nullopt;
}

}  // namespace apsp::cli_test
