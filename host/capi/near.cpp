// Tables, pairs and near pairs of the C interface.
#include <algorithm>

#include "apsp/near_pairs.hpp"
#include "apsp/pair_paths.hpp"
#include "apsp/table.hpp"
#include "capi/guarded.hpp"
#include "graph/as_real.hpp"

struct apsp_near {
    apsp::NearPairs pairs;
};

using apsp::expect;
using apsp::guarded;

namespace {

std::vector<std::size_t> vertices(size_t count, const size_t* some, const char* what) {
    if (some == nullptr) return {};
    if (count == 0) {  // no vertex would stand for all
        throw apsp::Error(apsp::ErrorKind::usage, fmt::format("{} names no vertex", what));
    }
    return {some, some + count};
}

apsp::TableOptions table_options(const apsp_options* given) {
    const apsp_options asked = given != nullptr ? *given : apsp_options{};
    const apsp::SolveOptions parsed = apsp::options_of(asked);
    if (asked.variant != nullptr || asked.rows != nullptr || asked.negative_cycles != nullptr ||
        parsed.semiring != apsp::Semiring::min_plus) {
        throw apsp::Error(apsp::ErrorKind::usage,
                          "a table has a device, an algorithm, a dtype and a stop only");
    }
    apsp::TableOptions options;
    options.algorithm = parsed.algorithm;
    options.dtype = parsed.dtype;
    options.stop = parsed.stop;
    if (asked.device != nullptr) {
        options.device = apsp::select_device(apsp::list_devices(), asked.device);
    }
    return options;
}

void copy(const apsp::DistanceTable& table, double* to) {
    visit(table.dtype, [&](auto zero) {
        for (std::size_t i = 0; i < table.rows; ++i) {
            for (const auto d : table.row<decltype(zero)>(i)) {
                *to++ = apsp::as_real<double>(d, apsp::Semiring::min_plus);
            }
        }
    });
}

apsp::DistanceTable table(const apsp_graph* graph, size_t source_count, const size_t* sources,
                          size_t target_count, const size_t* targets, apsp::TableOptions options) {
    options.sources = vertices(source_count, sources, "sources");
    options.targets = vertices(target_count, targets, "targets");
    return apsp::distance_table(graph->graph, options);
}

}  // namespace

apsp_status apsp_table(const apsp_graph* graph, size_t source_count, const size_t* sources,
                       size_t target_count, const size_t* targets, const apsp_options* options,
                       double* to) {
    return guarded([&] {
        expect(graph != nullptr && to != nullptr, "graph or to");
        copy(table(graph, source_count, sources, target_count, targets, table_options(options)),
             to);
    });
}

apsp_status apsp_table_with_predecessors(const apsp_graph* graph, size_t source_count,
                                         const size_t* sources, size_t target_count,
                                         const size_t* targets, const apsp_options* options,
                                         double* to, int32_t* predecessors) {
    return guarded([&] {
        expect(graph != nullptr && to != nullptr && predecessors != nullptr,
               "graph, to or predecessors");
        apsp::TableOptions wanted = table_options(options);
        wanted.predecessors = true;
        const apsp::DistanceTable found =
            table(graph, source_count, sources, target_count, targets, wanted);
        copy(found, to);
        std::ranges::copy(found.predecessors, predecessors);
    });
}

apsp_status apsp_pairs(const apsp_graph* graph, size_t count, const uint32_t* sources,
                       const uint32_t* targets, const apsp_options* options, double* to) {
    return guarded([&] {
        expect(graph != nullptr, "graph");
        expect(to != nullptr || count == 0, "to");
        const auto pairs = apsp::pairs_of(count, sources, targets);
        copy(apsp::distance_pairs(graph->graph, pairs, table_options(options)), to);
    });
}

apsp_status apsp_pair_paths(const apsp_graph* graph, size_t count, const uint32_t* sources,
                            const uint32_t* targets, apsp_take_path take, void* user) {
    return guarded([&] {
        expect(graph != nullptr && take != nullptr, "graph or take");
        find_pair_paths(graph->graph, apsp::pairs_of(count, sources, targets),
                        [&](std::size_t pair, std::span<const std::uint32_t> vertices) {
                            take(user, pair, vertices.size(), vertices.data());
                        });
    });
}

apsp_status apsp_near_pairs(const apsp_graph* graph, const apsp_near_options* options,
                            apsp_near** near) {
    return guarded([&] {
        expect(graph != nullptr && options != nullptr && near != nullptr, "graph, options or near");
        apsp::NearOptions wanted;
        if (options->cutoff != nullptr) wanted.cutoff = *options->cutoff;
        wanted.nearest = options->nearest;
        wanted.sources = vertices(options->source_count, options->sources, "sources");
        if (options->among != nullptr) {
            wanted.among.emplace(options->among, options->among + options->among_count);
        }
        wanted.predecessors = options->predecessors != 0;
        apsp_options asked{};
        asked.algorithm = options->algorithm;
        asked.dtype = options->dtype;
        asked.stop = options->stop;
        const apsp::SolveOptions parsed = apsp::options_of(asked);
        wanted.algorithm = parsed.algorithm;
        wanted.dtype = parsed.dtype;
        wanted.stop = parsed.stop;
        *near = new apsp_near{apsp::near_pairs(graph->graph, wanted)};
    });
}

size_t apsp_near_rows(const apsp_near* near) {
    return near->pairs.rows.size();
}

const char* apsp_near_dtype(const apsp_near* near) {
    return apsp::name(near->pairs.dtype).data();
}

size_t apsp_near_row(const apsp_near* near, size_t row, const uint32_t** targets,
                     const void** distances) {
    const apsp::NearPairs::Row& pairs = near->pairs.rows[row];
    *targets = pairs.targets;
    *distances = pairs.distances;
    return pairs.size;
}

const int32_t* apsp_near_predecessors(const apsp_near* near, size_t row) {
    return near->pairs.rows[row].predecessors;
}

void apsp_near_free(apsp_near* near) {
    delete near;
}
