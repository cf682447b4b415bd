// Loops by all threads, or by the calling thread alone if they are short; a stop ends them early.
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "apsp/matrix.hpp"
#include "base/carried_exception.hpp"
#include "base/stop.hpp"
#include "base/team.hpp"

namespace apsp {

/// How many threads work of so many nanoseconds is worth: 1 if waking others would take longer.
std::size_t team_for(double nanoseconds);

/// A loop in pieces of consecutive turns.
struct LoopPieces {
    std::size_t length;  ///< Of each piece but the last.
    std::size_t count;
    std::size_t team;
};
LoopPieces pieces_of(std::size_t turns, double cost);

/// Calls f(own, i) for each i in the range. `own` is what make(place) returned for the thread,
/// whose `place` is less than team_limit(), and 0 for the calling thread. At the end, the calling
/// thread calls merge(own) for each of these. A thread's turns ascend; which turns it gets depends
/// on chance. `cost` is the time that one turn takes, very roughly, in nanoseconds: about 1 for
/// each element that is copied, added or compared, and 5 for each arc that a search looks at.
/// @throws Stopped, or the first exception of all calls; only some of the turns are done then
template <class Make, class F, class Merge>
void parallel_with(Range range, double cost, const Make& make, const F& f, const Merge& merge) {
    using Own = std::invoke_result_t<Make, std::size_t>;
    const std::stop_token& stop = stop_token();
    const LoopPieces pieces = pieces_of(range.size(), cost);
    struct alignas(64) Place {
        std::optional<Own> own;
    };
    std::vector<Place> places(pieces.team);
    const auto piece = [&](std::size_t number, std::size_t place) {
        const std::size_t first = range.first + number * pieces.length;
        const std::size_t last =
            range.last - first < pieces.length ? range.last : first + pieces.length;
        std::optional<Own>& own = places[place].own;
        for (std::size_t i = first; i < last && !stop.stop_requested(); ++i) {
            if (!own) own.emplace(make(place));
            f(*own, i);
        }
    };
    if (pieces.team == 1) {
        if (range.size() != 0) piece(0, 0);
    } else {
        CarriedException error;
        take_turns(pieces.team, pieces.count, [&](std::size_t number, std::size_t place) {
            if (!error) error.keep_from([&] { piece(number, place); });
        });
        error.rethrow();
    }
    check_stop();
    for (Place& each : places) {
        if (each.own) merge(*each.own);
    }
}
template <class Make, class F>
void parallel_with(Range range, double cost, const Make& make, const F& f) {
    parallel_with(range, cost, make, f, [](const auto&) {});
}

/// The same for f(i).
template <class F>
void parallel_for(Range range, double cost, const F& f) {
    parallel_with(
        range, cost, [](std::size_t place) { return place; },
        [&](std::size_t, std::size_t i) { f(i); });
}

}  // namespace apsp
