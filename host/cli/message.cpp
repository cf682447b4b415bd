// See message.hpp.
#include "cli/message.hpp"

#include <algorithm>
#include <string_view>

namespace apsp::cli {
namespace {

struct Words {
    std::string_view library, program;
};

/// Options that are called otherwise, and then what all others are put in.
constexpr Words kWords[] = {{"SolveOptions::algorithm", "--algo"},
                            {"list_devices", "apsp-ocl devices"},
                            {"sweep::Options::", "--"},
                            {"SolveOptions::", "--"},
                            {"ReadOptions::", "--"}};

}  // namespace

std::string in_program_words(std::string message) {
    for (const auto& [library, program] : kWords) {
        for (std::size_t at = 0; (at = message.find(library, at)) != std::string::npos;) {
            message.replace(at, library.size(), program);
            const auto first = message.begin() + static_cast<std::ptrdiff_t>(at);
            std::replace(first, std::find(first, message.end(), ' '), '_', '-');
        }
    }
    return message;
}

}  // namespace apsp::cli
