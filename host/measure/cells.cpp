// See cells.hpp.
#include "measure/cells.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "graph/generators.hpp"

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

bool contains(const std::vector<std::string_view>& list, std::string_view word) {
    return std::ranges::find(list, word) != list.end();
}

/// One algorithm with one variant of it and one size of its tiles.
struct Way {
    Algorithm algorithm;
    std::string variant;
    std::size_t tile;
};

/// The devices of the sweep, and what they have of an algorithm.
class Selection {
  public:
    Selection(const Options& options, const Devices& devices) {
        for (const std::string& id : options.devices) {
            const auto found = std::ranges::find(devices.all, id, device_id);
            if (found == devices.all.end()) throw Error(ErrorKind::no_device, "no device " + id);
            devices_.push_back(&*found);
        }
    }

    bool has(Algorithm algorithm, const std::string& variant) const {
        return variant.empty() || std::ranges::any_of(devices_, [&](const Device* device) {
                   return contains(variants(*device, algorithm), variant) ||
                          contains(ladder_variants(*device, algorithm), variant);
               });
    }

    bool has_tiles(Algorithm algorithm, const std::string& variant) const {
        return algorithm != Algorithm::fw ||
               std::ranges::any_of(devices_, [&](const Device* device) {
                   return contains(ladder_variants(*device, algorithm), variant);
               });
    }

  private:
    std::vector<const Device*> devices_;
};

std::vector<Way> plan_ways(const Options& options, const Selection& selection) {
    std::vector<Way> ways;
    for (const std::string& variant : options.variants) {
        const bool known = std::ranges::any_of(options.algorithms, [&](Algorithm algorithm) {
            return selection.has(algorithm, variant);
        });
        if (!known) {
            throw Error(ErrorKind::usage,
                        fmt::format("--variants {}: no device of the sweep has that variant of its "
                                    "algorithms",
                                    variant));
        }
    }
    for (Algorithm algorithm : options.algorithms) {
        for (const std::string& variant : options.variants) {
            if (!selection.has(algorithm, variant)) continue;
            for (std::size_t tile : options.tiles) {
                if (tile == 0 || selection.has_tiles(algorithm, variant)) {
                    ways.push_back({algorithm, variant, tile});
                }
            }
        }
    }
    return ways;
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

std::vector<Group> plan_cells(const Options& options, const Devices& devices) {
    const auto ways = plan_ways(options, Selection(options, devices));
    std::vector<Group> groups;
    for (std::size_t n : options.sizes) {
        for (const std::string& generator : options.generators) {
            for (Semiring semiring : options.semirings) {
                for (Dtype dtype : options.dtypes) {
                    for (const auto& [algorithm, variant, tile] : ways) {
                        Group& group = groups.emplace_back();
                        for (const std::string& device : options.devices) {
                            group.push_back({device, algorithm, variant, n, tile, dtype, semiring,
                                             generator, options.seed});
                        }
                    }
                }
            }
        }
    }
    return groups;
}

std::vector<std::string> solve_arguments(const Cell& cell, bool verify) {
    std::vector<std::string> words = {
        "solve",      "--json",
        "--device",   cell.device,
        "--generate", to_text(GeneratedInput{cell.generator, cell.n, 1, cell.seed}),
        "--algo",     std::string(name(cell.algorithm)),
        "--dtype",    std::string(name(cell.dtype)),
        "--semiring", std::string(name(cell.semiring)),
        "--warm-up"};
    if (!cell.variant.empty()) words.insert(words.end(), {"--variant", cell.variant});
    if (cell.tile != 0) words.insert(words.end(), {"--tile", std::to_string(cell.tile)});
    if (verify) words.insert(words.end(), {"--verify", kVerifyWork});
    return words;
}

std::string to_text(const Cell& cell) {
    std::string text = fmt::format("{} {}", cell.device, name(cell.algorithm));
    if (!cell.variant.empty()) text += " " + cell.variant;
    if (cell.tile != 0) text += fmt::format(" tile {}", cell.tile);
    text += fmt::format(" n = {} {}", cell.n, name(cell.dtype));
    if (cell.semiring != Semiring::min_plus) text += fmt::format(" {}", name(cell.semiring));
    return text + " " + cell.generator;
}

}  // namespace apsp::sweep
