// apsp-ocl complete: called by the shells' completion scripts. All that it offers comes from the
// table of commands and from their options.
#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "apsp/apsp.hpp"
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "graph/generators.hpp"
#include "measure/cells.hpp"

namespace apsp::cli {
namespace {

using Option = cxxopts::HelpOptionDetails;

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

/// The values of an option that has names for them.
std::vector<std::string> names_for(const Option& option) {
    const auto is = [&](const char* name) {
        return std::ranges::find(option.l, name) != option.l.end();
    };
    // Those that the option's description names.
    const auto described = [&](std::vector<std::string> names) {
        std::erase_if(names, [&](const std::string& name) {
            return option.desc.find(name) == std::string::npos;
        });
        return names;
    };
    if (is("algo")) return described(split(names_of(kAlgorithms)));
    if (is("dtype") || is("dtypes") || is("result-dtype")) {
        return split((option.default_value == "auto" ? "auto, " : "") + names_of(kDtypes));
    }
    if (is("semiring") || is("semirings")) return split(names_of(kSemirings));
    if (is("format")) return split(names_of(kGraphFormats));
    if (is("inputs")) {
        const auto known = generator_names();
        return {known.begin(), known.end()};
    }
    if (is("device") || is("devices")) {
        auto names = device_names();
        if (is("devices")) {
            const auto sets = described({"all", "best", "card", "gpus"});
            names.insert(names.end(), sets.begin(), sets.end());
        }
        return names;
    }
    if (is("panels")) return split(names_of(kPanelPlaces));
    return {};
}

void offer_values(const Option& option, std::string_view word, std::string_view before) {
    if (option.arg_help == "FILE" || option.arg_help == "OLD") fmt::print(":file\n");
    if (option.arg_help == "DIR") fmt::print(":folder\n");
    std::string listed(before);
    if (option.arg_help == "LIST") {
        const std::size_t last = word.rfind(',') + 1;  // 0 where there is none
        listed += word.substr(0, last);
        word.remove_prefix(last);
    }
    for (const std::string& name : names_for(option)) offer(word, listed, name);
}

/// The option that this word names.
const Option* find_option(const std::vector<Option>& options, std::string_view word) {
    const auto found = std::ranges::find_if(options, [&](const Option& option) {
        if (!word.starts_with("--")) return !option.s.empty() && word == "-" + option.s;
        return std::ranges::find(option.l, word.substr(2)) != option.l.end();
    });
    return found == options.end() ? nullptr : &*found;
}

}  // namespace

int complete(std::span<const std::string> words) {
    const std::string word = words.empty() ? "" : words.back();
    const Command* command = words.size() > 1 ? find_command(words.front()) : nullptr;
    const bool named = command != nullptr;
    if (!named) command = &commands().front();
    const auto options = all_options(command->options(command->name));

    if (const auto* const before =
            words.size() > 1 ? find_option(options, words[words.size() - 2]) : nullptr;
        before != nullptr && !before->is_boolean) {
        offer_values(*before, word, "");
        return 0;
    }
    if (const std::size_t equal = word.find('='); equal != std::string::npos) {
        const Option* const option = find_option(options, word.substr(0, equal));
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
    for (const Option& option : options) {
        for (const std::string& name : option.l) offer(word, "", "--" + name, option.desc);
    }
    return 0;
}

}  // namespace apsp::cli
