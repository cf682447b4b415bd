// See search.hpp.
#include "algorithms/search.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "algorithms/breadth_first.hpp"
#include "algorithms/search_lanes.hpp"
#include "base/parallel_for.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

template <class T>
class Search final : public RowMaker {
  public:
    Search(const Graph& graph, Semiring semiring) : arcs_(graph, semiring), semiring_(semiring) {}

    std::size_t batch() const override {
        return std::min(search_batch(ld() * sizeof(T), threads()), threads() * most_sources());
    }

    void make(std::span<const std::uint32_t> sources, void* to) override {
        find(sources, static_cast<T*>(to), {});
    }

    RowReductions reduce(const RowQuestion& question, Range vertices) override {
        if (rows_.rows() < vertices.size()) {
            rows_ = Matrix(vertices.size(), arcs_.vertices(), question.dtype);
        }
        make(vertices_in(vertices), rows_.row_data(0));
        RowReductions reduced = no_reductions(question, vertices.size());
        parallel_for({0, vertices.size()}, static_cast<double>(arcs_.vertices()),
                     [&](std::size_t k) {
                         const std::span<const T> row = rows_.template row<T>(k);
                         reduce_row(row, vertices.first + k, question, reduced, k);
                     });
        return reduced;
    }

    void make_all(Matrix& distances, const RowSink& take, const Progress& progress,
                  PathsBeside*) override {
        const std::vector<std::uint32_t> sources = vertices_in({0, arcs_.vertices()});
        find(sources, distances.row<T>(0).data(), progress);
        take({0, distances.n()}, distances.data());
        tell(progress, 1);
    }

  private:
    using Sources = std::span<const SearchSource<T>>;
    static constexpr double kEntry = 6;  // ns

    static std::size_t threads() { return team_limit(); }
    std::size_t ld() const { return padded(arcs_.vertices()); }
    std::size_t most_sources() const {
        return arcs_.equal_weights() ? BreadthFirst<T, 8>::kSources : LaneSearch<T>::kSources;
    }

    void find(std::span<const std::uint32_t> vertices, T* rows, const Progress& progress) {
        std::vector<SearchSource<T>> sources;
        sources.reserve(vertices.size());
        for (const std::uint32_t vertex : vertices) {
            sources.push_back({arcs_.number(vertex), rows + sources.size() * ld()});
        }
        std::ranges::sort(sources, {}, &SearchSource<T>::number);
        // All parts have the same number of sources, near one another, and all threads the same
        // number of parts.
        const std::size_t team =
            team_for(kEntry * static_cast<double>(sources.size() * arcs_.vertices()));
        const std::size_t at_once = team * most_sources();
        const std::size_t parts =
            std::max<std::size_t>(1, (sources.size() + at_once - 1) / at_once * team);
        const std::size_t part = std::max<std::size_t>(1, (sources.size() + parts - 1) / parts);
        if (!arcs_.equal_weights()) return search<LaneSearch<T>>(sources, part, progress);
        if (part <= 128) return search<BreadthFirst<T, 2>>(sources, part, progress);
        search<BreadthFirst<T, 8>>(sources, part, progress);
    }

    template <class Searcher>
    void search(Sources sources, std::size_t part, const Progress& progress) {
        struct Own {
            std::size_t place;
            Searcher searcher;
        };
        std::atomic<std::size_t> done = 0;
        const std::stop_token& stop = stop_token();
        const auto find_part = [&](Own& own, std::size_t number) {
            const std::size_t first = number * part, count = std::min(part, sources.size() - first);
            own.searcher.find(sources.subspan(first, count), stop);
            const std::size_t now = done += count;
            if (own.place != 0) return;
            tell(progress, static_cast<double>(now) / static_cast<double>(sources.size()));
        };
        parallel_with(
            {0, (sources.size() + part - 1) / part},
            kEntry * static_cast<double>(part * arcs_.vertices()),
            [&](std::size_t place) {
                return Own{place, Searcher(arcs_, semiring_)};
            },
            find_part);
    }

    const SearchArcs<T> arcs_;
    const Semiring semiring_;
    Matrix rows_;  // to be reduced
};

}  // namespace

std::unique_ptr<RowMaker> make_search(const Graph& graph, Dtype dtype, Semiring semiring) {
    return visit(dtype, [&](auto null) -> std::unique_ptr<RowMaker> {
        return std::make_unique<Search<decltype(null)>>(graph, semiring);
    });
}

}  // namespace apsp
