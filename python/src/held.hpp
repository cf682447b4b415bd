// Distances that are held where they were found, as Python asks them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apsp/dtype.hpp"
#include "apsp/matrix.hpp"
#include "apsp/statistics.hpp"
#include "apsp/vertex_pair.hpp"
#include "arrays.hpp"
#include "interruptible.hpp"
#include "statistics.hpp"

namespace apsp::python {

using Vertices = Array<std::uint32_t>;

/// Takes a few entries directly, which is faster than starting work that can be interrupted.
template <class F>
void take(std::size_t entries, F&& f) {
    constexpr std::size_t kFew = std::size_t{1} << 15;
    entries < kFew ? f() : interruptible(f);
}

/// Rows as they are held, or as floating-point numbers of the type `real`, in parts.
template <class Held>
nanobind::ndarray<nanobind::numpy> rows_of(const Held& distances, const Vertices& vertices,
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

template <class Held>
std::vector<double> entries_of(const Held& distances, const Vertices& sources,
                               const Vertices& targets) {
    std::vector<VertexPair> pairs;
    for (std::size_t k = 0; k < sources.size(); ++k) {
        pairs.push_back({sources.data()[k], targets.data()[k]});
    }
    std::vector<double> entries;
    take(pairs.size(), [&] { entries = distances.entries(pairs); });
    return entries;
}

template <class Held>
nanobind::dict statistics_of(const Held& distances, const StatisticsParts& parts) {
    Statistics statistics;
    interruptible([&] { statistics = distances.statistics(options_of(parts)); });
    return to_dict(statistics);
}

/// What one can ask of distances, of a class that has `rows`, `entries` and `statistics`.
template <class Held>
void add_questions(nanobind::class_<Held>& held) {
    using namespace nanobind::literals;
    held.def_prop_ro("vertices", &Held::vertices)
        .def_prop_ro("dtype", [](const Held& d) { return std::string(name(d.dtype())); })
        .def(
            "distances",
            [](const Held& d, const Vertices& v, const std::optional<std::string>& real) {
                return rows_of(d, v, real);
            },
            "vertices"_a, "real"_a.none())
        .def("entries", &entries_of<Held>)
        .def("statistics", &statistics_of<Held>);
}

/// DeviceDistances, and memory of CUDA's devices.
void add_held(nanobind::module_& m);

}  // namespace apsp::python
