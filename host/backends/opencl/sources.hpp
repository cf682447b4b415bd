// The kernels' sources: embedded in the library, or read from $APSP_KERNEL_DIR.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace apsp::opencl {

/// File name to content, for every file of kernels_cl.
const std::map<std::string, std::string, std::less<>>& embedded_sources();

/// The text of one kernel file with its #include "..." lines replaced by those files, each once.
/// @throws Error usage when $APSP_KERNEL_DIR is set and lacks the file
std::string kernel_source(std::string_view file);

}  // namespace apsp::opencl
