// What is typed after a program's name, from words to options, the same for every command.
#pragma once

#include <cxxopts.hpp>
#include <functional>
#include <string>
#include <vector>

namespace apsp::cli {

/// The options of all groups, in the order of --help.
std::vector<cxxopts::HelpOptionDetails> all_options(const cxxopts::Options& options);

/// Parses the words behind argv[0]. Where the options have --device, and neither that nor --devices
/// is given, APSP_DEVICE is its value. --quiet has its effect from here on.
/// @throws Error usage for an option that there is not, with one that may have been meant
cxxopts::ParseResult parse(cxxopts::Options& options, int argc, char** argv);

/// Calls it, and has an error about the device begin with APSP_DEVICE, if that chose the device.
void naming_variable(const std::function<void()>& work);

/// --help: "Usage: ", what the command does, its options. In the form that help2man reads.
std::string help_text(const cxxopts::Options& options);

/// The environment variables that the programs read, for --help.
std::string environment_text();

}  // namespace apsp::cli
