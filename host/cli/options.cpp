// See options.hpp.
#include "cli/options.hpp"

#include <charconv>
#include <cmath>

namespace apsp::cli {

void add_report_options(cxxopts::Options& options) {
    auto add = options.add_options();
    add("q,quiet", "Print no progress, no notes, and no report except that of --json or --dry-run");
    add("json", "Print one JSON object");
    add("h,help", "Print this help");
}

std::vector<std::string> split(std::string_view list) {
    std::vector<std::string> names;
    std::istringstream stream{std::string(list)};
    for (std::string word; std::getline(stream >> std::ws, word, ',');) names.push_back(word);
    return names;
}

std::string text_of(const cxxopts::ParseResult& parsed, const std::string& option) {
    return parsed.count(option) == 0 ? "" : parsed[option].as<std::string>();
}

std::string needed(const cxxopts::ParseResult& parsed, const std::string& option,
                   std::string_view command) {
    std::string text = text_of(parsed, option);
    if (text.empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("{0} needs --{1}; see apsp-ocl {0} --help", command, option));
    }
    return text;
}

void check_no_arguments(const cxxopts::ParseResult& parsed, std::string_view program) {
    if (parsed.unmatched().empty()) return;
    throw Error(ErrorKind::usage, fmt::format("unexpected argument \"{}\"; see {} --help",
                                              parsed.unmatched().front(), program));
}

double parse_budget(std::string_view text, std::string_view option) {
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (unit == "m") seconds *= 60;
    const bool known = unit.empty() || unit == "s" || unit == "m";
    if (error != std::errc{} || !known || !(seconds > 0) || !std::isfinite(seconds)) {
        throw Error(
            ErrorKind::usage,
            fmt::format("{} {}: expected seconds or minutes, as in 60s or 5m", option, text));
    }
    return seconds;
}

std::uint64_t parse_bytes(std::string_view text, std::string_view option) {
    double bytes = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (unit.ends_with("iB")) unit.remove_suffix(2);
    const std::size_t power = std::string_view("kKmMgGtT").find(unit) / 2;
    const bool known = unit.empty() || (unit.size() == 1 && power < 4);
    for (std::size_t i = 0; known && !unit.empty() && i <= power; ++i) bytes *= 1024;
    if (error != std::errc{} || !known || !(bytes >= 1) || bytes > 0x1p62) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} {}: expected a size in bytes, as in 8G or 300M", option, text));
    }
    return static_cast<std::uint64_t>(bytes);
}

}  // namespace apsp::cli
