// Libraries that are opened when the program runs.
#pragma once

#include <span>
#include <string>

namespace apsp {

/// Its names stay unknown to other libraries. Null, with the reason in `why`, where there is none.
void* open_library(const char* name, std::string* why = nullptr);

/// A function of an open library, or of those that the process is linked with if that is null; null
/// where there is none.
void* find_function(void* library, const char* name);

/// What OpenCL's loader is called on this system: the first that is there is used.
std::span<const char* const> opencl_loaders();

/// The file of the library with this function; "" if the system does not tell.
std::string library_file(const void* function);

}  // namespace apsp
