// Floyd-Warshall: paths may use one more intermediate vertex k at each step.
//
// R. W. Floyd, "Algorithm 97: Shortest path", CACM 5(6), 1962; S. Warshall, "A theorem on Boolean
// matrices", JACM 9(1), 1962. n steps over the whole matrix: bound by memory, and the yardstick.
#include "algorithms/algorithms.hpp"

namespace apsp {

void floyd_warshall(Steps& steps, std::size_t n, const Progress& progress) {
    if (steps.relax_all()) return;
    for (std::size_t k = 0; k < n; ++k) {
        steps.relax(k);
        if (progress && k % 64 == 63) progress(static_cast<double>(k + 1) / static_cast<double>(n));
    }
}

}  // namespace apsp
