// apsp-ocl: picks the command, and turns every error into one message and an exit code.
#include <cxxopts.hpp>
#include <iostream>
#include <new>
#include <string_view>

#include "apsp/errors.hpp"
#include "apsp/stop.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/message.hpp"

namespace {

struct Command {
    std::string_view name;
    int (*run)(int, char**);
};

constexpr Command kCommands[] = {
    {"solve", apsp::cli::solve_command},   {"devices", apsp::cli::devices_command},
    {"compare", apsp::cli::sweep_command}, {"tune", apsp::cli::tune_command},
    {"ladder", apsp::cli::sweep_command},  {"sweep", apsp::cli::sweep_command},
    {"bench", apsp::cli::sweep_command},   {"verify", apsp::cli::verify_command},
    {"path", apsp::cli::path_command},
};

int run(int argc, char** argv) {
    for (const Command& command : kCommands) {
        if (argc > 1 && command.name == argv[1]) return command.run(argc - 1, argv + 1);
    }
    return apsp::cli::solve_command(argc, argv);
}

int fail(apsp::ErrorKind kind, std::string_view message) {
    std::cerr << "apsp-ocl: " << message << '\n';
    return static_cast<int>(kind);
}

}  // namespace

int main(int argc, char** argv) {
    const apsp::StopScope scope(apsp::cli::stop_on_interrupt());
    try {
        const int code = run(argc, argv);
        if (!std::cout.flush()) {
            return fail(apsp::ErrorKind::internal, "cannot write to standard output");
        }
        return code;
    } catch (const apsp::Stopped&) {
        apsp::cli::say_interrupted();
        return apsp::cli::kInterrupted;
    } catch (const apsp::Error& error) {
        return fail(error.kind(), apsp::cli::in_program_words(error.what()));
    } catch (const cxxopts::exceptions::exception& error) {
        return fail(apsp::ErrorKind::usage, std::string(error.what()) + "; see apsp-ocl --help");
    } catch (const std::bad_alloc&) {
        return fail(apsp::ErrorKind::out_of_memory, "the host's memory is exhausted");
    } catch (const std::exception& error) {
        return fail(apsp::ErrorKind::internal, error.what());
    }
}
