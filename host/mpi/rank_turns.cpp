// See rank_turns.hpp.
#include "mpi/rank_turns.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/parallel_copy.hpp"

namespace apsp::mpi {

RankTurns::RankTurns(Matrix& matrix, const std::vector<Range>& stripes, Range rows, Panels* panels)
    : matrix_(matrix),
      stripes_(stripes),
      rows_(rows),
      panels_(panels),
      rounds_(stripes.size(), 0),
      taken_(stripes.size(), 0) {}

double RankTurns::done() const {
    const std::size_t all = stripes_.size() * stripes_.size();
    const std::size_t own = all * rows_.size() / stripes_.back().last;
    const auto so_far = std::accumulate(rounds_.begin(), rounds_.end(), std::size_t{0});
    return std::min(1.0, static_cast<double>(so_far) / static_cast<double>(own));
}

bool RankTurns::closes_first() {
    return has(0) && !std::exchange(first_is_closed_, true);
}

const void* RankTurns::pivots(std::size_t round) {
    panels_->receive(round, bytes_of(round));
    return panels_->incoming(round);
}

void RankTurns::have_pivots(std::size_t round) {
    if (!has(round)) panels_->release(round);
}

std::optional<std::size_t> RankTurns::take(std::size_t round,
                                           const std::function<void()>& before_waiting) {
    for (bool again = true; again;) {
        again = false;
        for (std::size_t k = 0; k + 1 < stripes_.size(); ++k) {
            const std::size_t stripe =
                stripe_in_turn(round, k, stripes_.size(), panels_ == nullptr);
            if (!has(stripe) || taken_[stripe] != round) continue;
            if (rounds_[stripe] < round) {
                again = true;
                continue;
            }
            taken_[stripe] = round + 1;
            return stripe;
        }
        if (again) before_waiting();
    }
    return std::nullopt;
}

void RankTurns::commit(std::size_t stripe, std::size_t rounds) {
    rounds_[stripe] = taken_[stripe] = rounds;
    if (panels_ != nullptr && rounds == stripe + 1) send(stripe);
}

/// Its content is the pivots of a round.
void RankTurns::send(std::size_t stripe) {
    constexpr std::size_t kPiece = std::size_t{16} << 20;
    auto* const to = static_cast<unsigned char*>(panels_->outgoing(stripe));
    const auto* const from = static_cast<const unsigned char*>(memory(stripe));
    const std::size_t all = bytes_of(stripe);
    for (std::size_t first = 0; first < all; first += kPiece) {
        const std::size_t bytes = std::min(kPiece, all - first);
        parallel_copy(to + first, from + first, bytes);
        panels_->send(stripe, first + bytes);
    }
}

}  // namespace apsp::mpi
