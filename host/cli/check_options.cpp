// See check_options.hpp.
#include "cli/check_options.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "apsp/io.hpp"
#include "cli/options.hpp"
#include "io/packing.hpp"
#include "io/standard_stream.hpp"

namespace apsp::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::pair<const char*, const char*> kExclusive[] = {
    {"device", "devices"},  {"symmetric", "no-symmetric"}, {"warm-up", "workspace"},
    {"random", "generate"}, {"input", "random"},           {"input", "generate"}};

/// How a graph's file is read, which means nothing for graphs that are generated.
constexpr const char* kReading[] = {"format",        "source-column",   "target-column",
                                    "weight-column", "undirected",      "unweighted",
                                    "transpose",     "zero-is-no-edge", "label-column"};

/// Options that mean nothing without another one.
constexpr std::pair<const char*, const char*> kNeeds[] = {{"rows", "output"},
                                                          {"columns", "output"},
                                                          {"pairs", "output"},
                                                          {"output-format", "output"},
                                                          {"long", "output"},
                                                          {"max-distance", "output"},
                                                          {"coordinates", "stats-output"},
                                                          {"verify-work", "verify"},
                                                          {"resume", "workspace"},
                                                          {"checkpoint-every", "workspace"},
                                                          {"index", "input"},
                                                          {"fill", "pad"},
                                                          {"path-arcs-output", "path-arcs"}};

/// Whether both names are of one file that can be overwritten.
bool same_file(const fs::path& a, const fs::path& b) {
    if (a == "-" || b == "-" || is_system_device(a)) return false;
    std::error_code ignored;
    if (fs::equivalent(a, b, ignored)) return true;
    return fs::absolute(a, ignored).lexically_normal() ==
           fs::absolute(b, ignored).lexically_normal();
}

}  // namespace

void check_choices(const cxxopts::ParseResult& parsed) {
    for (const auto& [one, other] : kExclusive) {
        if (parsed.count(one) == 0 || parsed.count(other) == 0) continue;
        throw Error(ErrorKind::usage, fmt::format("--{} and --{} exclude each other", one, other));
    }
    for (const auto& [option, needed] : kNeeds) {
        if (parsed.count(option) == 0 || parsed.count(needed) != 0) continue;
        throw Error(ErrorKind::usage, fmt::format("--{} needs --{}", option, needed));
    }
}

void check_reading(const cxxopts::ParseResult& parsed, const char* graph) {
    if (parsed.count(graph) != 0) return;
    for (const char* option : kReading) {
        if (parsed.count(option) == 0) continue;
        throw Error(ErrorKind::usage,
                    fmt::format("--{0} needs --{1}: it says how a graph's file is read; leave "
                                "--{0} out, or name a file",
                                option, graph));
    }
}

void check_plain_output(const std::string& option, const std::string& file) {
    if (file == "-") {
        throw Error(ErrorKind::usage,
                    fmt::format("--{} -: cannot be standard output; name a file", option));
    }
    check_folder(file);
}

void check_npy_output(const std::string& option, const std::string& file, bool npz) {
    const std::string suffix = inner_suffix_of(file);
    const bool known = suffix == ".npy" || (npz && file.ends_with(".npz"));
    if (!known && !is_system_device(file)) {
        throw Error(ErrorKind::usage, fmt::format("--{} {}: expected a name that ends in .npy{}",
                                                  option, file, npz ? " or .npz" : ""));
    }
    check_folder(file);
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
    number_of(parsed, "verify-work", 0.0);
    check_reading(parsed, "input");
    check_files(parsed, {"input", "pairs", "coordinates"},
                {"output", "paths-output", "stats-output", "labels-output"});
}

}  // namespace apsp::cli
