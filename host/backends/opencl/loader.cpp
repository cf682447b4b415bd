// Opens OpenCL's loader by the name that every implementation shares.
#include "backends/opencl/loader.hpp"

#include "base/text.hpp"
#include "platform/library.hpp"

namespace apsp::opencl {
namespace {

struct Loader {
    void* handle = nullptr;  // what the process is linked with
    std::string absence = {};
};

/// The loader is never closed: drivers have threads of their own until the process ends.
Loader open_loader() {
    // A loader that is linked or preloaded comes first; this is how Oclgrind stands in for it.
    if (find_function(nullptr, "clGetPlatformIDs") != nullptr) return {};
    std::string why;
    for (const char* name : opencl_loaders()) {
        std::string reason;
        if (void* handle = open_library(name, &reason)) return {handle};
        if (why.empty()) why = reason;
    }
    return {nullptr,
            fmt::format("no loader ({}); install a driver, and a loader if it has none, such "
                        "as Debian's pocl-opencl-icd and ocl-icd-libopencl1 (see "
                        "platforms.md)",
                        why)};
}

const Loader& loader() {
    static const Loader opened = open_loader();
    return opened;
}

}  // namespace

const std::string& loader_absence() {
    return loader().absence;
}

std::string loader_file() {
    const void* const function = loader_function("clGetPlatformIDs");
    return function != nullptr ? library_file(function) : "";
}

void* loader_function(const char* name) {
    return loader_absence().empty() ? find_function(loader().handle, name) : nullptr;
}

}  // namespace apsp::opencl
