// A variable of the environment, on all systems.
#pragma once

#include <stdlib.h>

#include <string>

namespace apsp::test {

#ifdef _WIN32
inline void set_variable(const char* name, const std::string& value) {
    _putenv_s(name, value.c_str());
}
inline void remove_variable(const char* name) {
    _putenv_s(name, "");
}
#else
inline void set_variable(const char* name, const std::string& value) {
    setenv(name, value.c_str(), 1);
}
inline void remove_variable(const char* name) {
    unsetenv(name);
}
#endif

}  // namespace apsp::test
