// See standard_streams.hpp.
#include "cli/standard_streams.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>

#include "apsp/errors.hpp"
#include "platform/file.hpp"

namespace apsp::cli {
namespace {

std::string kept_output;  // names a copy of standard output

}  // namespace

std::string output_name(std::string option) {
    if (option != "-" && option != "/dev/stdout") return option;
    if (kept_output.empty()) kept_output = take_standard_output();
    if (kept_output.empty()) {
        throw Error(ErrorKind::internal,
                    fmt::format("standard output cannot be written: {}", std::strerror(errno)));
    }
    return kept_output;
}

std::string shown_name(std::string text) {
    const std::size_t at = kept_output.empty() ? std::string::npos : text.find(kept_output);
    if (at != std::string::npos) text.replace(at, kept_output.size(), "standard output");
    return text;
}

}  // namespace apsp::cli
