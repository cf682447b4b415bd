// See changes.hpp. What Python programs call is in apsp/_changes.py.
#include "changes.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "apsp/dynamic_distances.hpp"
#include "arrays.hpp"
#include "chosen.hpp"
#include "graphs.hpp"
#include "held.hpp"
#include "interruptible.hpp"
#include "statistics.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace apsp::python {
namespace {

DynamicDistances solve_dynamic(const Graph& graph, const Device& device,
                               const std::string& algorithm,
                               const std::optional<std::string>& dtype, bool predecessors) {
    SolveOptions options;
    options.algorithm = chosen(kAlgorithmTraits, "algorithm", algorithm);
    if (dtype) options.dtype = chosen(kDtypeTraits, "dtype", *dtype);
    options.paths = predecessors;
    std::optional<DynamicDistances> made;
    interruptible([&] { made.emplace(graph, device, options); });
    return std::move(*made);
}

ChangeReport change(DynamicDistances& distances, const Array<std::uint32_t>& sources,
                    const Array<std::uint32_t>& targets, const Array<double>& weights) {
    std::vector<ArcChange> changes;
    for (std::size_t k = 0; k < sources.size(); ++k) {
        changes.push_back({sources.data()[k], targets.data()[k], weights.data()[k]});
    }
    ChangeReport report;
    interruptible([&] { report = distances.change(changes); });
    return report;
}

nb::ndarray<nb::numpy> rows_of(const Matrix& matrix, const Vertices& vertices) {
    Matrix some(vertices.size(), matrix.n(), matrix.dtype());
    for (std::size_t k = 0; k < vertices.size(); ++k) {
        std::memcpy(some.row_data(k), matrix.row_data(vertices.data()[k]),
                    matrix.n() * size_of(matrix.dtype()));
    }
    return Packed(std::move(some)).array();
}

}  // namespace

void add_changes(nb::module_& m) {
    nb::class_<ChangeReport>(
        m, "ChangeReport",
        "What a change took: how many pairs were recomputed, how many rows and columns were\n"
        "relaxed, or that all distances were solved anew.")
        .def_ro("recomputed", &ChangeReport::recomputed)
        .def_ro("rows", &ChangeReport::rows)
        .def_ro("columns", &ChangeReport::columns)
        .def_ro("solved", &ChangeReport::solved)
        .def("__repr__",
             [](const ChangeReport& r) {
                 return r.solved
                            ? std::string("<ChangeReport: solved anew>")
                            : "<ChangeReport: " + std::to_string(r.recomputed) +
                                  " pairs recomputed, " + std::to_string(r.rows) + " rows and " +
                                  std::to_string(r.columns) + " columns relaxed>";
             })
        .def("__getstate__",
             [](const ChangeReport& r) {
                 return std::make_tuple(r.recomputed, r.rows, r.columns, r.solved);
             })
        .def("__setstate__",
             [](ChangeReport& r,
                const std::tuple<std::size_t, std::size_t, std::size_t, bool>& state) {
                 new (&r) ChangeReport{};
                 std::tie(r.recomputed, r.rows, r.columns, r.solved) = state;
             });
    auto dynamic = nb::class_<DynamicDistances>(m, "DynamicDistances");
    add_questions(dynamic);
    dynamic.def("change", &change)
        .def_prop_ro("graph", &DynamicDistances::graph)
        .def("predecessors", [](const DynamicDistances& d, const Vertices& v) {
            return rows_of(d.paths().predecessors(), v);
        });
    m.def("solve_dynamic", &solve_dynamic, "graph"_a, "device"_a, "algorithm"_a, "dtype"_a.none(),
          "predecessors"_a);
}

}  // namespace apsp::python
