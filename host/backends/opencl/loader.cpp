// Opens OpenCL's loader by the name that every implementation shares.
#include "backends/opencl/loader.hpp"

#include <dlfcn.h>

#include "base/text.hpp"

namespace apsp::opencl {
namespace {

#ifdef __APPLE__
constexpr const char* kNames[] = {"/System/Library/Frameworks/OpenCL.framework/OpenCL"};
#else
constexpr const char* kNames[] = {"libOpenCL.so.1", "libOpenCL.so"};
#endif

struct Loader {
    void* handle = RTLD_DEFAULT;
    std::string absence = {};
};

/// The loader is never closed: drivers have threads of their own until the process ends.
Loader open_loader() {
    // A loader that is linked or preloaded comes first; this is how Oclgrind stands in for it.
    if (dlsym(RTLD_DEFAULT, "clGetPlatformIDs") != nullptr) return {};
    std::string why;
    for (const char* name : kNames) {
        if (void* handle = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return {handle};
        if (why.empty()) why = dlerror();
    }
    return {nullptr, fmt::format("no loader ({}); install one, such as ocl-icd-libopencl1, and a "
                                 "driver, such as pocl-opencl-icd (see platforms.md)",
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
    Dl_info info{};
    const void* const function = loader_function("clGetPlatformIDs");
    const bool found = function != nullptr && dladdr(function, &info) != 0;
    return found && info.dli_fname != nullptr ? info.dli_fname : "";
}

void* loader_function(const char* name) {
    return loader_absence().empty() ? dlsym(loader().handle, name) : nullptr;
}

}  // namespace apsp::opencl
