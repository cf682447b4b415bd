// See statistics.hpp.
#include "statistics.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <vector>

namespace nb = nanobind;

namespace apsp::python {

nb::dict to_dict(const Statistics& all) {
    std::vector<double> eccentricity, sum, closeness, harmonic;
    std::vector<std::uint64_t> reachable;
    for (const VertexStatistics& v : all.vertices) {
        eccentricity.push_back(v.eccentricity);
        sum.push_back(v.sum);
        closeness.push_back(v.closeness);
        reachable.push_back(v.reachable);
        if (all.options.harmonic) harmonic.push_back(v.harmonic);
    }
    const auto if_asked = [](bool asked, const auto& value) -> nb::object {
        return asked ? nb::cast(value) : nb::none();
    };
    nb::dict result;
    result["eccentricity"] = eccentricity;
    result["sum"] = sum;
    result["closeness"] = closeness;
    result["reachable"] = reachable;
    result["harmonic"] = if_asked(all.options.harmonic, harmonic);
    result["within"] = if_asked(all.options.within, all.within);
    result["bounds"] = if_asked(!all.options.bounds.empty(), all.options.bounds);
    result["histogram"] = if_asked(!all.histogram.empty(), all.histogram);
    result["efficiency"] = all.efficiency;
    result["reachable_pairs"] = all.reachable_pairs;
    result["mean_distance"] = all.mean_distance;
    result["diameter"] = all.diameter;
    result["radius"] = all.radius;
    result["center"] = all.centre;
    result["components"] = all.components;
    result["largest_component"] = all.largest_component;
    return result;
}

}  // namespace apsp::python
