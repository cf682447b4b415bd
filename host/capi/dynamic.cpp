// Changing graphs of the C interface.
#include <cstring>
#include <vector>

#include "apsp/dynamic_distances.hpp"
#include "capi/guarded.hpp"

struct apsp_dynamic {
    apsp::DynamicDistances distances;
};

using apsp::DynamicDistances;
using apsp::expect;
using apsp::guarded;

apsp_status apsp_dynamic_solve(const apsp_graph* graph, const apsp_options* options,
                               apsp_dynamic** dynamic) {
    return guarded([&] {
        expect(graph != nullptr && dynamic != nullptr, "graph or dynamic");
        const apsp_options asked = options != nullptr ? *options : apsp_options{};
        const apsp::SolveOptions wanted = apsp::options_of(asked);
        *dynamic = new apsp_dynamic{
            asked.device == nullptr
                ? DynamicDistances(graph->graph, wanted)
                : DynamicDistances(graph->graph,
                                   apsp::select_device(apsp::list_devices(), asked.device),
                                   wanted)};
    });
}

size_t apsp_dynamic_vertices(const apsp_dynamic* dynamic) {
    return dynamic->distances.vertices();
}

const char* apsp_dynamic_dtype(const apsp_dynamic* dynamic) {
    return apsp::name(dynamic->distances.dtype()).data();
}

apsp_status apsp_dynamic_change(apsp_dynamic* dynamic, size_t count, const uint32_t* sources,
                                const uint32_t* targets, const double* weights,
                                apsp_change_report* report) {
    return guarded([&] {
        expect(dynamic != nullptr, "dynamic");
        expect(count == 0 || (sources != nullptr && targets != nullptr && weights != nullptr),
               "sources, targets or weights");
        std::vector<apsp::ArcChange> changes;
        for (size_t k = 0; k < count; ++k) {
            changes.push_back({sources[k], targets[k], weights[k]});
        }
        const apsp::ChangeReport made = dynamic->distances.change(changes);
        if (report == nullptr) return;
        *report = {made.recomputed, made.rows, made.columns, made.solved ? 1 : 0};
    });
}

apsp_status apsp_dynamic_rows(const apsp_dynamic* dynamic, size_t count, const uint32_t* vertices,
                              void* to) {
    return guarded([&] {
        expect(dynamic != nullptr, "dynamic");
        expect(count == 0 || (vertices != nullptr && to != nullptr), "vertices or to");
        const apsp::Matrix rows = dynamic->distances.rows({vertices, count});
        const std::size_t bytes = rows.n() * apsp::size_of(rows.dtype());
        for (size_t k = 0; k < count; ++k) {
            std::memcpy(static_cast<unsigned char*>(to) + k * bytes, rows.row_data(k), bytes);
        }
    });
}

apsp_status apsp_dynamic_entries(const apsp_dynamic* dynamic, size_t count, const uint32_t* sources,
                                 const uint32_t* targets, double* to) {
    return guarded([&] {
        expect(dynamic != nullptr, "dynamic");
        expect(to != nullptr || count == 0, "to");
        const auto pairs = apsp::pairs_of(count, sources, targets);
        const std::vector<double> entries = dynamic->distances.entries(pairs);
        for (size_t k = 0; k < count; ++k) to[k] = entries[k];
    });
}

void apsp_dynamic_free(apsp_dynamic* dynamic) {
    delete dynamic;
}
