// All of fmt's functions: compiled with -fkeep-inline-functions, see apsp_use_fmt.
#include <fmt/format.h>
