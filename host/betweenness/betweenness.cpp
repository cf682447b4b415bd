// See betweenness.hpp: what is asked is checked, the way chosen, and the result checked.
#include "apsp/betweenness.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <random>
#include <span>

#include "backends/backend.hpp"
#include "base/host_memory.hpp"
#include "base/rates.hpp"
#include "base/stop.hpp"
#include "base/team.hpp"
#include "base/text.hpp"
#include "betweenness/loads.hpp"
#include "graph/order.hpp"

namespace apsp {
namespace {

constexpr double kMost = 1e300;  // paths of a pair

/// By the way that was asked for, or else the one that should need less time.
Loads find_loads(const LoadQuestion& question, BetweennessMethod method) {
    const bool only_searched = question.sampled || question.cut_by_length();
    if (method == BetweennessMethod::elimination && only_searched) {
        throw Error(ErrorKind::usage,
                    fmt::format("elimination counts no paths {}",
                                question.sampled ? "from a sample of sources"
                                                 : "up to a cutoff where weights are negative"));
    }
    if (method == BetweennessMethod::search || only_searched) return loads_by_search(question);
    const Device* const device = question.device;
    const std::size_t threads = device != nullptr ? 0 : team_limit();
    const double at_once = device != nullptr ? measured::loads::kThreadsOfUnit *
                                                   static_cast<double>(device->compute_units)
                                             : static_cast<double>(threads);
    const std::size_t fewer =
        std::min(positive(question.source_weights), positive(question.target_weights));
    if (method == BetweennessMethod::automatic &&
        (!can_order() || question.graph.dense() || fewer == 0)) {
        return loads_by_search(question);
    }
    const EliminationCounts counts = count_by_degree(question.graph);
    if (method == BetweennessMethod::automatic) {
        const double available = static_cast<double>(available_host_memory());
        const bool searched_there = device != nullptr && question.arcs.equal_costs();
        const double search = search_load_seconds(
            question, fewer, searched_there ? at_once : static_cast<double>(team_limit()));
        if (elimination_load_seconds(counts, fewer, at_once) > search * searched_share(question) ||
            (available > 0 && elimination_load_bytes(counts, threads) > available)) {
            return loads_by_search(question);
        }
    }
    return loads_by_elimination(question, counts);
}

/// Leaves a weight to so many sources only, which then stand for all. The same seed always draws
/// the same.
void draw_sources(std::vector<double>& weights, std::size_t wanted, std::uint64_t seed) {
    std::vector<std::size_t> sources;
    for (std::size_t v = 0; v < weights.size(); ++v) {
        if (weights[v] > 0) sources.push_back(v);
    }
    const std::size_t all = sources.size();
    if (wanted >= all) return;
    std::mt19937_64 random(seed);
    for (std::size_t k = 0; k < all; ++k) {
        if (k < wanted) {
            std::swap(sources[k], sources[k + random() % (all - k)]);
            weights[sources[k]] *= static_cast<double>(all) / static_cast<double>(wanted);
        } else {
            weights[sources[k]] = 0;
        }
    }
}

/// Of sums over `drawn` of `all` sources, which may be drawn once each.
std::vector<double> standard_errors(const Loads& loads, std::size_t drawn, std::size_t all) {
    const auto k = static_cast<double>(drawn);
    std::vector<double> errors(loads.squares.size(), 0);
    for (std::size_t v = 0; v < errors.size() && drawn < all; ++v) {
        const double sum = loads.found.vertices[v];
        const double apart = std::max(loads.squares[v] - sum * sum / k, 0.0);
        errors[v] = std::sqrt(k / (k - 1) * apart * (1 - k / static_cast<double>(all)));
    }
    return errors;
}

/// Each path has one more arc than vertices within it.
void check_sums(const Betweenness& found, bool endpoints) {
    constexpr double kRounding = 1e-6;
    const double arcs = std::reduce(found.arcs.begin(), found.arcs.end());
    const double vertices = std::reduce(found.vertices.begin(), found.vertices.end());
    const double expected = arcs + (endpoints ? found.pairs : -found.pairs);
    if (std::abs(vertices - expected) <= kRounding * (arcs + found.pairs)) return;
    throw Error(ErrorKind::internal,
                fmt::format("betweenness: loads of vertices add up to {}, expected {}", vertices,
                            expected));
}

}  // namespace

std::optional<InMultiples> in_multiples(const Graph& graph, const BetweennessOptions& options) {
    const double tolerance = options.tolerance;
    if (!(tolerance >= 0 && tolerance <= std::numeric_limits<double>::max())) {
        throw Error(ErrorKind::usage, fmt::format("BetweennessOptions::tolerance: expected at "
                                                  "least 0, found {}",
                                                  tolerance));
    }
    if (tolerance == 0) return std::nullopt;
    std::vector<Arc> arcs;
    for (std::uint32_t i = 0; i < graph.vertices(); ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double weight) {
            arcs.push_back({i, static_cast<std::uint32_t>(j), std::nearbyint(weight / tolerance)});
        });
    }
    InMultiples asked = {Graph::from_arcs(graph.vertices(), std::move(arcs), graph.origin()),
                         options};
    asked.options.tolerance = 0;
    constexpr double kRounding = 1 + 1e-12;  // 0.3 is three times 0.1
    asked.options.cutoff = std::floor(options.cutoff / tolerance * kRounding);
    return asked;
}

std::vector<double> checked_weights(const std::vector<double>& weights, std::size_t n,
                                    std::string_view name) {
    if (weights.empty()) return std::vector<double>(n, 1);
    if (weights.size() != n) {
        throw Error(ErrorKind::usage, fmt::format("BetweennessOptions::{}: expected {} weights, "
                                                  "one per vertex, found {}",
                                                  name, n, weights.size()));
    }
    for (const double weight : weights) {
        if (weight >= 0 && weight <= std::numeric_limits<double>::max()) continue;
        throw Error(ErrorKind::usage, fmt::format("BetweennessOptions::{}: expected weights of at "
                                                  "least 0, found {}",
                                                  name, weight));
    }
    return weights;
}

void refuse_device(const Device& device) {
    throw Error(ErrorKind::usage,
                fmt::format("device {} ({}) counts no shortest paths, which takes doubles",
                            device.index, device.name));
}

void add_all(LoadEngine& engine, std::span<const std::uint32_t> ends,
             const std::vector<double>& weights) {
    std::vector<double> own;
    for (const std::uint32_t end : ends) own.push_back(weights[end]);
    for (std::size_t first = 0; first < ends.size(); first += engine.most()) {
        check_stop();
        const std::size_t size = std::min(engine.most(), ends.size() - first);
        engine.add(ends.subspan(first, size), std::span(own).subspan(first, size));
    }
}

Betweenness betweenness(const Graph& graph, const BetweennessOptions& options) {
    if (const auto asked = in_multiples(graph, options)) {
        return betweenness(asked->graph, asked->options);
    }
    const std::size_t n = graph.vertices();
    std::vector<double> sources = checked_weights(options.source_weights, n, "source_weights");
    const std::vector<double> targets =
        checked_weights(options.target_weights, n, "target_weights");
    if (!(options.cutoff >= 0)) {
        throw Error(ErrorKind::usage, fmt::format("BetweennessOptions::cutoff: expected at least "
                                                  "0, found {}",
                                                  options.cutoff));
    }
    if (options.sample == 1) {
        throw Error(ErrorKind::usage,
                    "BetweennessOptions::sample: the error of a sample of one is unknown");
    }
    const std::size_t all = positive(sources);
    if (options.sample != 0) draw_sources(sources, options.sample, options.seed);
    const CostArcs arcs(graph);
    const bool on_processor = !options.device || is_processor(*options.device);
    Loads loads = find_loads({.graph = graph,
                              .arcs = arcs,
                              .source_weights = sources,
                              .target_weights = targets,
                              .endpoints = options.endpoints,
                              .of_arcs = options.arcs,
                              .cutoff = options.cutoff,
                              .device = on_processor ? nullptr : &*options.device,
                              .sampled = options.sample != 0},
                             options.method);
    if (!(loads.most <= kMost)) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: some vertices have more than {} shortest paths between them, "
                                "too many to count in doubles",
                                graph.origin(), kMost));
    }
    if (options.arcs) check_sums(loads.found, options.endpoints);
    if (options.sample != 0) {
        loads.found.errors = standard_errors(loads, std::min(options.sample, all), all);
    }
    return std::move(loads.found);
}

double pairs_past_vertex(std::size_t n, bool endpoints) {
    const double all = static_cast<double>(n), others = all - 1;
    return std::max(endpoints ? all * others : others * (all - 2), 1.0);
}

double pairs_past_arc(std::size_t n) {
    return pairs_past_vertex(n, true);
}

}  // namespace apsp
