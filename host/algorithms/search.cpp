// See search.hpp.
#include "algorithms/search.hpp"

#include <omp.h>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <vector>

#include "algorithms/breadth_first.hpp"
#include "algorithms/search_lanes.hpp"
#include "base/carried_exception.hpp"
#include "base/stop.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

template <class T>
class Search final : public RowMaker {
  public:
    Search(const Graph& graph, Semiring semiring)
        : arcs_(graph, semiring), semiring_(semiring), ld_(padded(graph.vertices())) {}

    std::size_t batch() const override {
        const std::size_t threads = static_cast<std::size_t>(omp_get_max_threads());
        const std::size_t affordable = kBatchBytes / (ld_ * sizeof(T));
        return std::clamp(affordable, threads, threads * kMostSources);
    }

    void make(std::span<const std::uint32_t> sources, void* to) override {
        T* const rows = static_cast<T*>(to);
        const std::size_t share =
            (sources.size() + static_cast<std::size_t>(omp_get_max_threads()) - 1) /
            static_cast<std::size_t>(omp_get_max_threads());
        if (!arcs_.equal_weights()) return by_lanes(sources, rows, share);
        if (share <= 64) return by_breadth_first<1>(sources, rows);
        if (share <= 128) return by_breadth_first<2>(sources, rows);
        if (share <= 256) return by_breadth_first<4>(sources, rows);
        by_breadth_first<8>(sources, rows);
    }

  private:
    static constexpr std::size_t kMostSources = 512;  // of a search in bits
    static constexpr std::size_t kBatchBytes = std::size_t{256} << 20;

    /// A searcher for each thread; f(searcher, the first of the sources).
    template <class Searcher, class F>
    void for_each_part(std::size_t sources, std::size_t part, const Searcher& searcher,
                       const F& f) {
        CarriedException error;
        const std::stop_token& stop = stop_token();
#pragma omp parallel
        {
            std::optional<decltype(searcher())> own;  // made where what it throws is kept
#pragma omp for schedule(dynamic)
            for (std::size_t first = 0; first < sources; first += part) {
                if (stop.stop_requested() || error) continue;
                error.keep_from([&] {
                    if (!own) own.emplace(searcher());
                    f(*own, first);
                });
            }
        }
        error.rethrow();
        check_stop();
    }

    void by_lanes(std::span<const std::uint32_t> sources, T* rows, std::size_t share) {
        using Searcher = LaneSearch<T>;
        const std::size_t part = std::clamp<std::size_t>(share, 1, Searcher::kSources);
        const std::stop_token stop = stop_token();
        for_each_part(
            sources.size(), part, [&] { return Searcher(arcs_, semiring_); },
            [&](Searcher& searcher, std::size_t first) {
                const std::size_t count = std::min(part, sources.size() - first);
                searcher.find(sources.subspan(first, count), rows + first * ld_, ld_, stop);
            });
    }

    template <std::size_t Words>
    void by_breadth_first(std::span<const std::uint32_t> sources, T* rows) {
        using Searcher = BreadthFirst<T, Words>;
        const std::stop_token stop = stop_token();
        for_each_part(
            sources.size(), Searcher::kSources, [&] { return Searcher(arcs_, semiring_); },
            [&](Searcher& searcher, std::size_t first) {
                const std::size_t count = std::min(Searcher::kSources, sources.size() - first);
                searcher.find(sources.subspan(first, count), rows + first * ld_, ld_, stop);
            });
    }

    const SearchArcs<T> arcs_;
    const Semiring semiring_;
    const std::size_t ld_;
};

}  // namespace

std::unique_ptr<RowMaker> make_search(const Graph& graph, Dtype dtype, Semiring semiring) {
    return visit(dtype, [&](auto null) -> std::unique_ptr<RowMaker> {
        return std::make_unique<Search<decltype(null)>>(graph, semiring);
    });
}

}  // namespace apsp
