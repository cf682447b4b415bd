// See changes.hpp. What Python programs call is in apsp/_changes.py.
#include "changes.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <optional>
#include <vector>

#include "apsp/dynamic_distances.hpp"
#include "arrays.hpp"
#include "chosen.hpp"
#include "graphs.hpp"
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

using Vertices = Array<std::uint32_t>;

/// Takes a few entries directly, which is faster than starting work that can be interrupted.
template <class F>
void take(std::size_t entries, F&& f) {
    constexpr std::size_t kFew = std::size_t{1} << 15;
    entries < kFew ? f() : interruptible(f);
}

nb::ndarray<nb::numpy> rows_of(const DynamicDistances& distances, const Vertices& vertices) {
    Matrix rows;
    take(vertices.size() * distances.vertices(), [&] {
        rows = distances.rows({vertices.data(), vertices.size()});
    });
    return Packed(std::move(rows)).array();
}

nb::ndarray<nb::numpy> rows_of(const Matrix& matrix, const Vertices& vertices) {
    Matrix some(vertices.size(), matrix.n(), matrix.dtype());
    for (std::size_t k = 0; k < vertices.size(); ++k) {
        std::memcpy(some.row_data(k), matrix.row_data(vertices.data()[k]),
                    matrix.n() * size_of(matrix.dtype()));
    }
    return Packed(std::move(some)).array();
}

std::vector<double> entries_of(const DynamicDistances& distances, const Vertices& sources,
                               const Vertices& targets) {
    std::vector<VertexPair> pairs;
    for (std::size_t k = 0; k < sources.size(); ++k) {
        pairs.push_back({sources.data()[k], targets.data()[k]});
    }
    std::vector<double> entries;
    take(pairs.size(), [&] { entries = distances.entries(pairs); });
    return entries;
}

nb::dict statistics_of(const DynamicDistances& distances) {
    Statistics statistics;
    interruptible([&] { statistics = distances.statistics(); });
    return to_dict(statistics);
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
        .def_prop_ro("vertices", &DynamicDistances::vertices)
        .def_prop_ro("dtype",
                     [](const DynamicDistances& d) { return std::string(name(d.dtype())); })
        .def("distances",
             [](const DynamicDistances& d, const Vertices& v) { return rows_of(d, v); })
        .def("predecessors", [](const DynamicDistances& d,
                                const Vertices& v) { return rows_of(d.paths().predecessors(), v); })
        .def("entries", &entries_of)
        .def("statistics", &statistics_of);
    m.def("solve_dynamic", &solve_dynamic, "graph"_a, "device"_a, "algorithm"_a, "dtype"_a.none(),
          "predecessors"_a);
}

}  // namespace apsp::python
