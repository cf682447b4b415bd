// See options.hpp. cxxopts splits the words and formats --help.
#include "cli/options.hpp"

#include <cstdlib>
#include <cxxopts.hpp>
#include <filesystem>
#include <span>

#include "cli/progress.hpp"
#include "platform/file.hpp"

namespace apsp::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDevice = "APSP_DEVICE";

/// The value of APSP_DEVICE, if it chose the device.
std::optional<std::string>& device_of_variable() {
    static std::optional<std::string> value;
    return value;
}

/// The same options for cxxopts.
cxxopts::Options made(const OptionList& list, const std::string& what) {
    cxxopts::Options options(list.program(), what);
    for (const Option& each : list.options()) {
        std::string names;  // cxxopts shows the first
        for (const std::string& name : each.names) names += (names.empty() ? "" : ",") + name;
        if (!each.letter.empty()) names += "," + each.letter;
        auto add = options.add_options(each.group);
        if (each.argument.empty()) {
            add(names, each.help);
            continue;
        }
        const auto value = cxxopts::value<std::string>();
        if (each.initial) value->default_value(*each.initial);
        add(names, each.help, value, each.argument);
    }
    return options;
}

/// cxxopts names the option only in its message, between quotes.
[[noreturn]] void refuse_unknown(const OptionList& list, std::string_view message) {
    message.remove_prefix(message.find(cxxopts::LQUOTE) + cxxopts::LQUOTE.size());
    const std::string_view name = message.substr(0, message.find(cxxopts::RQUOTE));
    std::vector<std::string> known;
    for (const Option& each : list.options()) std::ranges::copy(each.names, back_inserter(known));
    const std::string meant = name.size() == 1 ? "" : nearest(name, known);
    fail_usage("unknown option {}{}; {}", name.size() == 1 ? "-" : "--", name,
               meant.empty() ? fmt::format("see {} --help", list.program())
                             : fmt::format("did you mean --{}?", meant));
}

/// What was typed, in the form that cxxopts takes.
std::vector<std::string> typed_words(const OptionList& list, std::span<char* const> typed) {
    std::vector<std::string> words;
    bool options = true;
    for (const std::string word : typed) {
        options = options && word != "--";
        const std::size_t equal = word.find('=');
        const std::string name = word.substr(0, equal);
        // cxxopts has no long names of one letter.
        if (name == "--n") {
            words.emplace_back("-n");
            if (equal != std::string::npos) words.push_back(word.substr(4));
            continue;
        }
        words.push_back(word);
        // It takes --undirected=false for --undirected.
        if (!options || equal == std::string::npos || !word.starts_with("--")) continue;
        const Option* const option = list.find(name.substr(2));
        if (option != nullptr && option->argument.empty()) fail_usage("{} takes no value", name);
    }
    return words;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
        text.replace(at, from.size(), to);
    }
}

/// Whether both names are of one file that can be overwritten.
bool same_file(const fs::path& a, const fs::path& b) {
    if (a == "-" || b == "-" || is_system_device(a)) return false;
    std::error_code ignored;
    if (fs::equivalent(a, b, ignored)) return true;
    return fs::absolute(a, ignored).lexically_normal() ==
           fs::absolute(b, ignored).lexically_normal();
}

}  // namespace

Option& OptionList::add(std::string_view names, Value value, std::string argument, std::string help,
                        std::optional<std::string> initial) {
    Option& option = options_.emplace_back();
    option.names = split(names);
    if (option.names.front().size() == 1) {
        option.letter = option.names.front();
        option.names.erase(option.names.begin());
    }
    option.help = std::move(help);
    option.argument = std::move(argument);
    option.initial = std::move(initial);
    option.group = group_;
    option.value = std::move(value);
    return option;
}

void OptionList::add_help() {
    add("h,help", set(help_), "Print this help").alone();
}

void OptionList::add_json(bool& json) {
    add("json", set(json), "Print one JSON object");
    add_help();
}

void OptionList::add_report(bool& json) {
    add("q,quiet", {[](const auto&, const auto&) { be_quiet(); }},
        "Print no progress, no notes, and no report except that of --json or --dry-run");
    add_json(json);
}

void OptionList::positional(std::string option, std::string help) {
    positional_ = std::move(option);
    positional_help_ = std::move(help);
}

const Option* OptionList::find(std::string_view name) const {
    const auto found = std::ranges::find_if(options_, [&](const Option& each) {
        return std::ranges::find(each.names, name) != each.names.end();
    });
    return found == options_.end() ? nullptr : &*found;
}

bool OptionList::given(std::string_view name) const {
    const Option* const option = find(name);
    return option != nullptr && option->given;
}

void OptionList::fail_without(std::string_view option) const {
    fail_usage("{} needs --{}; see {} --help", command(), option, program_);
}

void OptionList::parse(int argc, char** argv) {
    read_words(argc, argv);
    for (const Option& each : options_) {
        if (each.given && each.argument.empty()) each.value.take(each.name(), each.text);
    }
    const auto answered = [](const Option& each) { return each.answers && each.given; };
    if (std::ranges::any_of(options_, answered)) return;
    read_variables();
    check_relations();
    check_files();
    for (const Option& each : options_) {
        if (each.argument.empty()) continue;
        if (each.given) {
            each.value.take(each.name(), each.text);
        } else if (each.initial) {
            each.value.take(each.name(), *each.initial);
        }
    }
    for (const auto& check : checks_) check();
}

void OptionList::read_words(int argc, char** argv) {
    cxxopts::Options options = made(*this, what_);
    if (!positional_.empty()) options.parse_positional({positional_});
    const auto words = typed_words(*this, {argv, static_cast<std::size_t>(argc)});
    std::vector<const char*> pointers;
    for (const std::string& word : words) pointers.push_back(word.c_str());
    std::vector<std::string> others;
    try {
        const auto parsed = options.parse(static_cast<int>(pointers.size()), pointers.data());
        for (const auto& each : parsed.arguments()) {
            if (each.value().empty()) fail_usage("--{}: the value is empty", each.key());
            const auto option = std::ranges::find(options_, each.key(), &Option::name);
            option->given = true;
            option->text = each.value();
        }
        others = parsed.unmatched();
    } catch (const cxxopts::exceptions::no_such_option& e) {
        refuse_unknown(*this, e.what());
    } catch (const cxxopts::exceptions::exception& e) {
        fail_usage("{}; see {} --help", e.what(), program_);
    }
    if (word_ != nullptr && others.size() == 1 && given(word_option_)) {
        *word_ = others.front();
    } else if (!others.empty() && !given("help")) {
        fail_usage("unexpected argument \"{}\"; see {} --help", others.front(), program_);
    }
}

void OptionList::read_variables() {
    for (Option& each : options_) {
        if (!each.from_variable || each.given) continue;
        const char* const value = std::getenv(kDevice);
        const auto other = [&](const std::string& name) { return given(name); };
        if (value == nullptr || *value == '\0' || std::ranges::any_of(each.excluded, other)) {
            continue;
        }
        each.given = each.by_variable = true;
        each.text = value;
        device_of_variable() = value;
    }
}

void OptionList::check_relations() const {
    for (const Option& each : options_) {
        if (each.is_required && !each.given) fail_without(each.name());
        if (!each.given) continue;
        const std::string& name = each.name();
        for (const std::string& other : each.excluded) {
            if (given(other)) fail_usage("--{} and --{} exclude each other", name, other);
        }
        for (const std::string& other : each.needed) {
            if (!given(other)) fail_usage("--{} needs --{}", name, other);
        }
        if (each.graph.empty() || given(each.graph)) continue;
        fail_usage(
            "--{0} needs --{1}: it says how a graph's file is read; leave --{0} out, or name a "
            "file",
            name, each.graph);
    }
}

void OptionList::check_files() const {
    for (auto each = options_.begin(); each != options_.end(); ++each) {
        if (!each->is_written || !each->given) continue;
        for (auto other = options_.begin(); other != options_.end(); ++other) {
            const bool counts = other->is_read || (other->is_written && other < each);
            if (!counts || !other->given || other->name() == each->replaced) continue;
            if (!same_file(each->text, other->text)) continue;
            fail_usage("--{} {}: --{} names the same file; choose another name", each->name(),
                       each->text, other->name());
        }
    }
}

std::string OptionList::help_text() const {
    constexpr std::string_view kUsage = "\nUsage:\n  ";
    cxxopts::Options options = made(*this, what_);
    if (!positional_.empty()) {
        options.parse_positional({positional_});
        options.positional_help(positional_help_).show_positional_help();
    }
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

void naming_variable(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        const auto& device = device_of_variable();
        if (!device || error.kind() != ErrorKind::no_device) throw;
        throw Error(error.kind(), fmt::format("{}={}: {}", kDevice, *device, error.what()));
    }
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
