// The program's commands. Each has its options, is run with the parsed ones, and returns the exit
// code. Errors are exceptions, which main turns into a message and a code.
#pragma once

#include <cxxopts.hpp>
#include <span>
#include <string>

namespace apsp::cli {

cxxopts::Options solve_options(const std::string& command);
int solve_command(const std::string& command, const cxxopts::ParseResult& parsed);

cxxopts::Options devices_options(const std::string& command);
int devices_command(const std::string& command, const cxxopts::ParseResult& parsed);

/// `sweep`, and the sweeps with names: `ladder`, `compare`, `bench`.
cxxopts::Options sweep_options(const std::string& command);
int sweep_command(const std::string& command, const cxxopts::ParseResult& parsed);
/// The steps of the ladder, for its help.
std::string steps_text();

cxxopts::Options verify_options(const std::string& command);
int verify_command(const std::string& command, const cxxopts::ParseResult& parsed);

cxxopts::Options path_options(const std::string& command);
int path_command(const std::string& command, const cxxopts::ParseResult& parsed);

cxxopts::Options batch_options(const std::string& command);
int batch_command(const std::string& command, const cxxopts::ParseResult& parsed);

cxxopts::Options change_options(const std::string& command);
int change_command(const std::string& command, const cxxopts::ParseResult& parsed);

cxxopts::Options tune_options(const std::string& command);
int tune_command(const std::string& command, const cxxopts::ParseResult& parsed);

struct Command {
    const char* name;
    const char* what;  ///< In a few words.
    cxxopts::Options (*options)(const std::string& command);
    int (*run)(const std::string& command, const cxxopts::ParseResult& parsed);
    std::string (*more_help)() = nullptr;  ///< Printed after the options.
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
