// See search.hpp.
#include "algorithms/search.hpp"

#include <omp.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <type_traits>
#include <vector>

#include "algorithms/breadth_first.hpp"
#include "base/carried_exception.hpp"
#include "base/stop.hpp"
#include "graph/dijkstra.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

/// Integers in the order of values, those of the best paths first.
template <Semiring S, class T>
auto search_key(T value) {
    using Key = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    constexpr Key kSign = Key{1} << (8 * sizeof(Key) - 1);
    Key key = 0;
    if constexpr (std::is_floating_point_v<T>) {
        key = std::bit_cast<Key>(value);
        key ^= (key & kSign) != 0 ? ~Key{0} : kSign;
    } else {
        key = static_cast<Key>(static_cast<std::int32_t>(value)) ^ kSign;
    }
    return traits(S).plus == SemiringTraits::Operation::larger ? ~key : key;
}

template <Semiring S, class T>
class Search final : public RowMaker {
  public:
    explicit Search(const Graph& graph)
        : arcs_(graph, S), ld_(padded(graph.vertices())), breadth_first_(arcs_.equal_weights()) {}

    std::size_t batch() const override {
        const std::size_t threads = static_cast<std::size_t>(omp_get_max_threads());
        const std::size_t affordable = kBatchBytes / (ld_ * sizeof(T));
        return std::clamp(affordable, threads, threads * kMostSources);
    }

    void make(std::span<const std::uint32_t> sources, void* to) override {
        T* const rows = static_cast<T*>(to);
        if (!breadth_first_) return by_dijkstra(sources, rows);
        const std::size_t share =
            (sources.size() + static_cast<std::size_t>(omp_get_max_threads()) - 1) /
            static_cast<std::size_t>(omp_get_max_threads());
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

    void by_dijkstra(std::span<const std::uint32_t> sources, T* rows) {
        using Heap = VertexHeap<decltype(search_key<S>(T{}))>;
        for_each_part(
            sources.size(), 1, [] { return Heap{}; },
            [&](Heap& heap, std::size_t k) { search(heap, sources[k], rows + k * ld_); });
    }

    template <class Heap>
    void search(Heap& heap, std::size_t source, T* d) {
        std::fill_n(d, arcs_.vertices(), zero<T>(S));
        d[source] = one<T>(S);
        dijkstra_heap(
            heap, arcs_, source, [d](std::size_t j) { return search_key<S>(d[j]); },
            [d](std::size_t i, std::size_t j, T w) {
                const T candidate = times(S, d[i], w);
                if (plus(S, candidate, d[j]) == d[j]) return false;
                d[j] = candidate;
                return true;
            });
    }

    template <std::size_t Words>
    void by_breadth_first(std::span<const std::uint32_t> sources, T* rows) {
        using Searcher = BreadthFirst<T, Words>;
        const std::stop_token stop = stop_token();
        for_each_part(
            sources.size(), Searcher::kSources, [&] { return Searcher(arcs_, S); },
            [&](Searcher& searcher, std::size_t first) {
                const std::size_t count = std::min(Searcher::kSources, sources.size() - first);
                searcher.find(sources.subspan(first, count), rows + first * ld_, ld_, stop);
            });
    }

    const SearchArcs<T> arcs_;
    const std::size_t ld_;
    const bool breadth_first_;
};

}  // namespace

std::unique_ptr<RowMaker> make_search(const Graph& graph, Dtype dtype, Semiring semiring) {
    return visit(semiring, [&](auto constant) {
        return visit(dtype, [&](auto null) -> std::unique_ptr<RowMaker> {
            using T = decltype(null);
            constexpr Semiring S = decltype(constant)::value;
            if constexpr (defined_in(S, kDtypeOf<T>)) {
                return std::make_unique<Search<S, T>>(graph);
            } else {
                throw Error(ErrorKind::internal, "a search over a semiring that its type lacks");
            }
        });
    });
}

}  // namespace apsp
