// Compares two sweeps: what became slower, beyond the noise.
#pragma once

#include <string>
#include <vector>

#include "measure/results.hpp"

namespace apsp::sweep {

enum class Verdict {
    same,    ///< Within the noise.
    slower,  ///< Every new run takes longer than every old one, and the median by 2 % at least.
    faster,  ///< The other way round.
    lost,    ///< Was measured, and now cannot be.
    unknown  ///< Fewer than three runs on one side: their spread says nothing.
};
std::string_view name(Verdict verdict);

struct Change {
    Cell cell;  ///< In the new sweep.
    Verdict verdict = Verdict::same;
    Spread before, after;  ///< Seconds of compute; `after` is empty if it is lost.
    std::string reason;    ///< Why it is lost.

    double ratio() const { return after.median / before.median; }
};

/// The rows that both sweeps have and that were measured before: first those that are lost, then
/// the others, the worst ratio first. Devices are the same if backend, platform and name are,
/// whatever their drivers.
std::vector<Change> compare(const Results& before, const Results& after);

}  // namespace apsp::sweep
