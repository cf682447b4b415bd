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

using Vertices = Array<std::uint32_t>;

/// Takes a few entries directly, which is faster than starting work that can be interrupted.
template <class F>
void take(std::size_t entries, F&& f) {
    constexpr std::size_t kFew = std::size_t{1} << 15;
    entries < kFew ? f() : interruptible(f);
}

/// Rows as they are held, or as floating-point numbers of the type `real`, in parts.
nb::ndarray<nb::numpy> rows_of(const DynamicDistances& distances, const Vertices& vertices,
                               const std::optional<std::string>& real) {
    constexpr std::size_t kRowsAtOnce = 256;
    const std::size_t n = distances.vertices();
    const std::span all(vertices.data(), vertices.size());
    if (!real || parse_dtype(*real) == distances.dtype()) {
        Matrix rows;
        take(all.size() * n, [&] { rows = distances.rows(all); });
        return Packed(std::move(rows)).array();
    }
    Reals reals(all.size(), n, *parse_dtype(*real), Semiring::min_plus);
    take(all.size() * n, [&] {
        for (std::size_t first = 0; first < all.size(); first += kRowsAtOnce) {
            const auto some = all.subspan(first, std::min(kRowsAtOnce, all.size() - first));
            const Matrix rows = distances.rows(some);
            reals.take({rows, {0, some.size()}, first, {}});
        }
    });
    return std::move(reals).array();
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

nb::dict statistics_of(const DynamicDistances& distances, const StatisticsParts& parts) {
    Statistics statistics;
    interruptible([&] { statistics = distances.statistics(options_of(parts)); });
    return to_dict(statistics);
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
    nb::class_<DynamicDistances>(m, "DynamicDistances")
        .def("change", &change)
        .def_prop_ro("vertices", &DynamicDistances::vertices)
        .def_prop_ro("dtype",
                     [](const DynamicDistances& d) { return std::string(name(d.dtype())); })
        .def_prop_ro("graph", &DynamicDistances::graph)
        .def(
            "distances",
            [](const DynamicDistances& d, const Vertices& v,
               const std::optional<std::string>& real) { return rows_of(d, v, real); },
            "vertices"_a, "real"_a.none())
        .def("predecessors", [](const DynamicDistances& d,
                                const Vertices& v) { return rows_of(d.paths().predecessors(), v); })
        .def("entries", &entries_of)
        .def("statistics", &statistics_of);
    m.def("solve_dynamic", &solve_dynamic, "graph"_a, "device"_a, "algorithm"_a, "dtype"_a.none(),
          "predecessors"_a);
}

}  // namespace apsp::python
