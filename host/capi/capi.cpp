// The C interface: handles around the library's classes, and exceptions as statuses.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apsp/apsp.h"
#include "apsp/apsp.hpp"
#include "base/option_names.hpp"
#include "capi/guarded.hpp"
#include "graph/as_real.hpp"

struct apsp_solution {
    apsp::Matrix distances;
    std::optional<apsp::DeviceDistances> on_device;
    apsp::Semiring semiring;

    size_t rows() const { return on_device ? on_device->vertices() : distances.rows(); }
    size_t columns() const { return on_device ? on_device->vertices() : distances.n(); }
    apsp::Dtype dtype() const { return on_device ? on_device->dtype() : distances.dtype(); }
};

namespace apsp {
namespace {

thread_local std::string last_error;

/// Options of the C interface; those that it lacks are named as the program has them.
constexpr OptionName kOptionNames[] = {
    {"SolveOptions::algorithm", "apsp_options.algorithm"},
    {"SolveOptions::variant", "apsp_options.variant"},
    {"SolveOptions::semiring", "apsp_options.semiring"},
    {"SolveOptions::dtype", "apsp_options.dtype"},
    {"SolveOptions::rows", "apsp_options.rows"},
    {"SolveOptions::negative_cycles", "apsp_options.negative_cycles"},
    {"SolveOptions::stop", "apsp_options.stop"},
    {"SolveOptions::leave_on_device", "apsp_options.leave_on_device"},
    {"BatchOptions::", "apsp_batch_options."},
    {"NearOptions::", "apsp_near_options."},
    {"TableOptions::", "apsp_options."},
    {"list_devices", "apsp-ocl devices"},
    {"SolveOptions::", "apsp-ocl --"},
    {"ReadOptions::", "apsp-ocl --"},
    {"WriteOptions::", "apsp-ocl --"}};

}  // namespace

apsp_status failed(ErrorKind kind, const char* message) noexcept {
    try {
        last_error = with_options_named(message, kOptionNames);
    } catch (...) {
        last_error.clear();
    }
    return static_cast<apsp_status>(kind);
}

SolveOptions options_of(const apsp_options& from) {
    SolveOptions options;
    options.algorithm = parsed(parse_algorithm, from.algorithm, "algorithm", options.algorithm);
    options.semiring = parsed(parse_semiring, from.semiring, "semiring", options.semiring);
    options.dtype = parsed(parse_dtype, from.dtype, "dtype", options.dtype);
    options.negative_cycles = parsed(parse_negative_cycles, from.negative_cycles, "negative_cycles",
                                     options.negative_cycles);
    if (from.variant != nullptr) options.variant = from.variant;
    expect(from.row_count == 0 || from.rows != nullptr, "rows");
    options.rows.assign(from.rows, from.rows + from.row_count);
    options.leave_on_device = from.leave_on_device != 0;
    if (from.stop != nullptr) options.stop = from.stop->source.get_token();
    return options;
}

namespace {

/// Calls f(row) for these rows, each a span of elements.
template <class F>
void for_each_row(const apsp_solution* solution, std::size_t first, std::size_t count,
                  const void* to, F&& f) {
    expect(solution != nullptr, "solution");
    expect(to != nullptr || count == 0, "to");
    const std::size_t rows = solution->rows();
    if (first > rows || count > rows - first) {
        throw Error(ErrorKind::usage,
                    fmt::format("no rows {} to {}: there are {}", first, first + count - 1, rows));
    }
    const auto take = [&](const Matrix& d, std::size_t from, std::size_t to_row) {
        visit(d.dtype(), [&](auto sample) {
            for (std::size_t i = from; i < to_row; ++i) f(d.row<decltype(sample)>(i));
        });
    };
    if (!solution->on_device) return take(solution->distances, first, first + count);
    constexpr std::size_t kAtOnce = 1024;
    std::vector<std::uint32_t> some;
    for (const std::size_t end = first + count; first < end; first += some.size()) {
        some.resize(std::min(kAtOnce, end - first));
        std::iota(some.begin(), some.end(), static_cast<std::uint32_t>(first));
        take(solution->on_device->rows(some), 0, some.size());
    }
}

/// @throws Error usage unless entries are distances between all vertices
void check_all_rows(const apsp_solution& solution) {
    if (solution.semiring == Semiring::min_plus &&
        solution.distances.rows() == solution.distances.n()) {
        return;
    }
    throw Error(ErrorKind::usage, "this is for distances over min-plus, from all vertices");
}

}  // namespace
}  // namespace apsp

using apsp::guarded;

const char* apsp_error() {
    return apsp::last_error.c_str();
}

const char* apsp_version() {
    return apsp::kVersion;
}

apsp_status apsp_graph_from_csr(size_t n, const size_t* offsets, const uint32_t* targets,
                                const double* weights, apsp_graph** graph) {
    return guarded([&] {
        apsp::expect(offsets != nullptr && graph != nullptr, "offsets or graph");
        const std::size_t arcs = offsets[n];
        apsp::expect(arcs == 0 || (targets != nullptr && weights != nullptr), "targets or weights");
        *graph = new apsp_graph{
            apsp::Graph::from_csr({offsets, n + 1}, {targets, arcs}, {weights, arcs}, "graph")};
    });
}

apsp_status apsp_graph_from_dense(size_t n, const char* dtype, const void* weights, size_t ld,
                                  apsp_graph** graph) {
    return guarded([&] {
        apsp::expect(dtype != nullptr && weights != nullptr && graph != nullptr,
                     "dtype, weights or graph");
        if (ld < n) throw apsp::Error(apsp::ErrorKind::usage, "ld is less than n");
        apsp::Matrix matrix(n, apsp::parsed(apsp::parse_dtype, dtype, "dtype", apsp::Dtype::f32));
        const std::size_t element = apsp::size_of(matrix.dtype());
        for (std::size_t i = 0; i < n; ++i) {
            const auto* const row = static_cast<const unsigned char*>(weights) + i * ld * element;
            std::memcpy(matrix.row_data(i), row, n * element);
        }
        *graph = new apsp_graph{apsp::Graph::from_matrix(std::move(matrix), "graph")};
    });
}

size_t apsp_graph_vertices(const apsp_graph* graph) {
    return graph->graph.vertices();
}

size_t apsp_graph_arcs(const apsp_graph* graph) {
    return graph->graph.arcs();
}

void apsp_graph_free(apsp_graph* graph) {
    delete graph;
}

apsp_status apsp_stop_create(apsp_stop** stop) {
    return guarded([&] {
        apsp::expect(stop != nullptr, "stop");
        *stop = new apsp_stop;
    });
}

void apsp_stop_request(apsp_stop* stop) {
    stop->source.request_stop();
}

void apsp_stop_free(apsp_stop* stop) {
    delete stop;
}

apsp_status apsp_solve(const apsp_graph* graph, const apsp_options* options,
                       apsp_solution** solution) {
    return guarded([&] {
        apsp::expect(graph != nullptr && solution != nullptr, "graph or solution");
        const apsp_options asked = options != nullptr ? *options : apsp_options{};
        const apsp::SolveOptions wanted = apsp::options_of(asked);
        apsp::Solution solved =
            asked.device == nullptr
                ? apsp::solve(graph->graph, wanted)
                : apsp::solve(graph->graph, apsp::select_device(apsp::list_devices(), asked.device),
                              wanted);
        *solution = new apsp_solution{std::move(solved.distances), std::move(solved.on_device),
                                      wanted.semiring};
    });
}

size_t apsp_solution_rows(const apsp_solution* solution) {
    return solution->rows();
}

size_t apsp_solution_columns(const apsp_solution* solution) {
    return solution->columns();
}

const char* apsp_solution_dtype(const apsp_solution* solution) {
    return apsp::name(solution->dtype()).data();
}

apsp_status apsp_solution_copy(const apsp_solution* solution, size_t first, size_t count,
                               void* to) {
    return guarded([&] {
        auto* place = static_cast<unsigned char*>(to);
        apsp::for_each_row(solution, first, count, to, [&](auto row) {
            std::memcpy(place, row.data(), row.size_bytes());
            place += row.size_bytes();
        });
    });
}

apsp_status apsp_solution_copy_doubles(const apsp_solution* solution, size_t first, size_t count,
                                       double* to) {
    return guarded([&] {
        apsp::for_each_row(solution, first, count, to, [&](auto row) {
            using T = typename decltype(row)::value_type;
            for (const T d : row) *to++ = apsp::as_real<double>(d, solution->semiring);
        });
    });
}

apsp_status apsp_solution_entries(const apsp_solution* solution, size_t count,
                                  const uint32_t* sources, const uint32_t* targets, double* to) {
    return guarded([&] {
        apsp::expect(solution != nullptr, "solution");
        apsp::expect(to != nullptr || count == 0, "to");
        const auto pairs = apsp::pairs_of(count, sources, targets);
        if (solution->on_device) {
            std::ranges::copy(solution->on_device->entries(pairs), to);
            return;
        }
        apsp::check_all_rows(*solution);
        const apsp::Matrix& d = solution->distances;
        for (const auto& [source, target] : pairs) {
            if (std::max(source, target) >= d.n()) {
                throw apsp::Error(apsp::ErrorKind::bad_input, "there is no such vertex");
            }
            *to++ = d.at(source, target);
        }
    });
}

apsp_status apsp_solution_reduce(const apsp_solution* solution, uint64_t* reachable,
                                 double* eccentricity, double* sum) {
    return guarded([&] {
        apsp::expect(solution != nullptr, "solution");
        if (!solution->on_device) apsp::check_all_rows(*solution);
        const apsp::Statistics made = solution->on_device ? solution->on_device->statistics()
                                                          : apsp::statistics(solution->distances);
        for (const apsp::VertexStatistics& each : made.vertices) {
            if (reachable != nullptr) *reachable++ = each.reachable;
            if (eccentricity != nullptr) *eccentricity++ = each.eccentricity;
            if (sum != nullptr) *sum++ = each.sum;
        }
    });
}

void* apsp_solution_data(const apsp_solution* solution, size_t* ld) {
    const auto& there = solution->on_device;
    if (ld != nullptr) *ld = there ? there->ld() : solution->distances.ld();
    return there ? there->data() : const_cast<void*>(solution->distances.data());
}

void apsp_solution_free(apsp_solution* solution) {
    delete solution;
}
