// See weight_data.hpp.
#include "io/weight_data.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/edge_names.hpp"

namespace apsp {
namespace {

/// Numbers that tell edges apart rather than weigh them.
constexpr std::string_view kIds[] = {"id", "edge_id", "edgeid", "key", "index", "multigraph_key"};

template <std::size_t kCount>
std::size_t place_in(const std::string_view (&names)[kCount], std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(names, lower(name)) - std::begin(names));
}

/// The different names, each in quotes, or "none".
template <class Accept>
std::vector<std::string> names_of_data(std::span<const EdgeData> data, Accept&& accept) {
    std::vector<std::string> names;
    for (const EdgeData& each : data) {
        const std::string name = fmt::format("\"{}\"", each.name);
        if (accept(each) && std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    return names;
}

template <class Accept>
std::vector<std::size_t> places(std::span<const EdgeData> data, Accept&& accept) {
    std::vector<std::size_t> all;
    for (std::size_t k = 0; k < data.size(); ++k) {
        if (accept(data[k])) all.push_back(k);
    }
    return all;
}

}  // namespace

std::vector<std::size_t> choose_weights(std::span<const EdgeData> data, const ReadOptions& options,
                                        const std::string& file, std::vector<std::string>& notes) {
    if (options.unweighted) return {};
    const auto any = [](const EdgeData&) { return true; };
    if (!options.weight_column.empty()) {
        const auto named = [&](const EdgeData& d) { return d.name == options.weight_column; };
        const auto found = places(data, named);
        if (!found.empty()) return found;
        const auto names = names_of_data(data, any);
        throw Error(
            ErrorKind::usage,
            fmt::format("{}: edges have no data called \"{}\", which "
                        "ReadOptions::weight_column names; there are: {}",
                        file, options.weight_column,
                        names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
    }
    std::size_t best = std::size(kWeightNames);
    for (const EdgeData& each : data) best = std::min(best, place_in(kWeightNames, each.name));
    if (best < std::size(kWeightNames)) {
        const auto other = [&](const EdgeData& d) {
            const std::size_t place = place_in(kWeightNames, d.name);
            return place < std::size(kWeightNames) && place != best;
        };
        if (const auto others = names_of_data(data, other); !others.empty()) {
            notes.push_back(
                fmt::format("{}: the weights are the data \"{}\"; for {} use "
                            "ReadOptions::weight_column",
                            file, kWeightNames[best], fmt::join(others, " or ")));
        }
        return places(data,
                      [&](const EdgeData& d) { return place_in(kWeightNames, d.name) == best; });
    }
    const auto number = [](const EdgeData& d) {
        return d.numeric && place_in(kIds, d.name) == std::size(kIds);
    };
    const auto numbers = names_of_data(data, number);
    if (numbers.size() > 1) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: expected edges with data called {}, found numbers called {}; "
                                "choose with ReadOptions::weight_column, or "
                                "ReadOptions::unweighted does without weights",
                                file, fmt::join(kWeightNames, ", "), fmt::join(numbers, " and ")));
    }
    if (numbers.size() == 1) {
        notes.push_back(
            fmt::format("{}: the weights are the data {}, the only numbers that edges "
                        "have; ReadOptions::unweighted does without",
                        file, numbers.front()));
    }
    return places(data, number);
}

Labels choose_labels(Labels ids, const std::vector<std::string>& names, std::string_view what,
                     const ReadOptions& options, const std::string& file,
                     std::vector<std::string>& notes) {
    if (options.label_column == "id" || !std::ranges::all_of(names, Labels::valid)) return ids;
    Labels labels;
    bool same = true;
    for (std::size_t v = 0; v < names.size(); ++v) {
        labels.add(names[v]);
        if (labels.size() == v + 1) {
            same = same && names[v] == ids.name(v);
            continue;
        }
        notes.push_back(
            fmt::format("{}: vertices are called by their ids, as two have the {} "
                        "\"{}\"",
                        file, what, names[v]));
        return ids;
    }
    if (same) return ids;
    notes.push_back(
        fmt::format("{}: vertices are called by their {}s, such as \"{}\"; "
                    "ReadOptions::label_column id calls them by their ids, such as "
                    "\"{}\"",
                    file, what, names.front(), ids.name(0)));
    return labels;
}

}  // namespace apsp
