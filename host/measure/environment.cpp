// See environment.hpp.
#include "measure/environment.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "apsp/version.hpp"
#include "backends/backend.hpp"
#include "base/files.hpp"
#include "base/team.hpp"
#include "base/text.hpp"
#include "measure/device_json.hpp"
#include "platform/machine.hpp"
#include "platform/process.hpp"

namespace apsp::sweep {
namespace {

/// Hash of the program's file, which includes its CUDA kernels and all else in it.
std::string program_hash() {
    std::ifstream stream(program_file(), std::ios::binary);
    const std::string all(std::istreambuf_iterator<char>(stream), {});
    return fmt::format("{:016x}", fnv1a(all));
}

std::string compiler() {
#ifdef __clang__
    return __VERSION__;  // says which compiler it is
#else
    return std::string("GCC ") + __VERSION__;
#endif
}

Json host() {
    return {{"processor", cpu_device().name},
            {"threads", usable_processors()},
            {"memory", physical_memory()},
            {"system", system_name()}};
}

Json to_json(const Device& d) {
    Json json = {{"id", device_id(d)}, {"backend", d.backend}};
    json.update(description(d));
    json.update({{"pci", or_null(d.pci)}, {"uuid", or_null(d.uuid)}});
    return json;
}

template <class Values>
Json names(const Values& values) {
    Json list = Json::array();
    for (const auto& value : values) list.push_back(name(value));
    return list;
}

Json to_json(const Options& o) {
    return {
        {"ladder", o.ladder},     {"devices", o.devices},      {"algorithms", names(o.algorithms)},
        {"variants", o.variants}, {"sizes", o.sizes},          {"tiles", o.tiles},
        {"blocks", o.blocks},     {"dtypes", names(o.dtypes)}, {"semirings", names(o.semirings)},
        {"inputs", o.generators}, {"fitting", o.fitting},      {"seed", o.seed},
        {"all_work", o.all_work}, {"paths", o.paths},          {"repeat", o.repeat}};
}

/// Whether this may change within a sweep: clocks go up and down.
bool passing(std::string_view path) {
    return path == "/started_at" || path.ends_with("/memory") || path.ends_with("/clock_mhz");
}

std::string shown(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string utc_time() {
    const std::time_t now = std::time(nullptr);
    char text[sizeof "2026-01-31T23:59:59Z"];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now))};
}

Json make_head(const Options& options, const Devices& devices, const std::string& kernels) {
    Json list = Json::array();
    for (const Device& device : devices.all) {
        if (std::ranges::find(options.devices, device_id(device)) != options.devices.end()) {
            list.push_back(to_json(device));
        }
    }
    return {
        {"schema", kSchema},
        {"program", {{"version", kVersion}, {"hash", program_hash()}, {"compiler", compiler()}}},
        {"kernels", kernels},
        {"host", host()},
        {"devices", list},
        {"options", to_json(options)},
        {"started_at", utc_time()}};
}

std::string difference(const Json& head, const Json& other) {
    const Json mine = head.flatten();
    const Json theirs = other.flatten();
    for (const Json* both : {&mine, &theirs}) {
        for (const auto& [path, ignored] : both->items()) {
            if (passing(path)) continue;
            const Json a = mine.value(path, Json(nullptr));
            const Json b = theirs.value(path, Json(nullptr));
            if (a != b) return fmt::format("{} is {}, not {}", path.substr(1), shown(a), shown(b));
        }
    }
    return "";
}

}  // namespace apsp::sweep
