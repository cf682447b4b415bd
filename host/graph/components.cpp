// See components.hpp. Tarjan's algorithm, without recursion, and Kosaraju's for matrices.
#include "graph/components.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "apsp/matrix.hpp"
#include "base/stop.hpp"

namespace apsp {
namespace {

constexpr std::size_t kUnseen = static_cast<std::size_t>(-1);

/// Vertices that a search has not seen yet, in ascending order.
class Unseen {
  public:
    explicit Unseen(std::size_t n) : next_(n + 1) { std::iota(next_.begin(), next_.end(), 0); }

    /// The first of them from v on; n if there is none.
    std::size_t from(std::size_t v) {
        for (; next_[v] != v; v = next_[v]) next_[v] = next_[next_[v]];
        return v;
    }
    void see(std::size_t v) { next_[v] = v + 1; }

  private:
    std::vector<std::size_t> next_;  // itself if unseen
};

/// Searches depth first from `start` over `arc(i, j)`. Calls `left(i)` for each vertex that it sees
/// when all vertices behind it have been seen.
template <class Arc, class Left>
void search(std::size_t n, std::size_t start, Unseen& unseen, Arc&& arc, Left&& left) {
    unseen.see(start);
    std::vector<std::pair<std::size_t, std::size_t>> path = {{start, 0}};  // vertex, next to try
    while (!path.empty()) {
        auto& [i, next] = path.back();
        const std::size_t j = unseen.from(next);
        if (j == n) {
            left(i);
            path.pop_back();
            continue;
        }
        next = j + 1;
        if (!arc(i, j)) continue;
        check_stop();
        unseen.see(j);
        path.emplace_back(j, 0);
    }
}

/// Kosaraju's algorithm. It needs no lists of arcs, and where most arcs exist, almost every one
/// that it looks at leads to an unseen vertex, so that it looks at few.
template <class T>
std::vector<std::size_t> components_of(const Matrix& matrix, std::size_t& count) {
    const std::size_t n = matrix.n();
    std::vector<std::size_t> component(n), order;
    Unseen backwards(n), forwards(n);
    for (std::size_t i = 0; i < n; ++i) {
        if (backwards.from(i) != i) continue;
        search(
            n, i, backwards,
            [&](std::size_t j, std::size_t k) { return matrix.row<T>(k)[j] != infinity<T>(); },
            [&](std::size_t j) { order.push_back(j); });
    }
    for (std::size_t k = n; k-- > 0;) {
        if (forwards.from(order[k]) != order[k]) continue;
        search(
            n, order[k], forwards,
            [&](std::size_t i, std::size_t j) { return matrix.row<T>(i)[j] != infinity<T>(); },
            [&](std::size_t i) { component[i] = count; });
        ++count;
    }
    return component;
}

}  // namespace

std::vector<std::size_t> strong_components(const Graph& graph, std::size_t& count) {
    count = 0;
    if (graph.dense()) {
        return visit(graph.matrix()->dtype(), [&](auto zero) {
            return components_of<decltype(zero)>(*graph.matrix(), count);
        });
    }
    const std::size_t n = graph.vertices();
    const auto offsets = graph.offsets();
    const auto targets = graph.targets();
    std::vector<std::size_t> component(n, kUnseen), order(n, kUnseen), low(n), next(n);
    std::vector<std::size_t> path, stack;
    std::size_t visited = 0;
    for (std::size_t start = 0; start < n; ++start) {
        check_stop();
        if (order[start] != kUnseen) continue;
        path.push_back(start);
        while (!path.empty()) {
            const std::size_t i = path.back();
            if (order[i] == kUnseen) {
                order[i] = low[i] = visited++;
                next[i] = offsets[i];
                stack.push_back(i);
            }
            if (next[i] < offsets[i + 1]) {
                const std::size_t j = targets[next[i]++];
                if (order[j] == kUnseen) {
                    path.push_back(j);
                } else if (component[j] == kUnseen) {
                    low[i] = std::min(low[i], order[j]);
                }
                continue;
            }
            path.pop_back();
            if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[i]);
            if (low[i] != order[i]) continue;
            for (std::size_t j = kUnseen; j != i;) {
                j = stack.back();
                stack.pop_back();
                component[j] = count;
            }
            ++count;
        }
    }
    return component;
}

std::optional<std::uint64_t> reachable_pairs(const Graph& graph) {
    std::size_t count = 0;
    const auto component = strong_components(graph, count);
    constexpr std::size_t kMost = 1 << 15, kBits = 64;  // components; theirs take 128 MiB
    if (count > kMost) return std::nullopt;
    std::vector<std::vector<std::size_t>> members(count);
    for (std::size_t i = 0; i < component.size(); ++i) members[component[i]].push_back(i);
    const std::size_t words = (count + kBits - 1) / kBits;
    std::vector<std::uint64_t> behind(count * words);  // components that each leads to, and itself
    std::uint64_t pairs = 0;
    for (std::size_t c = 0; c < count; ++c) {
        check_stop();
        std::uint64_t* const own = &behind[c * words];
        own[c / kBits] |= std::uint64_t{1} << c % kBits;
        for (const std::size_t i : members[c]) {
            graph.for_each_arc(i, [&](std::size_t j, double) {
                const std::size_t to = component[j];
                if ((own[to / kBits] >> to % kBits & 1) != 0) return;
                for (std::size_t w = 0; w < words; ++w) own[w] |= behind[to * words + w];
            });
        }
        std::uint64_t reached = 0;
        for (std::size_t w = 0; w < words; ++w) {
            for (std::uint64_t bits = own[w]; bits != 0; bits &= bits - 1) {
                reached +=
                    members[w * kBits + static_cast<std::size_t>(std::countr_zero(bits))].size();
            }
        }
        pairs += reached * members[c].size();
    }
    return pairs;
}

std::vector<std::uint32_t> strong_component_roots(const Graph& graph) {
    std::size_t count = 0;
    const auto component = strong_components(graph, count);
    std::vector<std::uint32_t> smallest(count, static_cast<std::uint32_t>(-1));
    std::vector<std::uint32_t> roots(component.size());
    for (std::size_t v = 0; v < component.size(); ++v) {
        std::uint32_t& root = smallest[component[v]];
        root = std::min(root, static_cast<std::uint32_t>(v));
        roots[v] = root;
    }
    return roots;
}

}  // namespace apsp
