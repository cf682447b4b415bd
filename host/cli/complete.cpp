// apsp-ocl complete: called by the shells' completion scripts. All that it offers comes from the
// table of commands and from their options.
#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "apsp/apsp.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "measure/cells.hpp"

namespace apsp::cli {
namespace {

void offer(std::string_view prefix, std::string_view before, const std::string& word,
           std::string what = "") {
    if (!word.starts_with(prefix)) return;
    std::ranges::replace(what, '\n', ' ');
    fmt::print("{}{}{}{}\n", before, word, what.empty() ? "" : "\t", what);
}

/// What can follow --device.
std::vector<std::string> device_names() {
    std::vector<std::string> names = {"cpu"};
    for (const Device& device : list_devices().all) {
        names.push_back(fmt::format("{}", device.index));
        names.push_back(sweep::device_id(device));
    }
    return names;
}

void offer_values(const Option& option, std::string_view word, std::string_view before) {
    if (option.argument == "FILE" || option.argument == "OLD") fmt::print(":file\n");
    if (option.argument == "DIR") fmt::print(":folder\n");
    std::string listed(before);
    if (option.argument == "LIST") {
        const std::size_t last = word.rfind(',') + 1;  // 0 where there is none
        listed += word.substr(0, last);
        word.remove_prefix(last);
    }
    auto names = option.value.of_devices ? device_names() : std::vector<std::string>();
    std::ranges::copy(split(option.value.known), std::back_inserter(names));
    for (const std::string& name : names) offer(word, listed, name);
}

/// The option that this word names.
const Option* find_option(const OptionList& list, std::string_view word) {
    if (word.starts_with("--")) return list.find(word.substr(2));
    const auto found = std::ranges::find_if(list.options(), [&](const Option& option) {
        return !option.letter.empty() && word == "-" + option.letter;
    });
    return found == list.options().end() ? nullptr : &*found;
}

}  // namespace

int complete(std::span<const std::string> words) {
    const std::string word = words.empty() ? "" : words.back();
    const Command* command = words.size() > 1 ? find_command(words.front()) : nullptr;
    const bool named = command != nullptr;
    if (!named) command = &commands().front();
    OptionList list(command->program());
    command->declare(list);

    if (const auto* const before =
            words.size() > 1 ? find_option(list, words[words.size() - 2]) : nullptr;
        before != nullptr && !before->argument.empty()) {
        offer_values(*before, word, "");
        return 0;
    }
    if (const std::size_t equal = word.find('='); equal != std::string::npos) {
        const Option* const option = find_option(list, word.substr(0, equal));
        if (option != nullptr) {
            offer_values(*option, word.substr(equal + 1), word.substr(0, equal + 1));
        }
        return 0;
    }
    if (words.size() <= 1) {
        for (const Command& each : commands()) offer(word, "", each.name, each.what);
    }
    const bool takes_file = command == &commands().front();
    if (takes_file && !word.starts_with('-')) fmt::print(":file\n");
    if (takes_file && word.empty()) return 0;
    for (const Option& option : list.options()) {
        for (const std::string& name : option.names) offer(word, "", "--" + name, option.help);
    }
    return 0;
}

}  // namespace apsp::cli
