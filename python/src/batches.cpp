// See batches.hpp.
#include "batches.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <memory>

#include "apsp/batch.hpp"
#include "arrays.hpp"
#include "base/parallel_for.hpp"
#include "chosen.hpp"
#include "interruptible.hpp"
#include "messages.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace apsp::python {
namespace {

using Weights = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;

/// Graphs, and the arrays that hold them.
struct Batch {
    GraphBatch graphs;
    nb::object arrays;
};

WeightView view_of(const Weights& weights) {
    for (const Dtype dtype : kDtypes) {
        const bool same =
            visit(dtype, [&](auto zero) { return weights.dtype() == nb::dtype<decltype(zero)>(); });
        if (same) return {dtype, weights.data()};
    }
    throw Error(ErrorKind::internal, "weights of a type that Python was to convert");
}

Batch from_csr(const Array<std::int64_t>& first_vertex, const Array<std::int64_t>& first_arc,
               const Array<std::int32_t>& targets, const std::optional<Weights>& weights) {
    if (weights && weights->size() != targets.size()) {
        throw Error(ErrorKind::bad_input, "weights and arcs differ in number");
    }
    return {GraphBatch::from_csr(
                {first_vertex.data(), first_vertex.size()}, {first_arc.data(), first_arc.size()},
                {targets.data(), targets.size()}, weights ? view_of(*weights) : WeightView{}),
            nb::make_tuple(first_vertex, first_arc, targets, weights)};
}

/// In integer matrices every entry but `null` is an arc.
Batch from_dense(const Weights& weights, std::optional<double> null, bool unweighted) {
    return {
        GraphBatch::from_dense(weights.shape(0), weights.shape(1), view_of(weights),
                               {.no_arc = null.value_or(std::numeric_limits<double>::quiet_NaN()),
                                .nan_is_no_arc = true,
                                .unweighted = unweighted}),
        nb::cast(weights)};
}

Batch from_graphs(const std::vector<Graph>& graphs) {
    return {GraphBatch::from_graphs(graphs), nb::none()};
}

/// Whether some weight is no integer.
bool has_fractions(const Batch& batch) {
    if (is_integral(batch.graphs.weight_dtype())) return false;
    std::atomic<bool> found = false;
    visit(batch.graphs.weight_dtype(), [&](auto sample) {
        using W = decltype(sample);
        const double arcs = static_cast<double>(batch.graphs.arcs());
        const double cost = arcs / static_cast<double>(batch.graphs.size());
        parallel_for({0, batch.graphs.size()}, cost, [&](std::size_t graph) {
            if (found.load(std::memory_order_relaxed)) return;
            bool mine = false;
            batch.graphs.for_each_arc<W>(graph, [&](std::size_t, std::size_t, W w, std::size_t) {
                if constexpr (std::is_floating_point_v<W>) mine |= w != std::trunc(w);
            });
            if (mine) found.store(true, std::memory_order_relaxed);
        });
    });
    return found;
}

nb::ndarray<nb::numpy> array_of(Elements elements) {
    auto* const kept = new Elements(std::move(elements));
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<Elements*>(p); });
    return visit(kept->dtype(), [&](auto zero) {
        return nb::ndarray<nb::numpy>(kept->data(), {kept->size()}, owner, {},
                                      nb::dtype<decltype(zero)>());
    });
}

/// Solves on devices; none stands for the host's processors.
BatchSolution solve(const Batch& batch, const std::vector<std::optional<Device>>& devices,
                    const std::optional<std::string>& dtype,
                    const std::optional<std::string>& result_dtype, const std::string& semiring,
                    std::size_t pad, std::optional<double> no_path, std::optional<double> fill,
                    bool predecessors, std::size_t path_arcs) {
    BatchOptions options;
    options.semiring = chosen(kSemiringTraits, "semiring", semiring);
    if (dtype) options.dtype = chosen(kDtypeTraits, "dtype", *dtype);
    if (result_dtype) {
        options.result_dtype = chosen(kDtypeTraits, "dtype", *result_dtype);
    }
    options.padded_to = pad;
    options.no_path = no_path;
    options.fill = fill;
    options.paths = predecessors;
    options.path_arcs = path_arcs;
    std::vector<Device> all;
    for (const auto& device : devices) all.push_back(device ? *device : batch_device(0));
    BatchSolution solution;
    interruptible([&] { solution = solve_batch(batch.graphs, all, options); });
    return solution;
}

}  // namespace

void add_batches(nb::module_& m) {
    nb::class_<Batch>(m, "Batch")
        .def("__len__", [](const Batch& b) { return b.graphs.size(); })
        .def_prop_ro("fractions", &has_fractions);
    m.def("batch_from_csr", &from_csr, "first_vertex"_a, "first_arc"_a, "targets"_a,
          "weights"_a.none());
    m.def("batch_from_dense", &from_dense, "weights"_a, "null"_a.none(), "unweighted"_a);
    m.def("batch_from_graphs", &from_graphs, "graphs"_a);
    nb::class_<BatchSolution>(m, "BatchSolution")
        .def_prop_ro("computed",
                     [](const BatchSolution& s) { return std::string(name(s.computed)); })
        .def_ro("seconds", &BatchSolution::seconds)
        .def_ro("device_seconds", &BatchSolution::device_seconds)
        .def_prop_ro("failures",
                     [](const BatchSolution& s) {
                         nb::list failures;
                         for (const auto& [graph, cycle] : s.failures) {
                             failures.append(nb::make_tuple(graph, in_python_words(cycle.what()),
                                                            cycle.vertices(), cycle.weight()));
                         }
                         return failures;
                     })
        .def("take_distances", [](BatchSolution& s) { return array_of(std::move(s.distances)); })
        .def("take_predecessors",
             [](BatchSolution& s) { return array_of(std::move(s.predecessors)); })
        .def("take_path_arcs", [](BatchSolution& s) { return array_of(std::move(s.path_arcs)); });
    m.attr("BATCH_FOR_DEVICE") = kBatchForDevice;
    m.def("solve_batch", &solve, "batch"_a, "devices"_a, "dtype"_a.none(), "result_dtype"_a.none(),
          "semiring"_a, "pad"_a, "no_path"_a.none(), "fill"_a.none(), "predecessors"_a,
          "path_arcs"_a);
}

}  // namespace apsp::python
