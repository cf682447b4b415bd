// The program's commands. Errors are exceptions, which main turns into a message and a code.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "cli/options.hpp"

namespace apsp::cli {

/// Adds the options of a command to the list. What it returns carries the command out once these
/// have been parsed, and returns the exit code.
using Declare = std::function<int()>(OptionList& list);

Declare solve_command, devices_command, near_command, table_command, verify_command, path_command,
    betweenness_command, batch_command, change_command, page_command, tune_command;
/// `sweep`, and the sweeps with names: `ladder`, `compare`, `bench`.
Declare sweep_command;
/// The steps of the ladder, for its help.
std::string steps_text();
/// Prints the devices.
int list_all_devices(bool json);

struct Command {
    const char* name;
    const char* what;  ///< In a few words.
    Declare* declare;
    std::string (*more_help)() = nullptr;  ///< Printed after the options.

    /// The program's name with that of the command, which may be left out for the first.
    std::string program() const;
};

/// The first is the default.
std::span<const Command> commands();
/// By its name; null where there is none.
const Command* find_command(std::string_view name);

/// apsp-ocl complete WORD...: what a shell can offer for the last of the words after the program's
/// name, one per line, each with a description after a tab. ":file" and ":folder" stand for all
/// files and folders.
int complete(std::span<const std::string> words);

}  // namespace apsp::cli
