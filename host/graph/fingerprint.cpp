// See fingerprint.hpp.
#include "graph/fingerprint.hpp"

#include <bit>

#include "base/files.hpp"
#include "base/parallel_for.hpp"
#include "graph/arcs_each.hpp"

namespace apsp {

std::uint64_t fingerprint(const Graph& graph, Range vertices) {
    std::uint64_t sum = 0;
    const auto add = [&](std::uint64_t& own, std::size_t i) {
        std::uint64_t hash = fnv1a("");
        graph.for_each_arc(i, [&](std::size_t j, double weight) {
            const std::uint64_t arc[] = {i, j, std::bit_cast<std::uint64_t>(weight)};
            hash = fnv1a({reinterpret_cast<const char*>(arc), sizeof arc}, hash);
        });
        own += hash;
    };
    constexpr double kArc = 20;  // ns, for its 24 bytes
    parallel_with(
        vertices, kArc * arcs_each(graph), [](std::size_t) { return std::uint64_t{0}; }, add,
        [&](std::uint64_t own) { sum += own; });
    return sum;
}

}  // namespace apsp
