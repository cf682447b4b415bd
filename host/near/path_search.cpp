// See path_search.hpp.
#include "near/path_search.hpp"

#include <algorithm>
#include <numeric>

#include "base/parallel_for.hpp"
#include "near/bounded_search.hpp"
#include "near/turned_round.hpp"
#include "negative/negative_cycle.hpp"

namespace apsp {
namespace {

template <class T>
class TypedPathSearch final : public PathSearch {
  public:
    TypedPathSearch(const NearArcs<T>& graph, bool of_targets)
        : PathSearch(of_targets), graph_(graph), search_(graph), awaited_(graph.vertex.size(), 0) {}

    void find(std::uint32_t vertex, std::span<const std::uint32_t> others) override {
        vertex_ = vertex;
        std::size_t left = 0;
        for (const std::uint32_t other : others) {
            char& awaited = awaited_[graph_.arcs.number(other)];
            left += awaited == 0;
            awaited = 1;
        }
        search_.find(vertex, infinity<T>(), [&](T limit, std::uint32_t number, T) {
            if (awaited_[number] == 0) return limit;
            awaited_[number] = 0;
            return --left == 0 ? std::min(limit, just_above(farthest(others))) : limit;
        });
        for (const std::uint32_t other : others) awaited_[graph_.arcs.number(other)] = 0;
    }

  private:
    std::int32_t before(std::uint32_t vertex) const override { return search_.before(vertex); }

    T farthest(std::span<const std::uint32_t> others) const {
        T most = 0;
        for (const std::uint32_t other : others) {
            most = std::max(most, search_.label_of(graph_.arcs.number(other)));
        }
        return most;
    }

    const NearArcs<T>& graph_;
    BoundedSearch<T> search_;
    std::vector<char> awaited_;  // of numbers: whether they are among the others, not reached yet
};

}  // namespace

std::int32_t PathSearch::predecessor(std::uint32_t other) const {
    if (!of_targets_) return before(other);
    std::int32_t last = kNoPredecessor;
    for (std::uint32_t v = other; v != vertex_;) {
        last = static_cast<std::int32_t>(v);
        const std::int32_t next = before(v);
        if (next == kNoPredecessor) return kNoPredecessor;
        v = static_cast<std::uint32_t>(next);
    }
    return last;
}

void PathSearch::path(std::uint32_t other, std::vector<std::uint32_t>& vertices) const {
    vertices.assign(1, other);
    while (vertices.back() != vertex_) {
        const std::int32_t next = before(vertices.back());
        if (next == kNoPredecessor) return vertices.clear();
        vertices.push_back(static_cast<std::uint32_t>(next));
    }
    if (!of_targets_) std::ranges::reverse(vertices);
}

struct PathSearches::Arcs {
    virtual ~Arcs() = default;
    virtual std::uint32_t number(std::uint32_t vertex) const = 0;
    virtual std::unique_ptr<PathSearch> search() const = 0;
};
template <class T>
struct PathSearches::ArcsOf final : Arcs {
    ArcsOf(const Graph& costs, bool of_targets, std::size_t searches)
        : arcs(costs, searches), turned(of_targets) {}
    std::uint32_t number(std::uint32_t vertex) const override { return arcs.arcs.number(vertex); }
    std::unique_ptr<PathSearch> search() const override {
        return std::make_unique<TypedPathSearch<T>>(arcs, turned);
    }

    NearArcs<T> arcs;
    bool turned;
};

PathSearches::PathSearches(const Graph& graph, Dtype dtype, bool of_targets, std::size_t searches) {
    Graph costs = of_targets ? turned_round(graph) : graph;
    give_potentials(costs, Semiring::min_plus);
    visit(dtype, [&](auto zero) {
        arcs_ = std::make_unique<ArcsOf<decltype(zero)>>(costs, of_targets, searches);
    });
}

PathSearches::~PathSearches() = default;

void PathSearches::for_each(std::size_t count, const Vertex& vertex, const Others& others,
                            const Use& use) const {
    // Searches from neighbours find the same arcs in the caches.
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {},
                             [&](std::size_t group) { return arcs_->number(vertex(group)); });
    struct Own {
        std::unique_ptr<PathSearch> search;
        std::vector<std::uint32_t> list;
    };
    constexpr double kCost = 1e5;  // ns; not known beforehand
    parallel_with(
        {0, count}, kCost,
        [&](std::size_t) {
            return Own{arcs_->search(), {}};
        },
        [&](Own& own, std::size_t k) {
            own.list.clear();
            others(order[k], own.list);
            own.search->find(vertex(order[k]), own.list);
            use(order[k], own.list, *own.search);
        });
}

void PathSearches::for_each(const PairGroups& groups, const UsePair& use) const {
    for_each(
        groups.vertices().size(), [&](std::size_t group) { return groups.vertices()[group]; },
        [&](std::size_t group, std::vector<std::uint32_t>& others) {
            for (const std::size_t k : groups.places(group)) others.push_back(groups.other(k));
        },
        [&](std::size_t group, std::span<const std::uint32_t>, const PathSearch& search) {
            for (const std::size_t k : groups.places(group)) use(k, groups.other(k), search);
        });
}

}  // namespace apsp
