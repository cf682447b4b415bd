// apsp-ocl: picks the command, and turns every error into one message and an exit code.
#include <csignal>
#include <iostream>
#include <string_view>

#include "apsp/errors.hpp"
#include "apsp/stop.hpp"
#include "cli/check_options.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/message.hpp"

namespace {

using namespace apsp::cli;

struct Command {
    const char* name;
    cxxopts::Options (*options)(const std::string& command);
    int (*run)(const std::string& command, const cxxopts::ParseResult& parsed);
    std::string (*more_help)() = nullptr;
};

/// The first is the one that need not be named.
constexpr Command kCommands[] = {
    {"solve", solve_options, solve_command},
    {"devices", devices_options, devices_command},
    {"compare", sweep_options, sweep_command},
    {"tune", tune_options, tune_command},
    {"ladder", sweep_options, sweep_command, steps_text},
    {"sweep", sweep_options, sweep_command},
    {"bench", sweep_options, sweep_command},
    {"verify", verify_options, verify_command},
    {"path", path_options, path_command},
    {"batch", batch_options, batch_command},
    {"change", change_options, change_command},
};

cxxopts::ParseResult parse(cxxopts::Options& options, int argc, char** argv) {
    try {
        return options.parse(argc, argv);
    } catch (const cxxopts::exceptions::incorrect_argument_type& e) {
        refuse_value({argv, argv + argc}, e.what(), options.program());
    }
}

int run(int argc, char** argv) {
    const Command* command = kCommands;
    for (const Command& each : kCommands) {
        if (argc <= 1 || std::string_view(argv[1]) != each.name) continue;
        command = &each;
        --argc;
        ++argv;
        break;
    }
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]) == "--n") ++argv[i];  // cxxopts has no long names of a letter
    }
    cxxopts::Options options = command->options(command->name);
    const cxxopts::ParseResult parsed = parse(options, argc, argv);
    if (parsed.count("help") == 0) return command->run(command->name, parsed);
    std::cout << options.help() << (command->more_help ? command->more_help() : "");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_DFL);  // who reads no more ends the program, without a word
    const apsp::StopScope scope(apsp::cli::stop_on_interrupt());
    try {
        const int code = run(argc, argv);
        if (!std::cout.flush()) {
            throw apsp::Error(apsp::ErrorKind::internal, "cannot write to standard output");
        }
        return code;
    } catch (const apsp::Stopped& stopped) {
        apsp::cli::say_interrupted();
        return static_cast<int>(stopped.kind());
    } catch (...) {
        const Failure failure = failure_of(std::current_exception(), "apsp-ocl");
        std::cerr << "apsp-ocl: " << failure.message << '\n';
        return failure.code;
    }
}
