// See row_team.hpp.
#include "algorithms/row_team.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/all_at_once.hpp"
#include "base/stopwatch.hpp"
#include "graph/padding.hpp"

namespace apsp {

RowTeam::RowTeam(std::vector<std::unique_ptr<RowMaker>> makers, std::size_t row_bytes,
                 std::span<Tally> tallies)
    : makers_(std::move(makers)), row_bytes_(row_bytes), tallies_(tallies) {}

std::size_t RowTeam::batch() const {
    std::size_t all = 0;
    for (const auto& maker : makers_) all += maker->batch();
    return all;
}

void RowTeam::make(std::span<const std::uint32_t> sources, void* to) {
    share(sources, to, {});
}

void RowTeam::make_all(Matrix& distances, const RowSink& take, const Progress& progress,
                       PathsBeside*) {
    share(all_vertices(distances.n()), distances.data(), progress);
    take({0, distances.n()}, distances.data());
}

void RowTeam::share(std::span<const std::uint32_t> sources, void* to, const Progress& progress) {
    const std::size_t all = sources.size();
    std::mutex mutex;
    std::size_t next = 0;
    // Batches become smaller towards the end, so that all makers finish together.
    const auto take = [&](std::size_t most) -> std::span<const std::uint32_t> {
        const std::lock_guard lock(mutex);
        const std::size_t fair = padded((all - next) / (2 * makers_.size()) + 1);
        const std::size_t count = std::min({all - next, most, fair});
        return sources.subspan(std::exchange(next, next + count), count);
    };
    const auto nothing_more = [&] {
        const std::lock_guard lock(mutex);
        next = all;
    };
    all_at_once(makers_.size(), nothing_more, [&](std::size_t k) {
        RowMaker& maker = *makers_[k];
        for (auto some = take(maker.batch()); !some.empty(); some = take(maker.batch())) {
            const auto first = static_cast<std::size_t>(some.data() - sources.data());
            Stopwatch watch;
            maker.make(some, static_cast<unsigned char*>(to) + first * row_bytes_);
            tallies_[k].rows += some.size();
            tallies_[k].seconds += watch.lap();
            if (k != 0) continue;
            tell(progress, static_cast<double>(first + some.size()) / static_cast<double>(all));
        }
    });
}

}  // namespace apsp
