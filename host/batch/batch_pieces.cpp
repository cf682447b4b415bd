// See batch_pieces.hpp. Pieces become smaller towards the end, so that all devices finish together.
#include "batch/batch_pieces.hpp"

#include <algorithm>
#include <utility>

namespace apsp {
namespace {

/// The least relaxations of a piece: a processor takes about 0.1 ms for them, which is what a GPU
/// takes for a launch and its copies.
constexpr double kLeast = 1 << 22;

}  // namespace

BatchPieces::BatchPieces(const GraphBatch& batch, Graphs graphs, std::size_t takers,
                         std::size_t most)
    : graphs_(graphs), sums_(1, 0), takers_(takers), most_(most), last_(graphs.size()) {
    sums_.reserve(graphs.size() + 1);
    for (const std::uint32_t graph : graphs) {
        const auto n = static_cast<double>(batch.vertices(graph));
        sums_.push_back(sums_.back() + n * n * n);
    }
}

double BatchPieces::fair(std::size_t first, std::size_t last) const {
    const double left = sums_[last] - sums_[first];
    return takers_ == 1 ? left : std::max(kLeast, left / static_cast<double>(2 * takers_));
}

BatchPieces::Graphs BatchPieces::take_smallest(std::size_t fitting) {
    const std::lock_guard lock(mutex_);
    const std::size_t end = std::min(last_, fitting);
    if (end <= first_) return {};
    const double sum = sums_[first_] + fair(first_, end);
    const auto beyond = std::upper_bound(sums_.begin() + static_cast<std::ptrdiff_t>(first_ + 2),
                                         sums_.begin() + static_cast<std::ptrdiff_t>(end + 1), sum);
    const auto next = static_cast<std::size_t>(beyond - sums_.begin()) - 1;
    const std::size_t count = std::min(next - first_, most_);
    return graphs_.subspan(std::exchange(first_, first_ + count), count);
}

BatchPieces::Graphs BatchPieces::take_largest() {
    const std::lock_guard lock(mutex_);
    if (last_ == first_) return {};
    const double sum = sums_[last_] - fair(first_, last_);
    const auto at = std::lower_bound(sums_.begin() + static_cast<std::ptrdiff_t>(first_),
                                     sums_.begin() + static_cast<std::ptrdiff_t>(last_ - 1), sum);
    const auto next = static_cast<std::size_t>(at - sums_.begin());
    const std::size_t count = std::min(last_ - next, most_);
    last_ -= count;
    return graphs_.subspan(last_, count);
}

BatchPieces::Graphs BatchPieces::take_rest() {
    const std::lock_guard lock(mutex_);
    const std::size_t from = std::exchange(first_, last_);
    return graphs_.subspan(from, last_ - from);
}

}  // namespace apsp
