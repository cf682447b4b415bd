// See standard_streams.hpp.
#include "cli/standard_streams.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "apsp/errors.hpp"

namespace apsp::cli {
namespace {

int kept_output = -1;  // a copy of standard output

}  // namespace

std::string output_name(std::string option) {
    if (option != "-" && option != "/dev/stdout") return option;
    if (kept_output < 0) {
        std::fflush(stdout);
        kept_output = dup(STDOUT_FILENO);
        if (kept_output < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
            throw Error(ErrorKind::internal,
                        fmt::format("standard output cannot be written: {}", std::strerror(errno)));
        }
    }
    return fmt::format("/dev/fd/{}", kept_output);
}

std::string shown_name(std::string text) {
    const std::string kept = fmt::format("/dev/fd/{}", kept_output);
    const std::size_t at = kept_output < 0 ? std::string::npos : text.find(kept);
    if (at != std::string::npos) text.replace(at, kept.size(), "standard output");
    return text;
}

}  // namespace apsp::cli
