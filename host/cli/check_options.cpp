// See check_options.hpp.
#include "cli/check_options.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "cli/options.hpp"
#include "io/standard_stream.hpp"

namespace apsp::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::pair<const char*, const char*> kExclusive[] = {
    {"device", "devices"},  {"symmetric", "no-symmetric"}, {"warm-up", "workspace"},
    {"random", "generate"}, {"input", "random"},           {"input", "generate"}};

/// Options that mean something else, or nothing, where a shell's variable was empty.
constexpr const char* kNotEmpty[] = {"input", "devices", "rows", "columns", "workspace"};

/// How a graph's file is read, which means nothing for graphs that are generated.
constexpr const char* kReading[] = {"format",        "source-column",  "target-column",
                                    "weight-column", "undirected",     "unweighted",
                                    "transpose",     "zero-is-no-edge"};

/// Whether both names are of one file that can be overwritten.
bool same_file(const fs::path& a, const fs::path& b) {
    if (a == "-" || b == "-" || is_system_device(a)) return false;
    std::error_code ignored;
    if (fs::equivalent(a, b, ignored)) return true;
    return fs::absolute(a, ignored).lexically_normal() ==
           fs::absolute(b, ignored).lexically_normal();
}

void check_generated(const cxxopts::ParseResult& parsed) {
    if (parsed.count("input") != 0) return;
    for (const char* option : kReading) {
        if (parsed.count(option) == 0) continue;
        throw Error(ErrorKind::usage,
                    fmt::format("--{0} needs --input: it says how a file is read, and is not for "
                                "graphs that are generated; leave --{0} out, or name a file",
                                option));
    }
}

}  // namespace

void check_choices(const cxxopts::ParseResult& parsed) {
    for (const auto& [one, other] : kExclusive) {
        if (parsed.count(one) == 0 || parsed.count(other) == 0) continue;
        throw Error(ErrorKind::usage, fmt::format("--{} and --{} exclude each other", one, other));
    }
    for (const char* option : kNotEmpty) {
        if (parsed.count(option) == 0 || !text_of(parsed, option).empty()) continue;
        throw Error(ErrorKind::usage, fmt::format("--{}: the value is empty", option));
    }
}

void check_files(const cxxopts::ParseResult& parsed, std::initializer_list<const char*> inputs,
                 std::initializer_list<const char*> outputs) {
    std::vector<std::pair<std::string, std::string>> before;  // options and their files
    for (const std::string option : inputs) before.emplace_back(option, text_of(parsed, option));
    for (const std::string option : outputs) {
        const std::string file = text_of(parsed, option);
        if (file.empty()) continue;
        for (const auto& [other, its] : before) {
            if (its.empty() || !same_file(file, its)) continue;
            throw Error(ErrorKind::usage,
                        fmt::format("--{} {}: --{} names the same file; choose another name",
                                    option, file, other));
        }
        before.emplace_back(option, file);
    }
}

void check_options(const cxxopts::ParseResult& parsed) {
    check_choices(parsed);
    if (parsed.count("verify-work") != 0 && !(parsed["verify-work"].as<double>() >= 0)) {
        throw Error(ErrorKind::usage, "--verify-work: expected a number of at least 0");
    }
    check_generated(parsed);
    check_files(parsed, {"input", "pairs", "coordinates"},
                {"output", "paths-output", "stats-output", "labels-output"});
}

void refuse_value(std::span<const char* const> words, std::string_view message,
                  std::string_view program) {
    message.remove_prefix(message.find(cxxopts::LQUOTE) + cxxopts::LQUOTE.size());
    const std::string value(message.substr(0, message.find(cxxopts::RQUOTE)));
    std::string option = "an option";
    std::string_view last;
    for (const std::string_view word : words) {
        const bool joined = word.starts_with("--") && word.ends_with("=" + value);
        if (joined) option = word.substr(0, word.size() - value.size() - 1);
        if (word == value && last.starts_with('-')) option = last;
        last = word;
    }
    throw Error(ErrorKind::usage,
                fmt::format("{}: expected a number{}, found \"{}\"; see {} --help", option,
                            value.starts_with('-') ? " of at least 0" : "", value, program));
}

}  // namespace apsp::cli
