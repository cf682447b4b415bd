// Tuning: times the configurations that a backend offers against the device's own, by whole solves.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/stopwatch.hpp"
#include "solve/tuning.hpp"

namespace apsp {

/// One kind of solve.
struct TuneJob {
    Dtype dtype = Dtype::f32;
    Semiring semiring = Semiring::min_plus;
    bool non_negative = true;
    Algorithm algorithm = Algorithm::kleene;  ///< Or `sparse`.
};

/// A candidate and its outcome: measured, or why not.
struct Trial {
    Settings settings;  ///< With all names.
    double ratio = 0;   ///< The default's seconds over its own; 0 if not measured.
    std::string note;   ///< "wrong answer", "does not build: ..."
};

struct TuneResult {
    bool measured = false;  ///< Otherwise time ran out before the default was known.
    TunedEntry entry;       ///< To be kept; without settings if the default is the best.
    Settings defaults;
    Settings best;     ///< The best candidate, even if it did not beat the default.
    double ratio = 1;  ///< Of the best in the final comparison, and its spread.
    double spread = 0;
    std::vector<Trial> trials;
    bool complete = false;  ///< All stages were tried in time.
};

/// Whether the device's kernels for the algorithm have anything to tune.
bool tunable(const Device& device, Algorithm algorithm);

/// Ends by itself after `seconds`, apart from the build of one kernel. If `n` is 0, it chooses the
/// number of vertices. The best is kept only if it beats the default by 2 % and by the spread of
/// their comparison.
/// @throws Error as solve, for the default configuration; a candidate's errors are in its trial
TuneResult tune(const Device& device, const TuneJob& job, std::size_t n, double seconds,
                const std::function<void()>& tick = {});

/// Texts like "64x128 8x8 kd16" for a table: what differs from `defaults`, or all of it.
std::string short_text(const Settings& settings, const Settings& defaults);

}  // namespace apsp
