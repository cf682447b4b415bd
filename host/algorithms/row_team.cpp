// See row_team.hpp.
#include "algorithms/row_team.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/all_at_once.hpp"
#include "base/stopwatch.hpp"
#include "graph/padding.hpp"

namespace apsp {

RowTeam::RowTeam(std::vector<std::unique_ptr<RowMaker>> makers, bool equal, std::size_t row_bytes,
                 std::span<Tally> tallies)
    : makers_(std::move(makers)), equal_(equal), row_bytes_(row_bytes), tallies_(tallies) {}

std::size_t RowTeam::batch() const {
    std::size_t all = 0;
    for (const auto& maker : makers_) all += maker->batch();
    return all;
}

void RowTeam::make(std::span<const std::uint32_t> sources, void* to) {
    share({0, sources.size()}, {}, false, [&](RowMaker& maker, Range some) {
        maker.make(sources.subspan(some.first, some.size()),
                   static_cast<unsigned char*>(to) + some.first * row_bytes_);
    });
}

void RowTeam::make_all(Matrix& distances, const RowSink& take, const Progress& progress,
                       PathsBeside*) {
    const std::vector<std::uint32_t> sources = vertices_in({0, distances.n()});
    share({0, sources.size()}, progress, false, [&](RowMaker& maker, Range some) {
        maker.make(std::span(sources).subspan(some.first, some.size()),
                   distances.row_data(some.first));
    });
    take({0, distances.n()}, distances.data());
}

RowReductions RowTeam::reduce(const RowQuestion& question, Range vertices) {
    RowReductions all = no_reductions(question, vertices.size());
    std::mutex mutex;
    bool whole = true;
    share(vertices, {}, true, [&](RowMaker& maker, Range some) {
        const RowReductions own = maker.reduce(question, some);
        const std::lock_guard lock(mutex);
        all.put(some.first - vertices.first, own);
        whole = whole && !own.empty();
    });
    return whole ? all : RowReductions();
}

template <class F>
void RowTeam::share(Range rows, const Progress& progress, bool reducing, const F& f) {
    std::mutex mutex;
    std::size_t next = rows.first;
    // Batches become smaller towards the end, so that all makers finish together. But makers that
    // need many rows at a time take as many as they can have, in one batch if they are equal.
    const auto take = [&](const RowMaker& maker) -> Range {
        const std::lock_guard lock(mutex);
        const std::size_t least = reducing ? maker.least() : 1, left = rows.last - next;
        const std::size_t shared = least > 1 ? rows.size() * (equal_ ? 2 : 1) : left;
        const std::size_t fair = padded(shared / (2 * makers_.size()) + 1);
        const std::size_t count = std::min({left, maker.batch(), std::max(fair, least)});
        return {std::exchange(next, next + count), next};
    };
    const auto nothing_more = [&] {
        const std::lock_guard lock(mutex);
        next = rows.last;
    };
    all_at_once(makers_.size(), nothing_more, [&](std::size_t k) {
        RowMaker& maker = *makers_[k];
        for (Range some = take(maker); some.size() != 0; some = take(maker)) {
            Stopwatch watch;
            f(maker, some);
            tallies_[k].rows += some.size();
            tallies_[k].seconds += watch.lap();
            if (k != 0) continue;
            tell(progress,
                 static_cast<double>(some.last - rows.first) / static_cast<double>(rows.size()));
        }
    });
}

}  // namespace apsp
