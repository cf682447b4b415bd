// See results.hpp.
#include "measure/results.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <set>

#include "base/text.hpp"
#include "graph/generators.hpp"
#include "io/output_file.hpp"
#include "measure/device_json.hpp"

namespace apsp::sweep {
namespace {

/// A member of each run, or the result of a function of it.
template <class Member>
std::vector<double> of_each(const std::vector<Run>& runs, Member member) {
    std::vector<double> values;
    for (const Run& run : runs) values.push_back(std::invoke(member, run));
    return values;
}

/// Relaxations per second of a solve that takes `seconds`; 0 if that is 0.
double rate(const Cell& cell, double seconds) {
    const auto n = static_cast<double>(cell.n);
    return seconds > 0 ? n * n * n / seconds : 0;
}

double rate(const Row& row, const Run& run) {
    return rate(row.cell, run.of("compute"));
}

/// The share of the limit that each run reached, for runs whose limit is known.
std::vector<double> shares(const Row& row) {
    std::vector<double> values;
    for (const Run& run : row.runs) {
        if (run.limit > 0) values.push_back(rate(row, run) / run.limit);
    }
    return values;
}

Json to_json(const std::vector<double>& values) {
    const Spread s = spread(values);
    return {{"median", s.median}, {"least", s.least}, {"most", s.most}, {"runs", values}};
}

/// Adds the figures of the runs, with their medians; null if there are none.
void add_figures(Json& json, const Row& row) {
    for (const char* member : {"seconds", "process_seconds", "warm", "relaxations_per_second",
                               "limit", "share_of_limit"}) {
        json[member] = nullptr;
    }
    if (row.runs.empty()) return;
    for (std::string_view part : kParts) {
        if (!row.runs.front().seconds.contains(part)) continue;
        json["seconds"][std::string(part)] = to_json(row.seconds(part));
    }
    json["process_seconds"] = to_json(of_each(row.runs, &Run::process));
    json["warm"] = std::ranges::all_of(row.runs, &Run::warm);
    json["relaxations_per_second"] =
        to_json(of_each(row.runs, [&](const Run& run) { return rate(row, run); }));
    json["relaxations_per_second"]["median"] = row.rate();  // not the other of the middle two
    const auto of_limit = shares(row);
    if (of_limit.empty()) return;
    json["limit"] = {{"relaxations_per_second", to_json(of_each(row.runs, &Run::limit))},
                     {"meaning", row.limit_meaning}};
    json["share_of_limit"] = to_json(of_limit);
}

Json to_json(const Row& row) {
    const Cell& c = row.cell;
    Json json = {
        {"device", c.device},
        {"algorithm", name(c.algorithm)},
        {"variant", or_null(c.variant)},
        {"n", c.n},
        {"tile", or_null(c.tile)},
        {"block", or_null(c.block)},
        {"symmetric", or_null(c.symmetric)},
        {"paths", c.paths},
        {"dtype", name(c.dtype)},
        {"semiring", name(c.semiring)},
        {"input", input_of(c)},
        {"status", name(row.status)},
        {"reason", or_null(row.reason)},
        {"exit_code", or_null(row.exit_code)},
        {"signal", or_null(row.signal)},
        {"measured_at", row.measured_at},
        {"configuration", row.configuration},
        {"verified", row.status == Status::measured},
        {"verification", row.verification},
        {"result", row.result},
    };
    add_figures(json, row);
    if (!row.relation.is_null()) json.update(row.relation);
    return json;
}

std::string text_of(const Json& json) {
    return json.is_null() ? "" : json.get<std::string>();
}

/// Empty if the member is null or absent: files of other versions have fewer.
template <class Value>
std::optional<Value> optional(const Json& json, const char* member) {
    const auto found = json.find(member);
    if (found == json.end() || found->is_null()) return std::nullopt;
    return found->get<Value>();
}

Cell parse_cell(const Json& json) {
    Cell c;
    c.device = json.at("device").get<std::string>();
    c.algorithm = parse_algorithm(json.at("algorithm").get<std::string>()).value();
    c.variant = text_of(json.at("variant"));
    c.n = json.at("n").get<std::size_t>();
    c.tile = optional<std::size_t>(json, "tile").value_or(0);
    c.block = optional<std::size_t>(json, "block").value_or(0);
    c.symmetric = optional<bool>(json, "symmetric");
    c.paths = optional<bool>(json, "paths").value_or(false);
    c.dtype = parse_dtype(json.at("dtype").get<std::string>()).value();
    c.semiring = parse_semiring(json.at("semiring").get<std::string>()).value();
    const auto input = parse_generated(json.at("input").get<std::string>()).value();
    c.generator = input.generator;
    c.seed = input.seed;
    c.density = input.density;
    return c;
}

/// As many numbers as the row has runs, all of them finite and not negative.
std::vector<double> parse_runs(const Json& json, std::size_t count) {
    auto values = json.at("runs").get<std::vector<double>>();
    if (values.size() != count) throw std::invalid_argument("runs of different numbers");
    for (double value : values) {
        if (!std::isfinite(value) || value < 0) throw std::invalid_argument("a negative number");
    }
    return values;
}

std::vector<Run> parse_measurements(const Json& json) {
    if (json.at("seconds").is_null()) return {};
    const std::size_t count = json.at("seconds").at("compute").at("runs").size();
    std::vector<Run> runs(count);
    for (const auto& [part, figures] : json.at("seconds").items()) {
        const auto values = parse_runs(figures, count);
        for (std::size_t i = 0; i < count; ++i) runs[i].seconds[part] = values[i];
    }
    const Json& whole = json.at("process_seconds");
    const auto process = whole.is_null() ? std::vector<double>(count) : parse_runs(whole, count);
    const Json& limit = json.at("limit");
    const auto limits = limit.is_null() ? std::vector<double>(count)
                                        : parse_runs(limit.at("relaxations_per_second"), count);
    for (std::size_t i = 0; i < count; ++i) {
        runs[i].process = process[i];
        runs[i].limit = limits[i];
        runs[i].warm = json.at("warm").get<bool>();
    }
    return runs;
}

Row parse_row(const Json& json) {
    Row row;
    row.cell = parse_cell(json);
    row.status = parse_in(kStatusTraits, json.at("status").get<std::string>()).value();
    row.reason = text_of(json.at("reason"));
    row.exit_code = optional<int>(json, "exit_code");
    row.signal = optional<int>(json, "signal");
    row.measured_at = text_of(json.at("measured_at"));
    row.runs = parse_measurements(json);
    if (row.status == Status::measured && row.runs.empty()) {
        throw std::invalid_argument("measured, but without runs");
    }
    if (!json.at("limit").is_null()) row.limit_meaning = json["limit"].at("meaning");
    row.configuration = json.at("configuration");
    row.verification = json.at("verification");
    row.result = json.at("result");
    return row;
}

/// The identifiers of devices that have names.
std::set<std::string> parse_devices(const Json& devices) {
    std::set<std::string> ids;
    for (const Json& device : devices) {
        for (const char* member : {"backend", "platform", "name"}) {
            if (!device.at(member).is_string()) throw std::invalid_argument("without a name");
        }
        ids.insert(device.at("id").get<std::string>());
    }
    return ids;
}

[[noreturn]] void fail(const std::string& path, const std::string& what) {
    throw Error(ErrorKind::bad_input,
                fmt::format("{}: not a complete file of apsp-ocl sweep: {}", path, what));
}

}  // namespace

double Run::of(std::string_view part) const {
    const auto found = seconds.find(part);
    return found == seconds.end() ? 0 : found->second;
}

std::vector<double> Row::seconds(std::string_view part) const {
    return of_each(runs, [&](const Run& run) { return run.of(part); });
}

double Row::rate() const {
    return runs.empty() ? 0 : sweep::rate(cell, spread(seconds()).median);
}

Spread Row::share() const {
    const auto values = shares(*this);
    return values.empty() ? Spread() : spread(values);
}

Row* Results::find(const Cell& cell) {
    const auto found = std::ranges::find(rows, cell, &Row::cell);
    return found == rows.end() ? nullptr : &*found;
}

Results read_results(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream) throw Error(ErrorKind::bad_input, path + ": cannot be read");
    Results results;
    results.head = Json::parse(stream, nullptr, false);
    if (!results.head.is_object()) fail(path, "not a JSON object");
    if (!results.head.contains("schema") || results.head["schema"] != kSchema) {
        fail(path, fmt::format("\"schema\" is not \"{}\"", kSchema));
    }
    for (const char* member : {"devices", "rows"}) {
        if (!results.head.contains(member) || !results.head[member].is_array()) {
            fail(path, fmt::format("no list of {}", member));
        }
    }
    const Json rows = results.head["rows"];
    results.head.erase("rows");
    std::string place = "devices";
    try {
        const auto ids = parse_devices(results.head["devices"]);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            place = fmt::format("row {}", i);
            results.rows.push_back(parse_row(rows[i]));
            if (!ids.contains(results.rows.back().cell.device)) {
                throw std::invalid_argument("its device is not listed");
            }
        }
    } catch (const std::exception& error) {
        fail(path, fmt::format("{}: {}", place, error.what()));
    }
    return results;
}

std::string to_text(const Results& results) {
    constexpr auto kReplace = Json::error_handler_t::replace;  // names that are not UTF-8
    std::string text = results.head.dump(1, ' ', false, kReplace);
    text.resize(text.size() - 2);  // the end of the object
    text += ",\n \"rows\": [";
    for (std::size_t i = 0; i < results.rows.size(); ++i) {  // one per line
        text +=
            (i == 0 ? "\n  " : ",\n  ") + to_json(results.rows[i]).dump(-1, ' ', false, kReplace);
    }
    return text + "\n ]\n}\n";
}

void write_results(const Results& results, const std::string& path) {
    const std::string text = to_text(results);
    OutputFile file(path);
    file.append(text.data(), text.size());
    file.commit();
}

}  // namespace apsp::sweep
