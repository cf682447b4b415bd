// Builds programs and keeps them, in the process and as files. A cache file holds its whole key
// (source, options, platform, device, driver), which is compared on reading: an updated driver or
// an edited kernel never meets a stale binary, whatever the file's name. On any problem with the
// cache, the program is built.
#include "backends/opencl/program.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "backends/opencl/quirks.hpp"
#include "backends/opencl/sources.hpp"
#include "base/file_lock.hpp"
#include "base/files.hpp"
#include "base/stop.hpp"
#include "base/text.hpp"
#include "io/output_file.hpp"

namespace apsp::opencl {
namespace {

namespace fs = std::filesystem;

struct Shared {
    std::mutex mutex;
    std::map<cl_device_id, cl::Context> contexts;
    std::map<std::pair<cl_context, std::string>, cl::Program> programs;
};

/// Never destroyed: when a process ends, a driver may be gone before this is.
Shared& shared() {
    static auto* const instance = new Shared;
    return *instance;
}

using Binary = std::vector<unsigned char>;

std::string_view view(const Binary& binary) {
    return {reinterpret_cast<const char*>(binary.data()), binary.size()};
}

std::string cache_key(const cl::Device& device, const std::string& source,
                      const std::string& options) {
    const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
    return fmt::format("platform {} {}\ndevice {} {}\ndriver {}\noptions {}\n{}",
                       platform.getInfo<CL_PLATFORM_NAME>(),
                       platform.getInfo<CL_PLATFORM_VERSION>(), device.getInfo<CL_DEVICE_NAME>(),
                       device.getInfo<CL_DEVICE_VERSION>(), device.getInfo<CL_DRIVER_VERSION>(),
                       options, source);
}

/// Empty where the system names no folder for it.
fs::path cache_file(const std::string& key) {
    const std::string folder = user_folder("XDG_CACHE_HOME", ".cache");
    return folder.empty() ? fs::path{} : fs::path(folder) / fmt::format("{:016x}.bin", fnv1a(key));
}

// A file is: a header line with the sizes and the binary's hash, the key, the binary.
std::string header(const std::string& key, const Binary& binary) {
    return fmt::format("apsp-ocl 1 {} {} {:016x}\n", key.size(), binary.size(),
                       fnv1a(view(binary)));
}

cl::Program build_from_source(const cl::Context& context, const cl::Device& device,
                              std::string_view file, const std::string& source,
                              const std::string& options, bool again = false) {
    cl::Program program(context, source);
    check_stop();
    try {
        program.build(device, options.c_str());
    } catch (const cl::Error& error) {
        std::string log;
        try {
            log = program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device);
        } catch (const cl::Error&) {
            log = "(the device gave no log)";
        }
        if (!again && log.find("error") == std::string::npos) {
            return build_from_source(context, device, file, source, options, true);
        }
        throw Error(
            ErrorKind::internal,
            fmt::format(
                "{} ({}, driver {}) does not build {}: {}{}\noptions: {}\nlog:\n{}",
                device.getInfo<CL_DEVICE_NAME>(),
                cl::Platform(device.getInfo<CL_DEVICE_PLATFORM>()).getInfo<CL_PLATFORM_NAME>(),
                device.getInfo<CL_DRIVER_VERSION>(), file, error_name(error.err()),
                way_out(error.err()), options, log));
    }
    return program;
}

/// The program from the cache, if it is there.
std::optional<cl::Program> load(const cl::Context& context, const cl::Device& device,
                                const fs::path& path, const std::string& key,
                                const std::string& options) {
    std::ifstream stream(path, std::ios::binary);
    std::string first_line;
    if (!stream || !std::getline(stream, first_line)) return std::nullopt;
    std::ostringstream rest;
    rest << stream.rdbuf();
    const std::string content = rest.str();
    if (!content.starts_with(key)) return std::nullopt;
    const Binary binary(content.begin() + static_cast<std::ptrdiff_t>(key.size()), content.end());
    if (header(key, binary) != first_line + '\n') return std::nullopt;
    try {
        cl::Program program(context, {device}, cl::Program::Binaries{binary});
        program.build(device, options.c_str());
        return program;
    } catch (const cl::Error&) {
        return std::nullopt;  // the driver refuses its own binary: it will be overwritten
    }
}

void store(const cl::Program& program, const fs::path& path, const std::string& key) {
    if (path.empty()) return;
    try {
        const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
        if (binaries.size() != 1 || binaries[0].empty()) return;
        // The result is ignored: everything works without a cache as well.
        (void)write_whole(path, header(key, binaries[0]) + key + std::string(view(binaries[0])));
    } catch (const cl::Error&) {
        // A device without binaries is built each time.
    }
}

}  // namespace

cl::Program build_program(const cl::Context& context, const cl::Device& device,
                          const Device& description, std::string_view file,
                          const KernelOptions& options) {
    const std::string source = kernel_source(file);
    std::string text = options.text();
    if (quirks_of(description).prints_warnings) text += " -w";
    const std::string key = cache_key(device, source, text);
    const std::pair place(context(), key);
    Shared& s = shared();
    {
        const std::lock_guard lock(s.mutex);
        const auto found = s.programs.find(place);
        if (found != s.programs.end()) return found->second;
    }
    const fs::path path = cache_file(key);
    auto program = load(context, device, path, key, text);
    if (!program) {
        // One process builds, and others that need the same program, as ranks do, read its file.
        const FileLock lock(path);
        program = load(context, device, path, key, text);
        if (!program) {
            program = build_from_source(context, device, file, source, text);
            store(*program, path, key);
        }
    }
    const std::lock_guard lock(s.mutex);
    return s.programs[place] = *program;
}

cl::Context context_of(const cl::Device& device) {
    Shared& s = shared();
    const std::lock_guard lock(s.mutex);
    const auto found = s.contexts.find(device());
    if (found != s.contexts.end()) return found->second;
    return s.contexts[device()] = cl::Context(device);
}

void forget_contexts() {
    Shared& s = shared();
    const std::lock_guard lock(s.mutex);
    s.contexts.clear();
    s.programs.clear();
}

}  // namespace apsp::opencl
