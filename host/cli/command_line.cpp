// See command_line.hpp.
#include "cli/command_line.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <span>
#include <string_view>

#include "apsp/errors.hpp"
#include "base/nearest.hpp"
#include "cli/progress.hpp"

namespace apsp::cli {
namespace {

constexpr const char* kDevice = "APSP_DEVICE";

/// The value of APSP_DEVICE, if it chose the device.
std::optional<std::string>& device_of_variable() {
    static std::optional<std::string> value;
    return value;
}

std::vector<std::string> long_names(const cxxopts::Options& options) {
    std::vector<std::string> names;
    for (const auto& option : all_options(options)) {
        names.insert(names.end(), option.l.begin(), option.l.end());
    }
    return names;
}

/// cxxopts names the option only in its message, between quotes.
[[noreturn]] void refuse_unknown(const cxxopts::Options& options, std::string_view message) {
    message.remove_prefix(message.find(cxxopts::LQUOTE) + cxxopts::LQUOTE.size());
    const std::string_view name = message.substr(0, message.find(cxxopts::RQUOTE));
    const std::string meant = name.size() == 1 ? "" : nearest(name, long_names(options));
    throw Error(ErrorKind::usage,
                fmt::format("unknown option {}{}; {}", name.size() == 1 ? "-" : "--", name,
                            meant.empty() ? fmt::format("see {} --help", options.program())
                                          : fmt::format("did you mean --{}?", meant)));
}

std::vector<std::string> typed_words(std::span<char* const> typed) {
    std::vector<std::string> words;
    for (const std::string word : typed) {
        // cxxopts has no long names of one letter.
        const bool joined = word.starts_with("--n=");
        words.push_back(joined || word == "--n" ? "-n" : word);
        if (joined) words.push_back(word.substr(4));
    }
    return words;
}

/// cxxopts takes --undirected=false for --undirected.
void check_flags(const cxxopts::Options& options, std::span<const std::string> words) {
    const auto all = all_options(options);
    for (const std::string& word : words) {
        if (word == "--") return;
        const std::size_t equal = word.find('=');
        if (!word.starts_with("--") || equal == std::string::npos) continue;
        const std::string name = word.substr(2, equal - 2);
        const auto option = std::ranges::find_if(all, [&](const cxxopts::HelpOptionDetails& each) {
            return each.is_boolean && std::ranges::find(each.l, name) != each.l.end();
        });
        if (option == all.end()) continue;
        throw Error(ErrorKind::usage, fmt::format("--{} takes no value", name));
    }
}

cxxopts::ParseResult parse_words(cxxopts::Options& options, const std::vector<std::string>& words) {
    check_flags(options, words);
    std::vector<const char*> pointers;
    for (const std::string& word : words) pointers.push_back(word.c_str());
    try {
        auto parsed = options.parse(static_cast<int>(pointers.size()), pointers.data());
        for (const auto& each : parsed.arguments()) {
            if (!each.value().empty()) continue;
            throw Error(ErrorKind::usage, fmt::format("--{}: the value is empty", each.key()));
        }
        return parsed;
    } catch (const cxxopts::exceptions::no_such_option& e) {
        refuse_unknown(options, e.what());
    }
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
        text.replace(at, from.size(), to);
    }
}

}  // namespace

std::vector<cxxopts::HelpOptionDetails> all_options(const cxxopts::Options& options) {
    std::vector<cxxopts::HelpOptionDetails> all;
    for (const std::string& group : options.groups()) {
        std::ranges::copy(options.group_help(group).options, std::back_inserter(all));
    }
    return all;
}

cxxopts::ParseResult parse(cxxopts::Options& options, int argc, char** argv) {
    auto words = typed_words({argv, static_cast<std::size_t>(argc)});
    cxxopts::ParseResult parsed = parse_words(options, words);
    if (parsed.count("quiet") != 0) be_quiet();
    const char* const device = std::getenv(kDevice);
    if (device == nullptr || *device == '\0') return parsed;
    const auto names = long_names(options);
    if (std::ranges::find(names, "device") == names.end()) return parsed;
    if (parsed.count("device") + parsed.count("devices") != 0) return parsed;
    device_of_variable() = device;
    words.insert(words.begin() + 1, fmt::format("--device={}", device));
    return parse_words(options, words);
}

bool variable_chose_device() {
    return device_of_variable().has_value();
}

void naming_variable(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        const auto& device = device_of_variable();
        if (!device || error.kind() != ErrorKind::no_device) throw;
        throw Error(error.kind(), fmt::format("{}={}: {}", kDevice, *device, error.what()));
    }
}

std::string help_text(const cxxopts::Options& options) {
    constexpr std::string_view kUsage = "\nUsage:\n  ";
    std::string text = options.help();
    const std::size_t usage = text.find(kUsage);
    const std::size_t first = usage + kUsage.size();
    const std::size_t last = text.find("\n\n", first);
    text = fmt::format("Usage: {}\n\n{}\nOptions:\n{}", text.substr(first, last - first),
                       text.substr(0, usage), text.substr(last + 2));
    replace_all(text, "\n Graph options:", "\nGraph options:");
    replace_all(text, " \n", "\n");
    return text;
}

std::string environment_text() {
    return "\nEnvironment:\n"
           "  APSP_DEVICE      Device to use if --device is not given\n"
           "  APSP_KERNEL_DIR  Folder of OpenCL kernels that replace the built-in ones\n"
           "  XDG_CACHE_HOME   Folder whose subfolder apsp-ocl holds compiled kernels\n"
           "                   (default: ~/.cache)\n"
           "  XDG_DATA_HOME    Folder whose subfolder apsp-ocl holds the results of apsp-ocl tune\n"
           "                   (default: ~/.local/share)\n"
           "  OMP_NUM_THREADS  Threads of the device cpu, and of each rank of apsp-ocl-mpi\n"
           "  NO_COLOR         Has no effect: no output is in colour\n";
}

}  // namespace apsp::cli
