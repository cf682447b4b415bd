// Loops by all threads, or by the calling thread alone if they are short; a stop ends them early.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>

#include "apsp/matrix.hpp"
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

/// Calls piece(of, turns, place) for each piece of the range; see parallel_with. It is no template,
/// so that each loop of the project compiles its body once and nothing else.
/// @throws Stopped, or the first exception of all calls; only some of the pieces are done then
void run_pieces(Range range, const LoopPieces& pieces,
                void (*piece)(const void* of, Range turns, std::size_t place), const void* of);

/// Calls f(own, i) for each i in the range. `own` is what make(place) returned for the thread,
/// whose `place` is less than team_limit(), and 0 for the calling thread. At the end, the calling
/// thread calls merge(own) for each of these. A thread's turns ascend; which turns it gets depends
/// on chance. `cost` is the time that one turn takes, very roughly, in nanoseconds: about 1 for
/// each element that is copied, added or compared, and 5 for each arc that a search looks at.
/// @throws Stopped, or the first exception of all calls; only some of the turns are done then
template <class Make, class F, class Merge>
void parallel_with(Range range, double cost, const Make& make, const F& f, const Merge& merge) {
    using Own = std::invoke_result_t<Make, std::size_t>;
    struct alignas(64) Place {
        std::optional<Own> own;
    };
    struct Loop {
        const Make& make;
        const F& f;
        Place* places;
        const std::stop_token& stop;
    };
    const LoopPieces pieces = pieces_of(range.size(), cost);
    const auto places = std::make_unique<Place[]>(pieces.team);
    const Loop loop{make, f, places.get(), stop_token()};
    run_pieces(
        range, pieces,
        [](const void* of, Range turns, std::size_t place) {
            const Loop& all = *static_cast<const Loop*>(of);
            std::optional<Own>& own = all.places[place].own;
            for (std::size_t i = turns.first; i < turns.last && !all.stop.stop_requested(); ++i) {
                if (!own) own.emplace(all.make(place));
                all.f(*own, i);
            }
        },
        &loop);
    for (std::size_t place = 0; place < pieces.team; ++place) {
        if (std::optional<Own>& own = places[place].own) merge(*own);
    }
}
template <class Make, class F>
void parallel_with(Range range, double cost, const Make& make, const F& f) {
    parallel_with(range, cost, make, f, [](const auto&) {});
}

/// The same for f(i).
template <class F>
void parallel_for(Range range, double cost, const F& f) {
    struct Loop {
        const F& f;
        const std::stop_token& stop;
    };
    const Loop loop{f, stop_token()};
    run_pieces(
        range, pieces_of(range.size(), cost),
        [](const void* of, Range turns, std::size_t) {
            const Loop& all = *static_cast<const Loop*>(of);
            for (std::size_t i = turns.first; i < turns.last && !all.stop.stop_requested(); ++i) {
                all.f(i);
            }
        },
        &loop);
}

}  // namespace apsp
