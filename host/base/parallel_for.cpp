// See parallel_for.hpp.
#include "base/parallel_for.hpp"

#include <algorithm>

#include "base/carried_exception.hpp"

namespace apsp {
namespace {

// Sleeping threads take 20 to 100 us to begin.
constexpr double kWorthWaking = 100'000, kWorthThreads = 20'000, kPiece = 10'000;  // ns
constexpr std::size_t kPiecesEach = 16;

}  // namespace

std::size_t team_for(double nanoseconds) {
    const bool worth =
        nanoseconds >= kWorthWaking || (nanoseconds >= kWorthThreads && team_awake());
    return worth ? team_limit() : 1;
}

LoopPieces pieces_of(std::size_t turns, double cost) {
    const std::size_t team =
        turns < 2 ? 1 : std::min(team_for(static_cast<double>(turns) * cost), turns);
    if (team == 1) return {turns, 1, 1};
    const double longest = static_cast<double>(turns);
    const auto least = static_cast<std::size_t>(std::clamp(kPiece / cost, 1.0, longest));
    const std::size_t fair = (turns + team * kPiecesEach - 1) / (team * kPiecesEach);
    const std::size_t length = std::max(least, fair);
    return {length, (turns + length - 1) / length, team};
}

void run_pieces(Range range, const LoopPieces& pieces,
                void (*piece)(const void* of, Range turns, std::size_t place), const void* of) {
    if (pieces.team == 1) {
        if (range.size() != 0) piece(of, range, 0);
    } else {
        CarriedException error;
        take_turns(pieces.team, pieces.count, [&](std::size_t number, std::size_t place) {
            const std::size_t first = range.first + number * pieces.length;
            const std::size_t last = std::min(first + pieces.length, range.last);
            if (!error) error.keep_from([&] { piece(of, {first, last}, place); });
        });
        error.rethrow();
    }
    check_stop();
}

}  // namespace apsp
