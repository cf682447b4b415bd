// Batches of the C interface.
#include "apsp/batch.hpp"

#include "apsp/stop.hpp"
#include "capi/guarded.hpp"

struct apsp_batch {
    apsp::BatchSolution solution;
};

namespace apsp {
namespace {

BatchOptions batch_options_of(const apsp_batch_options& from) {
    BatchOptions options;
    options.semiring = parsed(parse_semiring, from.semiring, "semiring", options.semiring);
    options.dtype = parsed(parse_dtype, from.dtype, "dtype", options.dtype);
    options.result_dtype = parsed(parse_dtype, from.result_dtype, "dtype", options.result_dtype);
    options.padded_to = from.padded_to;
    if (from.no_path != nullptr) options.no_path = *from.no_path;
    if (from.fill != nullptr) options.fill = *from.fill;
    options.paths = from.paths != 0;
    options.path_arcs = from.path_arcs;
    return options;
}

/// The last offset as a count. @throws Error bad_input for a negative one
std::size_t count_at(const std::int64_t* offsets, std::size_t last, const char* what) {
    if (offsets[last] >= 0) return static_cast<std::size_t>(offsets[last]);
    throw Error(ErrorKind::bad_input, fmt::format("{} ends with {}", what, offsets[last]));
}

}  // namespace
}  // namespace apsp

using apsp::guarded;

apsp_status apsp_solve_batch(size_t graphs, const int64_t* first_vertex, const int64_t* first_arc,
                             const int32_t* targets, const char* dtype, const void* weights,
                             const apsp_batch_options* options, apsp_batch** batch) {
    return guarded([&] {
        apsp::expect(first_vertex != nullptr && first_arc != nullptr && batch != nullptr,
                     "first_vertex, first_arc or batch");
        apsp::expect(weights == nullptr || dtype != nullptr, "dtype");
        const apsp_batch_options asked = options != nullptr ? *options : apsp_batch_options{};
        const apsp::StopScope scope(asked.stop != nullptr ? asked.stop->source.get_token()
                                                          : std::stop_token());
        const std::size_t vertices = apsp::count_at(first_vertex, graphs, "first_vertex");
        const std::size_t arcs = apsp::count_at(first_arc, vertices, "first_arc");
        apsp::expect(targets != nullptr || arcs == 0, "targets");
        const auto read = apsp::GraphBatch::from_csr(
            {first_vertex, graphs + 1}, {first_arc, vertices + 1}, {targets, arcs},
            {apsp::parsed(apsp::parse_dtype, dtype, "dtype", apsp::Dtype::u8), weights});
        const apsp::BatchOptions wanted = apsp::batch_options_of(asked);
        *batch = new apsp_batch{
            asked.device == nullptr
                ? apsp::solve_batch(read, wanted)
                : apsp::solve_batch(read, apsp::select_device(apsp::list_devices(), asked.device),
                                    wanted)};
    });
}

size_t apsp_batch_first(const apsp_batch* batch, size_t graph) {
    return batch->solution.first[graph];
}

const char* apsp_batch_dtype(const apsp_batch* batch) {
    return apsp::name(batch->solution.distances.dtype()).data();
}

const void* apsp_batch_distances(const apsp_batch* batch) {
    return batch->solution.distances.data();
}

const int32_t* apsp_batch_predecessors(const apsp_batch* batch) {
    return static_cast<const int32_t*>(batch->solution.predecessors.data());
}

const int32_t* apsp_batch_path_arcs(const apsp_batch* batch) {
    return static_cast<const int32_t*>(batch->solution.path_arcs.data());
}

size_t apsp_batch_failures(const apsp_batch* batch) {
    return batch->solution.failures.size();
}

size_t apsp_batch_failed_graph(const apsp_batch* batch, size_t failure) {
    return batch->solution.failures[failure].graph;
}

void apsp_batch_free(apsp_batch* batch) {
    delete batch;
}
