// What newcomers get wrong, as rows of a table: files, arguments, and what the message must say.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/program.hpp"

namespace apsp::cli_test {

struct Mistake {
    std::string name;
    std::vector<std::pair<std::string, std::string>> files;  ///< Names and contents.
    /// "@name" is a file in the test's folder. Without --device, the processor is used.
    Words arguments;
    int code;
    Words said;  ///< What the message contains or, after a "!", does not contain.
    RunOptions options = {};
};

/// Runs each. The message must be on stderr, begin with the program's name, and contain all of
/// `said`; stdout must be empty, and no file left behind. If the code is 0, the message is a note,
/// and stdout and files are not checked.
void check_mistakes(std::span<const Mistake> mistakes);

}  // namespace apsp::cli_test
