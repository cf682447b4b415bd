// Half the work for symmetric matrices, over several devices.
#include <doctest/doctest.h>

#include "device/devices.hpp"
#include "graph/equal_matrices.hpp"

namespace {

using apsp::Device;
using apsp::Graph;
using apsp::Solution;
using apsp::SolveOptions;

/// Kleene by name: sparse graphs would be solved in another way.
SolveOptions small_steps(apsp::Dtype dtype) {
    SolveOptions options = same_steps(dtype);
    options.algorithm = apsp::Algorithm::kleene;
    return options;
}

}  // namespace

TEST_CASE("parts: half the work for symmetric matrices") {
    for (const Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        for (const std::size_t side : {12, 20, 39}) {
            if (side > 20 && slow_run()) continue;
            CAPTURE(side);
            const Graph graph = apsp::grid_graph(side);
            for (const apsp::Dtype dtype : types_of(device, apsp::Semiring::min_plus)) {
                CAPTURE(apsp::name(dtype));
                SolveOptions options = small_steps(dtype);
                if (!fits(graph, options)) continue;
                options.symmetric = false;
                const Solution whole = apsp::solve(graph, device, options);
                options.symmetric = true;
                for (const std::size_t count : {2, 3}) {
                    const std::vector devices(count, device);
                    const Solution half = apsp::solve(graph, devices, options);
                    CHECK(half.symmetric);
                    CHECK(equal_matrices(half.distances, whole.distances));
                }
            }
        }
        SolveOptions options = small_steps(apsp::Dtype::f32);
        options.paths = true;
        const Graph graph = apsp::grid_graph(slow_run() ? 24 : 46);
        for (const bool wanted : {true, false}) {
            options.symmetric = wanted;
            const Solution solution = apsp::solve(graph, {device, device}, options);
            CHECK(solution.symmetric == wanted);
            apsp::VerifyOptions checked;
            checked.predecessors = &solution.paths.predecessors();
            CHECK(apsp::verify(graph, solution.distances, checked).ok);
        }
    }
}
