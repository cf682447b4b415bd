// Dijkstra's algorithm from many sources at once. A vertex's label has one lane per source. The
// queue orders vertices by the best of the lanes that have changed since their last turn. A vertex
// may have several turns, but each turn reads an arc once for all sources and relaxes it in a few
// instructions. Sources near one another share the most turns.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "algorithms/relax_arcs.hpp"
#include "algorithms/search_arcs.hpp"
#include "base/host_memory.hpp"
#include "base/write_past_caches.hpp"
#include "graph/dijkstra.hpp"
#include "graph/radix_heap.hpp"

namespace apsp {

/// Each thread needs its own. No path may be better than a prefix of it.
template <class T>
class LaneSearch {
  public:
    static constexpr std::size_t kSources = kLabelLanes<T>;

    LaneSearch(const SearchArcs<T>& arcs, Semiring semiring)
        : arcs_(arcs),
          semiring_(semiring),
          relax_(available_relax_arcs<T>(semiring).front()),
          memory_(allocate_host(arcs.vertices() * kLabelBytes)),
          labels_(static_cast<T*>(memory_.get())),
          waiting_(arcs.vertices()),
          improved_(arcs.largest_degree()) {}

    /// Makes the rows of up to kSources sources; their content is undefined once a stop is
    /// requested.
    void find(std::span<const SearchSource<T>> sources, const std::stop_token& stop) {
        if (sources.size() <= kFew) {
            visit(semiring_, [&](auto semiring) {
                for (const auto& source : sources) find_one<decltype(semiring)::value>(source);
            });
            return;
        }
        begin(sources);
        const auto waiting = [&](std::size_t j) { return waiting_[j]; };
        const auto sooner = [&](std::size_t, std::size_t j, T best) {
            const auto turn = key(best);
            if (turn >= waiting_[j]) return false;
            waiting_[j] = turn;
            return true;
        };
        dijkstra_queue(queue_, Turns{*this, stop}, waiting, sooner);
        write(sources, stop);
    }

  private:
    static constexpr std::size_t kFew = 6;  // sources; up to so many, single searches are faster
    static constexpr RadixHeap::Key kNotWaiting = static_cast<RadixHeap::Key>(-1);

    /// Passes dijkstra_queue only the arcs whose relaxation changed something.
    struct Turns {
        LaneSearch& search;
        const std::stop_token& stop;

        template <class F>
        void for_each_arc(std::size_t i, const F& f) const {
            if (++search.turns_ % 1024 == 0 && stop.stop_requested()) return search.queue_.clear();
            search.waiting_[i] = kNotWaiting;
            const auto arcs = search.arcs_.out_of(i);
            SearchArc<T>* const improved = search.improved_.data();
            const std::size_t count =
                search.relax_(arcs.data(), arcs.size(), search.labels_, i, improved);
            for (std::size_t k = 0; k < count; ++k) f(improved[k].target, improved[k].weight);
        }
    };

    /// The leading bits of a float, in the order of values, the best first. Values within 1/512 of
    /// each other may come in the wrong order and cost another turn, but more often they share one.
    RadixHeap::Key key(T value) const {
        constexpr std::uint32_t kSign = std::uint32_t{1} << 31;
        std::uint32_t bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
        bits ^= (bits & kSign) != 0 ? ~std::uint32_t{0} : kSign;
        const bool largest_first = traits(semiring_).plus == SemiringTraits::Operation::larger;
        return (largest_first ? ~bits : bits) >> 14;
    }

    template <Semiring S>
    void find_one(const SearchSource<T>& source) {
        const std::size_t n = arcs_.vertices();
        T* const d = labels_;
        std::fill_n(d, n, zero<T>(S));
        d[source.number] = one<T>(S);
        queue_.clear();
        queue_.push(key(d[source.number]), source.number);
        const auto relax = [d](std::size_t i, std::size_t j, T w) {
            const T best = plus(S, d[j], times(S, d[i], w));
            if (best == d[j]) return false;
            d[j] = best;
            return true;
        };
        dijkstra_queue(
            queue_, arcs_, [&](std::size_t j) { return key(d[j]); }, relax);
        for (std::size_t v = 0; v < n; ++v) source.row[v] = d[arcs_.number(v)];
    }

    void begin(std::span<const SearchSource<T>> sources) {
        std::fill_n(labels_, arcs_.vertices() * kSources, zero<T>(semiring_));
        std::ranges::fill(waiting_, kNotWaiting);
        queue_.clear();
        const T empty_path = one<T>(semiring_);
        for (std::size_t k = 0; k < sources.size(); ++k) {
            const std::uint32_t i = sources[k].number;
            labels_[i * kSources + k] = empty_path;
            waiting_[i] = key(empty_path);
            queue_.push(key(empty_path), i);
        }
    }

    /// Writes lanes as rows, a few vertices at a time so that they stay in the cache.
    void write(std::span<const SearchSource<T>> sources, const std::stop_token& stop) const {
        constexpr std::size_t kWidth = 64 / sizeof(T);
        const std::size_t n = arcs_.vertices();
        const T* from[kWidth];
        for (std::size_t v = 0; v < n && !stop.stop_requested(); v += kWidth) {
            const std::size_t width = std::min(kWidth, n - v);
            for (std::size_t j = 0; j < kWidth; ++j) {
                from[j] = labels_ + arcs_.number(v + std::min(j, width - 1)) * kSources;
            }
            for (std::size_t k = 0; k < sources.size(); ++k) {
                T part[kWidth];
                for (std::size_t j = 0; j < kWidth; ++j) part[j] = from[j][k];
                write_past_caches(sources[k].row + v, part, width);
            }
        }
    }

    const SearchArcs<T>& arcs_;
    Semiring semiring_;
    RelaxArcs<T> relax_;
    HostMemory memory_;
    T* labels_;
    std::vector<RadixHeap::Key> waiting_;  // the key of a vertex's next turn
    std::vector<SearchArc<T>> improved_;
    RadixHeap queue_;
    std::size_t turns_ = 0;
};

}  // namespace apsp
