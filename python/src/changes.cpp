// See changes.hpp. What Python programs call is in apsp/_changes.py.
#include "changes.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cstring>
#include <optional>
#include <vector>

#include "apsp/dynamic_distances.hpp"
#include "arrays.hpp"
#include "chosen.hpp"
#include "graphs.hpp"
#include "interruptible.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace apsp::python {
namespace {

DynamicDistances solve_dynamic(const Graph& graph, const Device& device,
                               const std::string& algorithm,
                               const std::optional<std::string>& dtype, bool predecessors) {
    SolveOptions options;
    options.algorithm = chosen(parse_algorithm(algorithm), "algorithm", algorithm);
    if (dtype) options.dtype = chosen(parse_dtype(*dtype), "dtype", *dtype);
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

/// A copy of some rows.
nb::ndarray<nb::numpy> copy(const Matrix& matrix, const Array<std::uint64_t>& rows) {
    Matrix some(rows.size(), matrix.n(), matrix.dtype());
    for (std::size_t k = 0; k < rows.size(); ++k) {
        std::memcpy(some.row_data(k), matrix.row_data(rows.data()[k]),
                    matrix.n() * size_of(matrix.dtype()));
    }
    return Packed(std::move(some)).array();
}

}  // namespace

void add_changes(nb::module_& m) {
    nb::class_<ChangeReport>(m, "ChangeReport")
        .def_ro("recomputed", &ChangeReport::recomputed)
        .def_ro("rows", &ChangeReport::rows)
        .def_ro("columns", &ChangeReport::columns)
        .def_ro("solved", &ChangeReport::solved)
        .def("__repr__", [](const ChangeReport& r) {
            return r.solved ? std::string("<ChangeReport: solved anew>")
                            : "<ChangeReport: " + std::to_string(r.recomputed) +
                                  " pairs recomputed, " + std::to_string(r.rows) + " rows and " +
                                  std::to_string(r.columns) + " columns relaxed>";
        });
    nb::class_<DynamicDistances>(m, "DynamicDistances")
        .def("change", &change)
        .def_prop_ro("vertices", [](const DynamicDistances& d) { return d.distances().n(); })
        .def_prop_ro(
            "dtype",
            [](const DynamicDistances& d) { return std::string(name(d.distances().dtype())); })
        .def("distances",
             [](const DynamicDistances& d, const Array<std::uint64_t>& rows) {
                 return copy(d.distances(), rows);
             })
        .def("predecessors", [](const DynamicDistances& d, const Array<std::uint64_t>& rows) {
            return copy(d.paths().predecessors(), rows);
        });
    m.def("solve_dynamic", &solve_dynamic, "graph"_a, "device"_a, "algorithm"_a, "dtype"_a.none(),
          "predecessors"_a);
}

}  // namespace apsp::python
