// See betweenness.hpp. What Python programs call is in apsp/_betweenness.py and _shortest_paths.py.
#include "betweenness.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apsp/betweenness.hpp"
#include "apsp/shortest_paths.hpp"
#include "arrays.hpp"
#include "chosen.hpp"
#include "interruptible.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace apsp::python {
namespace {

nb::dict find(const Graph& graph, const std::vector<double>& source_weights,
              const std::vector<double>& target_weights, bool endpoints, bool arcs,
              const std::string& method, double cutoff, std::size_t sample, std::uint64_t seed,
              const std::optional<Device>& device, double tolerance) {
    const BetweennessOptions options = {
        .source_weights = source_weights,
        .target_weights = target_weights,
        .endpoints = endpoints,
        .arcs = arcs,
        .method = chosen(kBetweennessMethodTraits, "method", method),
        .cutoff = cutoff,
        .tolerance = tolerance,
        .device = device,
        .sample = sample,
        .seed = seed};
    Betweenness found;
    std::vector<std::uint32_t> sources, targets;
    interruptible([&] {
        found = betweenness(graph, options);
        for (std::uint32_t i = 0; arcs && i < graph.vertices(); ++i) {
            graph.for_each_arc(i, [&](std::size_t j, double) {
                sources.push_back(i);
                targets.push_back(static_cast<std::uint32_t>(j));
            });
        }
    });
    nb::dict result;
    result["vertices"] = copied(std::span<const double>(found.vertices));
    result["errors"] = copied(std::span<const double>(found.errors));
    result["arcs"] = copied(std::span<const double>(found.arcs));
    result["sources"] = copied(std::span<const std::uint32_t>(sources));
    result["targets"] = copied(std::span<const std::uint32_t>(targets));
    result["pairs"] = found.pairs;
    result["method"] = std::string(name(found.method));
    result["device"] = found.device;
    return result;
}

nb::ndarray<nb::numpy> counts(const Graph& graph, const std::vector<std::size_t>& sources) {
    const std::size_t n = graph.vertices();
    return filled<double>({sources.size(), n}, [&](double* to) {
        count_shortest_paths(graph, sources, [&](std::size_t, std::span<const double> row) {
            to = std::ranges::copy(row, to).out;
        });
    });
}

}  // namespace

void add_betweenness(nb::module_& m) {
    m.def("betweenness", &find, "graph"_a, "source_weights"_a, "target_weights"_a, "endpoints"_a,
          "arcs"_a, "method"_a, "cutoff"_a, "sample"_a, "seed"_a, "device"_a.none(), "tolerance"_a);
    nb::class_<ShortestPaths>(m, "ShortestPaths")
        .def(
            "__init__",
            [](ShortestPaths* self, const Graph& graph, std::size_t source, std::size_t target) {
                interruptible([&] { new (self) ShortestPaths(graph, source, target); });
            },
            "graph"_a, "source"_a, "target"_a)
        .def("next", &ShortestPaths::next)
        .def_prop_ro("distance", &ShortestPaths::distance)
        .def_prop_ro("count", &ShortestPaths::count);
    m.def("path_counts", &counts, "graph"_a, "sources"_a);
    m.def("pairs_past_vertex", &pairs_past_vertex, "n"_a, "endpoints"_a);
    m.def("pairs_past_arc", &pairs_past_arc, "n"_a);
}

}  // namespace apsp::python
