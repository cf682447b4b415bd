// From the words that are typed after a program's name to options; the same for every command.
#pragma once

#include <cxxopts.hpp>
#include <functional>
#include <string>
#include <vector>

namespace apsp::cli {

/// The options of all groups, in the order of --help.
std::vector<cxxopts::HelpOptionDetails> all_options(const cxxopts::Options& options);

/// Parses the words after argv[0]. If the options include --device, and neither that nor --devices
/// is given, APSP_DEVICE is its value. --quiet takes effect from here on.
/// @throws Error usage for an unknown option, with a suggestion if there is one; for an empty
///         value, and for any value of an option that takes none
cxxopts::ParseResult parse(cxxopts::Options& options, int argc, char** argv);

/// Whether APSP_DEVICE is the value of --device.
bool variable_chose_device();

/// Calls `work`. If APSP_DEVICE chose the device, an error about the device names the variable.
void naming_variable(const std::function<void()>& work);

/// --help: "Usage: ", what the command does, its options. In the form that help2man reads.
std::string help_text(const cxxopts::Options& options);

/// The environment variables that the programs read, for --help.
std::string environment_text();

}  // namespace apsp::cli
