// All of fmt's functions, compiled with -fkeep-inline-functions; see apsp_fmt in ApspHelpers.cmake.
#include <fmt/format.h>
