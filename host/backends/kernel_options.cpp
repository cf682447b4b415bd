// See kernel_options.hpp.
#include "backends/kernel_options.hpp"

#include "base/text.hpp"

namespace apsp {
namespace {

/// A name of the host's code as the kernels spell it: "min-plus" is MIN_PLUS.
std::string macro(std::string_view name) {
    std::string text;
    for (const char c : name) {
        text += c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    }
    return text;
}

}  // namespace

std::string KernelOptions::text() const {
    std::string text =
        fmt::format("-cl-std=CL1.2 -DDTYPE_{} -D{}", macro(name(dtype)), macro(name(semiring)));
    for (const auto& [name, value] : defines) text += fmt::format(" -D{}={}", name, value);
    if (!extra.empty()) text += ' ' + extra;
    return text;
}

}  // namespace apsp
