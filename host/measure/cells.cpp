// See cells.hpp.
#include "measure/cells.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "graph/generators.hpp"
#include "measure/ladder.hpp"

namespace apsp::sweep {
namespace {

/// Verifying takes some seconds at most; larger results are checked in a sample of their rows.
constexpr const char* kVerifyWork = "--verify-work=5e9";

std::size_t parse_size(std::string_view word, std::string_view text) {
    std::size_t n = 0;
    if (!parse_whole(word, n) || n == 0 || n > Graph::kMaxVertices) {
        throw Error(ErrorKind::usage,
                    fmt::format("--sizes {}: expected vertices, as in 256..8192 (doubling) or "
                                "100,1074",
                                text));
    }
    return n;
}

/// The cells but for vertices, type and device: each algorithm with each of its variants, tiles and
/// blocks, or the steps of the ladder.
std::vector<Cell> plan_ways(const Options& options, const Devices& devices) {
    std::vector<const Device*> chosen;
    for (const std::string& id : options.devices) {
        const auto found = std::ranges::find(devices.all, id, device_id);
        if (found == devices.all.end()) throw Error(ErrorKind::no_device, "no device " + id);
        chosen.push_back(&*found);
    }
    const auto has = [&](Algorithm algorithm, const std::string& variant) {
        return std::ranges::any_of(
            chosen, [&](const Device* d) { return has_variant(*d, algorithm, variant); });
    };
    // Of fw only the steps of the ladder have tiles.
    const auto has_tiles = [&](Algorithm algorithm, const std::string& variant) {
        return algorithm != Algorithm::fw || std::ranges::any_of(chosen, [&](const Device* d) {
                   const auto steps = ladder_variants(*d, algorithm);
                   return std::ranges::find(steps, variant) != steps.end();
               });
    };
    for (const std::string& variant : options.variants) {
        if (std::ranges::any_of(options.algorithms, [&](auto a) { return has(a, variant); }))
            continue;
        throw Error(ErrorKind::usage,
                    fmt::format("--variants {}: no device of the sweep has that variant of its "
                                "algorithms",
                                variant));
    }
    std::vector<Cell> ways;
    for (Algorithm algorithm : options.algorithms) {
        for (const std::string& variant : options.variants) {
            if (!has(algorithm, variant)) continue;
            for (std::size_t tile : options.tiles) {
                for (std::size_t block : options.blocks) {
                    if (tile + block != 0 && !has_tiles(algorithm, variant)) continue;
                    ways.push_back(
                        {.algorithm = algorithm, .variant = variant, .tile = tile, .block = block});
                }
            }
        }
    }
    return ways;
}

/// Gives the cell its graph. Long paths through few arcs are hard, and quick to verify.
void set_input(Cell& cell, const Options& options, const std::string& generator) {
    const bool fits = !options.fitting || size_of(cell.dtype) >= 4;
    cell.generator = fits ? generator : "random";
    if (!fits) cell.density = std::min(1.0, 16.0 / static_cast<double>(cell.n));
    cell.seed = options.seed;
    if (options.all_work) cell.symmetric = false;
    cell.paths = options.paths;
}

/// Every step of the ladder, of one size in one type.
Group ladder_group(const Options& options, std::size_t n, Dtype dtype,
                   const std::string& generator) {
    Group group;
    for (const LadderStep& step : ladder_steps()) {
        Cell cell = step.cell;
        cell.device = step.on_cpu ? options.devices.back() : options.devices.front();
        cell.n = n;
        cell.dtype = step.dtype.value_or(dtype);
        set_input(cell, options, generator);
        if (step.cell.symmetric) {
            cell.generator = "undirected";
            cell.density = 1;
            cell.symmetric = true;
        }
        group.push_back(cell);
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
        if (last < first) throw Error(ErrorKind::usage, fmt::format("--sizes {}: {}", text, word));
        for (std::size_t n = first; n <= last; n *= 2) sizes.insert(n);
    }
    return {sizes.begin(), sizes.end()};
}

std::string device_id(const Device& device) {
    return fmt::format("{}:{}", device.backend, device.index_in_backend);
}

bool has_variant(const Device& device, Algorithm algorithm, std::string_view variant) {
    const auto known = variants(device, algorithm);
    const auto steps = ladder_variants(device, algorithm);
    return variant.empty() ? !known.empty()
                           : std::ranges::find(known, variant) != known.end() ||
                                 std::ranges::find(steps, variant) != steps.end();
}

std::vector<Group> plan_cells(const Options& options, const Devices& devices) {
    const auto ways = options.ladder ? std::vector<Cell>() : plan_ways(options, devices);
    std::vector<Group> groups;
    for (std::size_t n : options.sizes) {
        for (const std::string& generator : options.generators) {
            for (Semiring semiring : options.semirings) {
                for (Dtype dtype : options.dtypes) {
                    if (options.ladder) {
                        groups.push_back(ladder_group(options, n, dtype, generator));
                    }
                    for (Cell cell : ways) {
                        cell.n = n;
                        cell.dtype = dtype;
                        cell.semiring = semiring;
                        set_input(cell, options, generator);
                        Group& group = groups.emplace_back(options.devices.size(), cell);
                        for (std::size_t i = 0; i < group.size(); ++i) {
                            group[i].device = options.devices[i];
                        }
                    }
                }
            }
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

std::vector<std::string> solve_arguments(const Cell& cell, bool verify) {
    std::vector<std::string> words = {"solve",      "--json",
                                      "--device",   cell.device,
                                      "--generate", input_of(cell),
                                      "--dtype",    std::string(name(cell.dtype)),
                                      "--semiring", std::string(name(cell.semiring)),
                                      "--warm-up"};
    const auto way = way_arguments(cell);
    words.insert(words.end(), way.begin(), way.end());
    if (verify) words.insert(words.end(), {"--verify", kVerifyWork});
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
