// See fingerprint.hpp.
#include "graph/fingerprint.hpp"

#include <bit>

#include "base/files.hpp"

namespace apsp {

std::uint64_t fingerprint(const Graph& graph, Range vertices) {
    std::uint64_t sum = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : sum)
    for (std::size_t i = vertices.first; i < vertices.last; ++i) {
        std::uint64_t hash = fnv1a("");
        graph.for_each_arc(i, [&](std::size_t j, double weight) {
            const std::uint64_t arc[] = {i, j, std::bit_cast<std::uint64_t>(weight)};
            hash = fnv1a({reinterpret_cast<const char*>(arc), sizeof arc}, hash);
        });
        sum += hash;
    }
    return sum;
}

}  // namespace apsp
