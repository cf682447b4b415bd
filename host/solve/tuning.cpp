#include "solve/tuning.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apsp/version.hpp"
#include "backends/backend.hpp"
#include "base/files.hpp"
#include "io/output_file.hpp"

namespace apsp {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "apsp-ocl tuning 1";
constexpr std::uintmax_t kLargestFile = std::uintmax_t{1} << 20;

/// What the file must have been written for. Another version has other kernels.
Json head(const Device& device) {
    return {{"format", kFormat},
            {"program", kVersion},
            {"backend", device.backend},
            {"device", device.name},
            {"platform", device.platform},
            {"driver", device.driver},
            {"compute_units", device.compute_units}};
}

Json to_json(const TunedEntry& e) {
    return {{"dtype", name(e.dtype)},
            {"semiring", name(e.semiring)},
            {"algorithm", name(e.algorithm)},
            {"variant", e.variant},
            {"non_negative", e.non_negative},
            {"n", e.n},
            {"relaxations_per_second", e.rate},
            {"default_relaxations_per_second", e.default_rate},
            {"settings", e.settings.empty() ? Json(nullptr) : Json(e.settings)}};
}

/// @throws nlohmann's exceptions, std::bad_optional_access
TunedEntry parse_entry(const Json& json) {
    TunedEntry e;
    e.dtype = parse_dtype(json.at("dtype").get<std::string>()).value();
    e.semiring = parse_semiring(json.at("semiring").get<std::string>()).value();
    // Files of earlier builds know only kleene.
    e.algorithm = parse_algorithm(json.value("algorithm", "kleene")).value();
    e.variant = json.at("variant").get<std::string>();
    e.non_negative = json.at("non_negative").get<bool>();
    e.n = json.at("n").get<std::size_t>();
    e.rate = json.at("relaxations_per_second").get<double>();
    e.default_rate = json.at("default_relaxations_per_second").get<double>();
    if (json.at("settings").is_null()) return e;
    for (const auto& [key, value] : json.at("settings").items()) {
        if (!value.is_number_unsigned()) throw std::invalid_argument("not a number: " + key);
        e.settings[key] = value.get<std::size_t>();
    }
    return e;
}

bool same_kind(const TunedEntry& a, const TunedEntry& b) {
    return a.dtype == b.dtype && a.semiring == b.semiring && a.algorithm == b.algorithm &&
           a.variant == b.variant && a.non_negative == b.non_negative;
}

std::optional<TunedEntry> find_entry(const std::vector<TunedEntry>& entries,
                                     const EngineOptions& options) {
    TunedEntry wanted;
    wanted.dtype = options.dtype;
    wanted.semiring = options.semiring;
    if (options.algorithm == Algorithm::sparse) wanted.algorithm = Algorithm::sparse;
    wanted.variant = options.variant;
    wanted.non_negative = !minds_signs(options) || options.non_negative;
    const auto found = std::ranges::find_if(
        entries, [&](const TunedEntry& entry) { return same_kind(entry, wanted); });
    if (found == entries.end() || options.n < found->n / 2) return std::nullopt;
    return *found;
}

/// The file's content. @throws std::exception with what is wrong
TuningFile parse(const Device& device, const std::string& path) {
    if (!std::filesystem::is_regular_file(path) ||
        std::filesystem::file_size(path) > kLargestFile) {
        throw std::invalid_argument("not a tuning file");
    }
    std::ifstream stream(path, std::ios::binary);
    const Json json = Json::parse(stream, nullptr, false);
    if (!json.is_object()) throw std::invalid_argument("not a JSON object");
    const Json expected = head(device);
    for (const auto& [key, value] : expected.items()) {
        if (!json.contains(key) || json[key] != value) {
            throw std::invalid_argument(
                fmt::format("not for this program and device: \"{}\" is not {}", key,
                            value.dump(-1, ' ', false, Json::error_handler_t::replace)));
        }
    }
    if (!json.contains("entries") || !json["entries"].is_array()) {
        throw std::invalid_argument("no list of entries");
    }
    TuningFile file;
    for (std::size_t i = 0; i < json["entries"].size(); ++i) {
        try {
            file.entries.push_back(parse_entry(json["entries"][i]));
        } catch (const std::exception& error) {
            file.warnings.push_back(
                fmt::format("{}: entry {}: {}; ignored", path, i, error.what()));
        }
    }
    return file;
}

}  // namespace

bool minds_signs(const EngineOptions& options) {
    return options.variant == "gpu" && !is_integral(options.dtype) &&
           options.semiring != Semiring::min_plus && options.algorithm != Algorithm::sparse;
}

std::string tuning_path(const Device& device) {
    const std::string folder = user_folder("XDG_DATA_HOME", ".local/share");
    if (folder.empty()) return "";
    std::string label;
    for (char c : device.name) {
        const bool plain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (plain) label += c;
        if (!plain && !label.empty() && label.back() != '-') label += '-';
    }
    const std::uint64_t hash =
        fnv1a(fmt::format("{}\n{}\n{}\n{}\n{}", device.backend, device.name, device.platform,
                          device.driver, device.compute_units));
    return fmt::format("{}/{}-{:016x}.json", folder, label.substr(0, 60), hash);
}

TuningFile read_tuning(const Device& device) {
    const std::string path = tuning_path(device);
    std::error_code ignored;
    if (path.empty() || !std::filesystem::exists(path, ignored)) return {};
    try {
        return parse(device, path);
    } catch (const std::exception& error) {
        return {{},
                {fmt::format("{}: {}; ignored until tuning writes it anew", path, error.what())}};
    }
}

void write_tuning(const Device& device, const std::vector<TunedEntry>& entries) {
    const std::string path = tuning_path(device);
    if (path.empty()) {
        throw Error(ErrorKind::internal,
                    "nowhere to keep what tuning found: set XDG_DATA_HOME or HOME");
    }
    std::vector<TunedEntry> all = read_tuning(device).entries;
    for (const TunedEntry& entry : entries) {
        std::erase_if(all, [&](const TunedEntry& other) { return same_kind(entry, other); });
        all.push_back(entry);
    }
    Json json = head(device);
    json["entries"] = Json::array();
    for (const TunedEntry& entry : all) json["entries"].push_back(to_json(entry));
    const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
    if (const std::string trouble = write_whole(path, text); !trouble.empty()) {
        throw Error(ErrorKind::internal, "cannot keep what tuning found: " + trouble);
    }
}

std::optional<TunedEntry> tuned_entry(const Device& device, const EngineOptions& options) {
    return find_entry(read_tuning(device).entries, options);
}

TunedSettings tuned_settings(const Device& device, const EngineOptions& options,
                             const SolveOptions& solve) {
    if (!solve.settings.empty()) return {solve.settings, {}};
    if (!solve.use_tuning) return {};
    if (options.algorithm == Algorithm::fw || options.algorithm == Algorithm::search) return {};
    TuningFile file = read_tuning(device);
    TunedSettings tuned{{}, std::move(file.warnings)};
    const auto found = find_entry(file.entries, options);
    if (!found || found->settings.empty()) return tuned;
    EngineOptions with = options;
    with.settings = found->settings;
    try {
        (void)backend(device).settings(device, with);
        tuned.settings = std::move(with.settings);
    } catch (const Error& error) {
        tuned.warnings.push_back(fmt::format("{}: {}, {}: {}; ignored", tuning_path(device),
                                             name(options.dtype), name(options.semiring),
                                             error.what()));
    }
    return tuned;
}

EngineOptions options_for(Algorithm algorithm, const Device& device, EngineOptions options,
                          const SolveOptions& solve) {
    options.algorithm = algorithm;
    options.variant = variants(device, algorithm).front();
    options.settings = tuned_settings(device, options, solve).settings;
    return options;
}

}  // namespace apsp
