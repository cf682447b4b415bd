// The table of commands.
#include "cli/commands.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace apsp::cli {
namespace {

/// The list of commands, for the help of solve.
std::string commands_text() {
    std::string text = "\nCommands:\n";
    for (const Command& command : commands()) {
        text += fmt::format("  {:<13}{}\n", command.name, command.what);
    }
    return text + "Each has options of its own: apsp-ocl COMMAND --help\n" + environment_text();
}

constexpr Command kCommands[] = {
    {"solve", "all shortest distances of a graph (may be left out)", solve_command, commands_text},
    {"page", "a page to look at: how far, how central, on a map", page_command},
    {"devices", "the devices that --device can choose from", devices_command},
    {"near", "pairs within a distance, or the nearest of each vertex", near_command},
    {"table", "distances from some vertices to some others", table_command},
    {"verify", "prove saved distances right", verify_command},
    {"path", "the shortest paths of a pair", path_command},
    {"betweenness", "how many shortest paths pass each vertex and arc", betweenness_command},
    {"batch", "all shortest distances of many small graphs", batch_command},
    {"change", "update saved distances when arcs change", change_command},
    {"tune", "find the fastest kernels for a device", tune_command},
    {"bench", "measure one device", sweep_command},
    {"compare", "compare OpenCL with CUDA, or any devices", sweep_command},
    {"ladder", "measure every step from a serial loop to kleene", sweep_command, steps_text},
    {"sweep", "measure devices over sizes, algorithms and types", sweep_command},
};

}  // namespace

std::string Command::program() const {
    return this == kCommands ? "apsp-ocl" : fmt::format("apsp-ocl {}", name);
}

std::span<const Command> commands() {
    return kCommands;
}

const Command* find_command(std::string_view name) {
    const auto* const found = std::ranges::find(kCommands, name, &Command::name);
    return found == std::end(kCommands) ? nullptr : found;
}

}  // namespace apsp::cli
