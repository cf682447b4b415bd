// See cells.hpp.
#include "measure/cells.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "backends/backend.hpp"
#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "graph/generators.hpp"
#include "measure/ladder.hpp"

namespace apsp::sweep {
namespace {

std::size_t parse_size(std::string_view word, std::string_view text) {
    std::size_t n = 0;
    if (!parse_whole(word, n) || n == 0 || n > Graph::kMaxVertices) {
        throw Error(ErrorKind::usage,
                    fmt::format("sweep::Options::sizes {}: expected vertices, as in 256..8192 "
                                "(doubling) or 100,1074",
                                text));
    }
    return n;
}

/// Combines each cell with each of the values.
template <class Value>
void multiply(std::vector<Cell>& cells, const std::vector<Value>& values, Value Cell::*member) {
    std::vector<Cell> all;
    for (const Cell& cell : cells) {
        for (const Value& value : values) all.emplace_back(cell).*member = value;
    }
    cells = std::move(all);
}

std::vector<const Device*> find_devices(const Options& options, const Devices& devices) {
    std::vector<const Device*> found;
    for (const std::string& id : options.devices) {
        const auto device = std::ranges::find(devices.all, id, device_id);
        if (device == devices.all.end()) throw Error(ErrorKind::no_device, "no device " + id);
        found.push_back(&*device);
    }
    return found;
}

/// Combines each algorithm with each of its variants, tiles and blocks.
void multiply_ways(std::vector<Cell>& cells, const Options& options, const Devices& devices) {
    const auto chosen = find_devices(options, devices);
    const auto has = [&](Algorithm algorithm, const std::string& variant) {
        return std::ranges::any_of(
            chosen, [&](const Device* d) { return has_variant(*d, algorithm, variant); });
    };
    for (const std::string& variant : options.variants) {
        const auto had = [&](Algorithm algorithm) { return has(algorithm, variant); };
        if (std::ranges::any_of(options.algorithms, had)) continue;
        throw Error(ErrorKind::usage,
                    fmt::format("sweep::Options::variants {}: no device of the sweep has that "
                                "variant of its algorithms",
                                variant));
    }
    multiply(cells, options.algorithms, &Cell::algorithm);
    multiply(cells, options.variants, &Cell::variant);
    multiply(cells, options.tiles, &Cell::tile);
    multiply(cells, options.blocks, &Cell::block);
    std::erase_if(cells, [&](const Cell& c) {
        return std::ranges::none_of(chosen, [&](const Device* d) {
            return has_variant(*d, c.algorithm, c.variant) &&
                   (c.tile + c.block == 0 || has_tiles(*d, c.algorithm, c.variant));
        });
    });
    if (cells.empty()) {
        throw Error(ErrorKind::usage,
                    "nothing is left to measure: the algorithms have no tiles or blocks");
    }
}

/// Types of one or two bytes get few arcs, so that distances fit and paths still have several arcs.
void fit_input(Cell& cell) {
    if (size_of(cell.dtype) >= 4) return;
    cell.generator = "random";
    cell.density = std::min(1.0, 16.0 / static_cast<double>(cell.n));
}

/// Every step of the ladder.
Group ladder_of(const Cell& cell, const Options& options) {
    Group group;
    for (const LadderStep& step : ladder_steps()) {
        Cell& c = group.emplace_back(step.cell);
        c.device = step.on_cpu ? options.devices.back() : options.devices.front();
        c.n = cell.n;
        c.dtype = step.dtype.value_or(cell.dtype);
        c.generator = step.cell.symmetric ? "undirected" : cell.generator;
        c.seed = cell.seed;
        if (options.fitting && !step.cell.symmetric) fit_input(c);
    }
    return group;
}

}  // namespace

std::vector<std::size_t> parse_sizes(std::string_view text) {
    std::set<std::size_t> sizes;
    std::istringstream stream{std::string(text) + ","};
    for (std::string word; std::getline(stream, word, ',');) {
        const auto dots = word.find("..");
        const std::size_t first = parse_size(std::string_view(word).substr(0, dots), text);
        const std::size_t last = dots == std::string::npos
                                     ? first
                                     : parse_size(std::string_view(word).substr(dots + 2), text);
        if (last < first) {
            throw Error(ErrorKind::usage, fmt::format("sweep::Options::sizes {}: {}", text, word));
        }
        for (std::size_t n = first; n <= last; n *= 2) sizes.insert(n);
    }
    return {sizes.begin(), sizes.end()};
}

std::string device_id(const Device& device) {
    return fmt::format("{}:{}", device.backend, device.index_in_backend);
}

bool has_variant(const Device& device, Algorithm algorithm, std::string_view variant) {
    const auto known = variants(device, algorithm);
    if (variant.empty()) return !known.empty();
    const auto ladder = backend(device).ladder_variants(algorithm);
    return std::ranges::find(known, variant) != known.end() ||
           std::ranges::find(ladder, variant) != ladder.end();
}

bool has_tiles(const Device& device, Algorithm algorithm, std::string_view variant) {
    if (algorithm != Algorithm::fw) return true;
    const auto known = variants(device, algorithm);
    return !variant.empty() && std::ranges::find(known, variant) == known.end();
}

std::vector<Group> plan_cells(const Options& options, const Devices& devices) {
    Cell all;
    all.seed = options.seed;
    all.paths = options.paths;
    if (options.all_work) all.symmetric = false;
    std::vector<Cell> cells = {all};
    multiply(cells, options.sizes, &Cell::n);
    multiply(cells, options.generators, &Cell::generator);
    multiply(cells, options.semirings, &Cell::semiring);
    multiply(cells, options.dtypes, &Cell::dtype);
    if (!options.ladder) multiply_ways(cells, options, devices);
    std::vector<Group> groups;
    for (Cell& cell : cells) {
        if (options.ladder) {
            groups.push_back(ladder_of(cell, options));
        } else {
            if (options.fitting) fit_input(cell);
            groups.push_back({cell});
            multiply(groups.back(), options.devices, &Cell::device);
        }
    }
    return groups;
}

std::string input_of(const Cell& cell) {
    return to_text(GeneratedInput{cell.generator, cell.n, cell.density, cell.seed});
}

std::vector<std::string> way_arguments(const Cell& cell) {
    std::vector<std::string> words = {"--algo", std::string(name(cell.algorithm))};
    if (!cell.variant.empty()) words.insert(words.end(), {"--variant", cell.variant});
    if (cell.tile != 0) words.insert(words.end(), {"--tile", std::to_string(cell.tile)});
    if (cell.block != 0) words.insert(words.end(), {"--block", std::to_string(cell.block)});
    if (cell.symmetric) words.push_back(*cell.symmetric ? "--symmetric" : "--no-symmetric");
    if (cell.paths) words.push_back("--paths");
    return words;
}

std::vector<std::string> solve_arguments(const Cell& cell, const RunOptions& how) {
    std::vector<std::string> words = {"solve",      "--json",
                                      "--device",   cell.device,
                                      "--generate", input_of(cell),
                                      "--dtype",    std::string(name(cell.dtype)),
                                      "--semiring", std::string(name(cell.semiring))};
    const auto way = way_arguments(cell);
    words.insert(words.end(), way.begin(), way.end());
    if (how.warm_up) words.push_back("--warm-up");
    if (how.verify_work > 0) {
        words.insert(words.end(), {"--verify", fmt::format("--verify-work={}", how.verify_work)});
    }
    return words;
}

std::string to_text(const Cell& cell) {
    std::string text = fmt::format("{} {}", cell.device, name(cell.algorithm));
    if (!cell.variant.empty()) text += " " + cell.variant;
    if (cell.tile != 0) text += fmt::format(" tile {}", cell.tile);
    if (cell.block != 0) text += fmt::format(" block {}", cell.block);
    text += fmt::format(" n = {} {}", cell.n, name(cell.dtype));
    if (cell.semiring != Semiring::min_plus) text += fmt::format(" {}", name(cell.semiring));
    if (cell.symmetric) text += *cell.symmetric ? " symmetric" : " all the work";
    if (cell.paths) text += " paths";
    return text + " " + cell.generator;
}

}  // namespace apsp::sweep
