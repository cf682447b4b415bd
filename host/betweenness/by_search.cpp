// See loads.hpp.
#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

#include "apsp/solve.hpp"
#include "backends/backend.hpp"
#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "base/rates.hpp"
#include "betweenness/heap_search.hpp"
#include "betweenness/level_search.hpp"
#include "betweenness/row_loads.hpp"

namespace apsp {
namespace {

/// Finds all distances first, by whichever algorithm is fastest, and then counts.
void add_by_rows(const LoadQuestion& question, const NumberedArcs& arcs,
                 const std::vector<double>& begins, const std::vector<double>& ends,
                 LoadSums& sums) {
    std::vector<std::unique_ptr<RowLoads>> own(team_limit());
    SolveOptions options;
    for (std::size_t v = 0; v < arcs.number.size(); ++v) {
        if (begins[arcs.number[v]] > 0) options.rows.push_back(v);
    }
    options.keep_distances = false;
    options.take_rows = [&](const RowBatch& batch) {
        const double each = measured::loads::kRow * static_cast<double>(arcs.target.size());
        parallel_with(
            {0, batch.rows.size()}, each,
            [&](std::size_t place) {
                if (!own[place]) own[place] = std::make_unique<RowLoads>(question, arcs, ends);
                return own[place].get();
            },
            [&](RowLoads* loads, std::size_t k) {
                const std::uint32_t source = arcs.number[batch.vertices[k]];
                visit(batch.distances.dtype(), [&](auto zero) {
                    using T = decltype(zero);
                    const auto row = batch.distances.row<T>(batch.rows.first + k);
                    loads->add(source, begins[source], std::span<const T>(row), infinity<T>());
                });
            });
    };
    solve(question.graph, cpu_device(), options);
    for (const auto& each : own) {
        if (each) sums.add(each->sums);
    }
}

/// Of graphs whose costs are equal.
void add_on_device(const Device& device, const LoadQuestion& question, const NumberedArcs& arcs,
                   std::span<const std::uint32_t> sources, const std::vector<double>& begins,
                   const std::vector<double>& ends, LoadSums& sums) {
    const LevelQuestion asked = {.first = arcs.first,
                                 .target = arcs.target,
                                 .ends = ends,
                                 .sources = sources.size(),
                                 .deepest = levels_within(question, arcs),
                                 .endpoints = question.endpoints,
                                 .of_arcs = question.of_arcs,
                                 .squares = question.sampled};
    const auto engine = backend(device).open_levels(device, asked);
    if (engine == nullptr) refuse_device(device);
    add_all(*engine, sources, begins);
    LevelSums found = engine->sums();
    sums.load = std::move(found.load);
    sums.squares = std::move(found.squares);
    sums.arc_load = std::move(found.arc_load);
    sums.pairs = found.pairs;
    sums.most = found.most;
}

}  // namespace

Loads loads_by_search(const LoadQuestion& question, const LoadKernels& kernels) {
    // Along reversed arcs, targets are sources; but sums of fractions would be rounded otherwise.
    const bool reversed = question.graph.integral() && !question.sampled &&
                          positive(question.target_weights) < positive(question.source_weights);
    const NumberedArcs arcs(question.graph, question.arcs, reversed);
    const std::size_t n = arcs.vertex.size();
    std::vector<double> begins(n), ends(n);
    std::vector<std::uint32_t> sources;
    for (std::uint32_t k = 0; k < n; ++k) {
        begins[k] = question.source_weights[arcs.vertex[k]];
        ends[k] = question.target_weights[arcs.vertex[k]];
        if (reversed) std::swap(begins[k], ends[k]);
        if (begins[k] > 0) sources.push_back(k);
    }

    LoadSums sums(question, n, arcs.target.size());
    const auto merge = [&](const auto& search) { sums.add(search.sums); };
    const double each = 1e9 * search_load_seconds(question, 1, 1);
    const bool by_levels = question.arcs.equal_costs() && !question.cut_by_length();
    const bool on_device = question.device != nullptr && by_levels && !sources.empty();
    if (on_device) {
        add_on_device(*question.device, question, arcs, sources, begins, ends, sums);
    } else if (by_levels) {
        const std::size_t blocks = (sources.size() + kLanes - 1) / kLanes;
        parallel_with(
            {0, blocks}, each * kLanes,
            [&](std::size_t) { return LevelSearch(question, arcs, ends, kernels.from_sources); },
            [&](LevelSearch& search, std::size_t block) {
                const std::size_t first = block * kLanes;
                search.add(
                    std::span(sources).subspan(first, std::min(kLanes, sources.size() - first)),
                    begins);
            },
            merge);
    } else if (arcs.short_integers && arcs.potential.empty() && !question.cut() && !reversed &&
               !sources.empty()) {
        add_by_rows(question, arcs, begins, ends, sums);
    } else {
        parallel_with(
            {0, sources.size()}, each,
            [&](std::size_t) { return HeapSearch(question, arcs, ends); },
            [&](HeapSearch& search, std::size_t k) { search.add(sources[k], begins[sources[k]]); },
            merge);
    }

    Loads loads = {.most = sums.most};
    Betweenness& found = loads.found;
    found.vertices.resize(n);
    for (std::size_t k = 0; k < n; ++k) found.vertices[arcs.vertex[k]] = sums.load[k];
    loads.squares.resize(sums.squares.size());
    for (std::size_t k = 0; k < sums.squares.size(); ++k) {
        loads.squares[arcs.vertex[k]] = sums.squares[k];
    }
    found.arcs.resize(sums.arc_load.size());
    for (std::size_t a = 0; a < found.arcs.size(); ++a) {
        found.arcs[arcs.original[a]] = sums.arc_load[a];
    }
    found.pairs = sums.pairs;
    if (on_device) found.device = *question.device;
    found.method = BetweennessMethod::search;
    return loads;
}

double search_load_seconds(const LoadQuestion& question, std::size_t sources, double threads) {
    const CostArcs& arcs = question.arcs;
    const auto n = static_cast<double>(arcs.vertices());
    const double steps = static_cast<double>(arcs.target.size()) + n;
    const double of_arc = arcs.equal_costs() ? measured::loads::kLevel
                          : arcs.short_integers()
                              ? (question.cut() ? measured::loads::kShort : measured::loads::kKnown)
                              : measured::loads::kArc + measured::loads::kHeap * std::log2(n + 1);
    return 1e-9 * steps * of_arc * static_cast<double>(sources) / threads;
}

double searched_share(const LoadQuestion& question) {
    constexpr std::size_t kTried = 8;
    const std::size_t n = question.arcs.vertices();
    if (!question.cut() || n == 0) return 1;
    const NumberedArcs arcs(question.graph, question.arcs, false);
    CountedSearch search(arcs, question.cutoff);
    std::size_t reached = 0;
    for (std::size_t k = 0; k < kTried; ++k) {
        search.search(static_cast<std::uint32_t>(k * n / kTried));
        reached += search.reached().size();
        search.forget();
    }
    return static_cast<double>(reached) / static_cast<double>(kTried * n);
}

}  // namespace apsp
