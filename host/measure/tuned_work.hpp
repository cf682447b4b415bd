// The work that tuning solves with one configuration after the other.
#pragma once

#include <functional>

#include "algorithms/algorithms.hpp"
#include "algorithms/engine_options.hpp"
#include "apsp/solve.hpp"

namespace apsp {

struct TunedWork {
    /// Solves. The solution has the distances at least if they are asked for.
    using Solve = std::function<Solution(bool distances, const Progress& progress)>;

    std::size_t n = 0;  ///< Vertices.
    /// Opens the work with these settings in place of the device's own.
    std::function<Solve(const Settings& settings)> open;
};

/// Work on a graph of `options.n` vertices, or slightly fewer, whose distances are exact in the
/// type, so that every order of relaxations gives the same bits. The algorithm is `kleene` on a
/// dense matrix, or `sparse` on a mesh.
/// @throws Error as `solve`
TunedWork make_tuned_work(const Device& device, const EngineOptions& options);

}  // namespace apsp
