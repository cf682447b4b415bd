// See neighbours.hpp.
#include "graph/neighbours.hpp"

#include <numeric>
#include <utility>

#include "base/parallel_for.hpp"
#include "base/stop.hpp"

namespace apsp {
namespace {

/// Of a graph whose arcs all have their reverses.
void take_rows(const Graph& graph, std::vector<std::size_t>& first,
               std::vector<std::uint32_t>& ends) {
    const std::size_t n = graph.vertices();
    const auto each = [&](auto&& f) {
        const double row = static_cast<double>(graph.arcs()) / static_cast<double>(n + 1);
        parallel_for({0, n}, 2 * row, [&](std::size_t i) {
            graph.for_each_arc(i, [&](std::size_t j, double) {
                if (i != j) f(i, static_cast<std::uint32_t>(j));
            });
        });
    };
    each([&](std::size_t i, std::uint32_t) { ++first[i + 1]; });
    std::partial_sum(first.begin(), first.end(), first.begin());
    ends.resize(first.back());
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    each([&](std::size_t i, std::uint32_t j) { ends[next[i]++] = j; });
}

}  // namespace

Neighbours::Neighbours(const Graph& graph) : first(graph.vertices() + 1, 0) {
    if (graph.symmetric()) {
        take_rows(graph, first, ends);
        return;
    }
    const std::size_t n = graph.vertices();
    const auto for_each_end = [&](auto&& f) {
        check_stop();
        for (std::size_t i = 0; i < n; ++i) {
            graph.for_each_arc(i, [&](std::size_t j, double) {
                if (i == j) return;
                f(i, j);
                f(j, i);
            });
        }
    };
    for_each_end([&](std::size_t i, std::size_t) { ++first[i + 1]; });
    std::partial_sum(first.begin(), first.end(), first.begin());
    ends.resize(first.back());
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    for_each_end(
        [&](std::size_t i, std::size_t j) { ends[next[i]++] = static_cast<std::uint32_t>(j); });
    // Duplicates go: an arc may have its reverse.
    std::vector<std::uint32_t> seen(n, static_cast<std::uint32_t>(-1));
    std::size_t kept = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::size_t begin = std::exchange(first[i], kept);
        for (std::size_t a = begin; a < next[i]; ++a) {
            if (std::exchange(seen[ends[a]], i) != i) ends[kept++] = ends[a];
        }
    }
    first[n] = kept;
    ends.resize(kept);
}

}  // namespace apsp
