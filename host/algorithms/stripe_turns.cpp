// See stripe_turns.hpp.
#include "algorithms/stripe_turns.hpp"

#include <algorithm>

namespace apsp {

SharedTurns::SharedTurns(StripeStore& store, std::size_t stripes, std::size_t engines)
    : store_(store), engines_(engines), first_round_(stripes), readers_(stripes, 0) {
    for (std::size_t s = 0; s < stripes; ++s) {
        const std::size_t rounds = store.rounds(s);
        taken_.push_back(rounds);
        first_round_ = std::min(first_round_, rounds);
        all_commits_ += stripes - std::min(rounds, stripes);
    }
    first_is_closed_ = first_round_ == stripes || store.rounds(first_round_) > first_round_;
}

double SharedTurns::done() const {
    const std::lock_guard lock(monitor_.mutex());
    return static_cast<double>(commits_) /
           static_cast<double>(std::max<std::size_t>(all_commits_, 1));
}

bool SharedTurns::closes_first() {
    const std::lock_guard lock(monitor_.mutex());
    return !std::exchange(first_is_closed_, true);
}

const void* SharedTurns::pivots(std::size_t round) {
    std::unique_lock lock(monitor_.mutex());
    monitor_.wait(lock, [&] { return store_.rounds(round) > round; });
    return store_.read(round);
}

void SharedTurns::have_pivots(std::size_t round) {
    const std::lock_guard lock(monitor_.mutex());
    ++readers_[round];
    monitor_.notify();
}

std::optional<std::size_t> SharedTurns::take(std::size_t round,
                                             const std::function<void()>& before_waiting) {
    std::unique_lock lock(monitor_.mutex());
    std::optional<std::size_t> found;
    const auto have_found = [&] {
        bool all_taken = true;
        for (std::size_t k = 0; k + 1 < stripes(); ++k) {
            const std::size_t stripe = stripe_in_turn(round, k, stripes(), engines_ == 1);
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

void* SharedTurns::next(std::size_t stripe) {
    std::unique_lock lock(monitor_.mutex());
    const std::size_t rounds = store_.rounds(stripe);
    // It was pivots already, and may still be read as these.
    monitor_.wait(lock, [&] {
        return rounds <= stripe || stripe < first_round_ || readers_[stripe] == engines_;
    });
    return store_.next(stripe);
}

void SharedTurns::commit(std::size_t stripe, std::size_t rounds) {
    const std::lock_guard lock(monitor_.mutex());
    commits_ += rounds - store_.rounds(stripe);
    store_.commit(stripe, rounds);
    taken_[stripe] = rounds;
    monitor_.notify();
}

}  // namespace apsp
