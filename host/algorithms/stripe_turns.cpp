// See stripe_turns.hpp.
#include "algorithms/stripe_turns.hpp"

#include <algorithm>
#include <utility>

#include "base/parallel_copy.hpp"

namespace apsp {

StripeTurns::StripeTurns(StripeStore& store, const std::vector<Range>& stripes, Range rows,
                         std::size_t row_bytes, Panels* panels)
    : store_(store),
      stripes_(stripes),
      engines_(1),
      rows_(rows),
      row_bytes_(row_bytes),
      panels_(panels),
      first_round_(stripes.size()),
      readers_(stripes.size(), 0) {
    const std::size_t all = stripes.size();
    for (std::size_t s = 0; s < all; ++s) {
        taken_.push_back(has(s) ? store.rounds(s) : all);
        first_round_ = std::min(first_round_, store.rounds(s));
        all_commits_ += all - std::min(taken_[s], all);
    }
    first_is_closed_ =
        first_round_ == all || !has(first_round_) || store.rounds(first_round_) > first_round_;
}

StripeTurns::StripeTurns(StripeStore& store, const std::vector<Range>& stripes, std::size_t engines)
    : StripeTurns(store, stripes, {0, stripes.back().last}, 0, nullptr) {
    engines_ = engines;
}

double StripeTurns::done() const {
    const std::lock_guard lock(monitor_.mutex());
    return static_cast<double>(commits_) /
           static_cast<double>(std::max<std::size_t>(all_commits_, 1));
}

bool StripeTurns::closes_first() {
    const std::lock_guard lock(monitor_.mutex());
    return !std::exchange(first_is_closed_, true);
}

const void* StripeTurns::pivots(std::size_t round) {
    if (!has(round)) {
        panels_->receive(round, bytes_of(round));
        return panels_->incoming(round);
    }
    std::unique_lock lock(monitor_.mutex());
    monitor_.wait(lock, [&] { return store_.rounds(round) > round; });
    return store_.read(round);
}

void StripeTurns::have_pivots(std::size_t round) {
    if (!has(round)) return panels_->release(round);
    const std::lock_guard lock(monitor_.mutex());
    ++readers_[round];
    monitor_.notify();
}

/// The k-th stripe of a round, of all but the pivots. Others wait for the next pivots, which
/// therefore come first; an engine that is alone keeps them for the next round, and they come last.
std::size_t StripeTurns::in_turn(std::size_t round, std::size_t k) const {
    const std::size_t all = stripes_.size();
    const bool alone = engines_ == 1 && panels_ == nullptr;
    return (round + 1 + (alone ? (k + 1) % (all - 1) : k)) % all;
}

std::optional<std::size_t> StripeTurns::take(std::size_t round,
                                             const std::function<void()>& before_waiting) {
    std::unique_lock lock(monitor_.mutex());
    std::optional<std::size_t> found;
    const auto have_found = [&] {
        bool all_taken = true;
        for (std::size_t k = 0; k + 1 < stripes_.size(); ++k) {
            const std::size_t stripe = in_turn(round, k);
            if (taken_[stripe] != round) continue;
            all_taken = false;
            if (store_.rounds(stripe) < round) continue;
            found = stripe;
            break;
        }
        return all_taken || found;
    };
    if (!have_found()) {
        lock.unlock();
        before_waiting();
        lock.lock();
        monitor_.wait(lock, have_found);
    }
    if (found) taken_[*found] = round + 1;
    return found;
}

void* StripeTurns::next(std::size_t stripe) {
    std::unique_lock lock(monitor_.mutex());
    const std::size_t rounds = store_.rounds(stripe);
    // It was pivots already, and may still be read as these.
    monitor_.wait(lock, [&] {
        return rounds <= stripe || stripe < first_round_ || readers_[stripe] == engines_;
    });
    return store_.next(stripe);
}

void StripeTurns::commit(std::size_t stripe, std::size_t rounds) {
    {
        const std::lock_guard lock(monitor_.mutex());
        commits_ += rounds - store_.rounds(stripe);
        store_.commit(stripe, rounds);
        taken_[stripe] = rounds;
        monitor_.notify();
    }
    if (panels_ != nullptr && rounds == stripe + 1) send(stripe);
}

/// Its content is the pivots of a round.
void StripeTurns::send(std::size_t stripe) {
    constexpr std::size_t kPiece = std::size_t{16} << 20;
    auto* const to = static_cast<unsigned char*>(panels_->outgoing(stripe));
    const auto* const from = static_cast<const unsigned char*>(store_.read(stripe));
    const std::size_t all = bytes_of(stripe);
    for (std::size_t first = 0; first < all; first += kPiece) {
        const std::size_t bytes = std::min(kPiece, all - first);
        parallel_copy(to + first, from + first, bytes);
        panels_->send(stripe, first + bytes);
    }
}

}  // namespace apsp
