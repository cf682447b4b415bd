// See level_separator.hpp.
#include "graph/level_separator.hpp"

#include <algorithm>
#include <vector>

#include "graph/neighbours.hpp"

namespace apsp {
namespace {

constexpr std::uint32_t kNobody = static_cast<std::uint32_t>(-1);

/// Vertices that are neither hubs nor in trees that hang on the rest.
std::vector<bool> middle_of(const Neighbours& neighbours) {
    const std::size_t n = neighbours.vertices();
    constexpr std::size_t kHub = 16;  // times the average
    const std::size_t hub = kHub * (neighbours.ends.size() / std::max<std::size_t>(n, 1) + 1);
    std::vector<std::size_t> degree(n);
    std::vector<bool> alive(n, true);
    std::vector<std::uint32_t> leaves;
    const auto remove = [&](std::size_t i) {
        alive[i] = false;
        neighbours.for_each(i, [&](std::uint32_t j) {
            if (alive[j] && --degree[j] == 1) leaves.push_back(j);
        });
    };
    for (std::uint32_t i = 0; i < n; ++i) {
        degree[i] = neighbours.degree(i);
        if (degree[i] <= 1) leaves.push_back(i);
    }
    for (std::size_t i = 0; i < n; ++i) {
        if (neighbours.degree(i) > hub) remove(i);
    }
    while (!leaves.empty()) {
        const std::uint32_t i = leaves.back();
        leaves.pop_back();
        if (alive[i]) remove(i);
    }
    return alive;
}

/// The breadth-first levels from a vertex, one after the other; reached vertices are cleared in
/// `left`.
struct LevelSets {
    std::vector<std::uint32_t> vertices;
    std::vector<std::size_t> ends;

    LevelSets(const Neighbours& neighbours, std::uint32_t from, std::vector<bool>& left) {
        vertices.push_back(from);
        left[from] = false;
        for (std::size_t k = 0; k < vertices.size();) {
            for (const std::size_t end = vertices.size(); k < end; ++k) {
                neighbours.for_each(vertices[k], [&](std::uint32_t j) {
                    if (!left[j]) return;
                    left[j] = false;
                    vertices.push_back(j);
                });
            }
            ends.push_back(k);
        }
    }
};

}  // namespace

double level_separator(const Graph& graph) {
    const Neighbours neighbours(graph);
    const std::vector<bool> middle = middle_of(neighbours);
    std::vector<bool> left = middle;
    std::size_t largest = 0;
    std::uint32_t from = kNobody;
    for (std::uint32_t i = 0; i < left.size(); ++i) {
        if (!left[i]) continue;
        const LevelSets levels(neighbours, i, left);
        if (levels.vertices.size() <= largest) continue;
        largest = levels.vertices.size();
        from = levels.vertices.back();  // far from others
    }
    if (largest == 0) return 0;
    left = middle;
    const LevelSets levels(neighbours, from, left);
    std::size_t narrowest = largest, begin = 0;
    for (const std::size_t end : levels.ends) {
        const bool in_the_middle = 4 * end > largest && 4 * begin < 3 * largest;
        if (in_the_middle) narrowest = std::min(narrowest, end - begin);
        begin = end;
    }
    return static_cast<double>(narrowest) / static_cast<double>(graph.vertices());
}

}  // namespace apsp
