// The program's commands: each has its options, and is run with what they were; it returns the exit
// code. Errors leave as exceptions, which main turns into a message and a code.
#pragma once

#include <cxxopts.hpp>
#include <string>

namespace apsp::cli {

cxxopts::Options solve_options(const std::string& command);
int solve_command(const std::string& command, const cxxopts::ParseResult& parsed);

cxxopts::Options devices_options(const std::string& command);
int devices_command(const std::string& command, const cxxopts::ParseResult& parsed);

/// `sweep`, and the sweeps with names: `ladder`, `compare`, `bench`.
cxxopts::Options sweep_options(const std::string& command);
int sweep_command(const std::string& command, const cxxopts::ParseResult& parsed);
/// Of the ladder, for its help.
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

}  // namespace apsp::cli
