// Floyd-Warshall: paths may use one more intermediate vertex k at each step.
//
// R. W. Floyd, "Algorithm 97: Shortest path", CACM 5(6), 1962; S. Warshall, "A theorem on Boolean
// matrices", JACM 9(1), 1962. n steps over the whole matrix: bound by memory, and the yardstick.
#include "algorithms/algorithms.hpp"

namespace apsp {

void floyd_warshall(Engine& engine, std::size_t n, const Progress& progress) {
    for (std::size_t k = 0; k < n; ++k) {
        engine.relax(k);
        if (k % 64 == 63) {
            engine.throttle();
            if (progress) progress(static_cast<double>(k + 1) / static_cast<double>(n));
        }
    }
}

}  // namespace apsp
