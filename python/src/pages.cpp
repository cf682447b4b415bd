// See pages.hpp.
#include "pages.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "apsp/page.hpp"
#include "backends/backend.hpp"
#include "chosen.hpp"
#include "interruptible.hpp"
#include "statistics.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace apsp::python {
namespace {

/// The page, and its statistics as a dictionary.
nb::tuple page_of(const Graph& graph, const std::optional<Device>& device,
                  const std::string& algorithm, const std::vector<std::string>& names,
                  const std::vector<std::tuple<double, double>>& coordinates, bool harmonic,
                  bool betweenness, const std::string& title, const std::string& unit) {
    PageOptions options{.title = title, .unit = unit, .betweenness = betweenness};
    options.solve.algorithm = chosen(kAlgorithmTraits, "algorithm", algorithm);
    options.solve.statistics_options.harmonic = harmonic;
    for (const std::string& name : names) options.labels.add(name);
    if (options.labels.size() != names.size()) options.labels = {};  // 1 and "1"
    for (const auto& [x, y] : coordinates) options.coordinates.push_back({x, y});
    Page page;
    interruptible([&] { page = make_page(graph, {device ? *device : cpu_device()}, options); });
    return nb::make_tuple(page.html, to_dict(*page.solution.statistics));
}

}  // namespace

void add_pages(nb::module_& m) {
    m.def("page", &page_of, "graph"_a, "device"_a.none(), "algorithm"_a, "names"_a, "coordinates"_a,
          "harmonic"_a, "betweenness"_a, "title"_a, "unit"_a);
}

}  // namespace apsp::python
