// See run_program.hpp.
#include "cli/run_program.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/errors.hpp"
#include "apsp/stop.hpp"
#include "base/nearest.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/message.hpp"
#include "cli/progress.hpp"
#include "io/output_file.hpp"
#include "platform/process.hpp"
#include "platform/signals.hpp"

namespace apsp::cli {
namespace {

/// What is neither a command nor an option is a file to solve.
void check_file(const std::string& word) {
    std::error_code ignored;
    if (word == "-" || std::filesystem::exists(word, ignored)) return;
    std::vector<std::string> names;
    for (const Command& command : commands()) names.push_back(command.name);
    std::string hint = did_you_mean(word, names);
    if (hint.empty()) hint = did_you_mean_file(word);
    if (hint.empty()) hint = "; see apsp-ocl --help";
    throw Error(ErrorKind::usage,
                fmt::format("there is no command or file named {}{}", word, hint));
}

int run(int argc, char** argv) {
    const std::string first = argc > 1 ? argv[1] : "";
    if (first == "complete") return complete(std::vector<std::string>(argv + 2, argv + argc));
    const Command* command = find_command(first);
    if (command != nullptr) {
        --argc;
        ++argv;
    } else {
        if (!first.empty() && (first == "-" || !first.starts_with('-'))) check_file(first);
        command = &commands().front();
    }
    OptionList list(command->program());
    const auto work = command->declare(list);
    list.parse(argc, argv);
    if (list.wants_help()) {
        std::cout << list.help_text() << (command->more_help ? command->more_help() : "");
        return 0;
    }
    int code = 0;
    naming_variable([&] { code = work(); });
    return code;
}

/// Files of a workspace are mapped into memory.
void end_without_file() {
    remove_partial_files();
    write_error(
        "apsp-ocl: a file in use, such as a workspace's, became shorter, or its disk failed or "
        "is full\n");
    end_process(static_cast<int>(ErrorKind::internal));
}

}  // namespace

int run_program(int argc, char** argv) {
    prepare_process();
    on_broken_pipe(remove_partial_files);  // ends the program without a message
    on_lost_file(end_without_file);
    const StopScope scope(stop_on_interrupt());
    try {
        const int code = run(argc, argv);
        if (!std::cout.flush()) {
            throw Error(ErrorKind::internal, "cannot write to standard output");
        }
        return code;
    } catch (const Stopped& stopped) {
        say_interrupted();
        return static_cast<int>(stopped.kind());
    } catch (...) {
        const Failure failure = failure_of(std::current_exception());
        say("apsp-ocl: " + failure.message);
        return failure.code;
    }
}

}  // namespace apsp::cli
