// What tuning solves, by one configuration after the other.
#pragma once

#include <functional>

#include "algorithms/algorithms.hpp"
#include "algorithms/engine_options.hpp"
#include "apsp/solve.hpp"

namespace apsp {

struct TunedWork {
    /// Solves; the solution has the distances at least where they are asked for.
    using Solve = std::function<Solution(bool distances, const Progress& progress)>;

    std::size_t n = 0;  ///< Vertices.
    /// With these settings over the device's own.
    std::function<Solve(const Settings& settings)> open;
};

/// Of a graph of `options.n` vertices, or slightly fewer, whose distances are exact in the type:
/// every order of relaxations gives the same bits. The algorithm is `kleene`, of a dense matrix, or
/// `sparse`, of a mesh.
/// @throws Error as `solve`
TunedWork make_tuned_work(const Device& device, const EngineOptions& options);

}  // namespace apsp
