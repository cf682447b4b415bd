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
    /// "@name" is a file of the test's folder. Without --device it is the processor.
    Words arguments;
    int code;
    Words said;  ///< What the message has; with a "!" before it, what it does not have.
    RunOptions options = {};
};

/// Runs each: the message is on stderr, begins with the program's name, and says all of it; nothing
/// is on stdout and no file is left behind. Where the code is 0 it is a note, and the rest is free.
void check_mistakes(std::span<const Mistake> mistakes);

}  // namespace apsp::cli_test
