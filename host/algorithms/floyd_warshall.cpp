// Floyd-Warshall: paths may use one more intermediate vertex k at each step.
//
// R. W. Floyd, "Algorithm 97: Shortest path", CACM 5(6), 1962; S. Warshall, "A theorem on Boolean
// matrices", JACM 9(1), 1962. Each of the n steps passes over the whole matrix, so the algorithm is
// bound by memory. The others are measured against it.
#include <algorithm>

#include "algorithms/algorithms.hpp"

namespace apsp {

void floyd_warshall(Steps& steps, std::size_t n, const Progress& progress) {
    if (steps.relax_all()) return;
    constexpr std::size_t kRelaxations = std::size_t{1} << 28;  // between two reports
    const std::size_t every = std::clamp<std::size_t>(kRelaxations / (n * n), 1, 64);
    for (std::size_t k = 1; k <= n; ++k) {
        steps.relax(k - 1);
        if (k % every == 0) tell(progress, static_cast<double>(k) / static_cast<double>(n));
    }
}

}  // namespace apsp
