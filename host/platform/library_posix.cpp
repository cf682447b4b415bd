// See library.hpp.
#include <dlfcn.h>

#include "platform/library.hpp"

namespace apsp {

void* open_library(const char* name, std::string* why) {
    void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr && why != nullptr) *why = dlerror();
    return library;
}

void* find_function(void* library, const char* name) {
    return dlsym(library == nullptr ? RTLD_DEFAULT : library, name);
}

std::string library_file(const void* function) {
    Dl_info info{};
    const bool found = dladdr(function, &info) != 0;
    return found && info.dli_fname != nullptr ? info.dli_fname : "";
}

}  // namespace apsp
