// What tuning found: one file per device and driver in $XDG_DATA_HOME/apsp-ocl, with one entry per
// type and semiring. Damaged files cause warnings, never errors; the built-in configurations
// remain.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "algorithms/engine.hpp"
#include "apsp/devices.hpp"
#include "apsp/solve.hpp"

namespace apsp {

/// What was measured for one kind of solve.
struct TunedEntry {
    Dtype dtype = Dtype::f32;
    Semiring semiring = Semiring::min_plus;
    /// `kleene`, whose configuration serves `rkleene`, too, or `sparse`.
    Algorithm algorithm = Algorithm::kleene;
    std::string variant;
    bool non_negative = true;  ///< See `minds_signs`; true if it makes no difference.
    std::size_t n = 0;         ///< Vertices it was measured with.
    Settings settings;         ///< Empty if the built-in configuration is the best.
    double rate = 0;           ///< Relaxations per second with these settings.
    double default_rate = 0;   ///< The same with the built-in configuration.
};

struct TuningFile {
    std::vector<TunedEntry> entries;
    std::vector<std::string> warnings;  ///< About a file or entries that cannot be used.
};

struct TunedSettings {
    Settings settings;  ///< Empty: the built-in configuration.
    std::vector<std::string> warnings;
};

/// Whether kernels for these options depend on the signs of weights.
bool minds_signs(const EngineOptions& options);

/// Path of the device's file; empty if there is no folder to put it in.
std::string tuning_path(const Device& device);

/// Reads the device's file. A missing file causes no warning.
TuningFile read_tuning(const Device& device);

/// Puts the entries into the device's file, where they replace those of the same kind of solve.
/// @throws Error internal when it cannot be written
void write_tuning(const Device& device, const std::vector<TunedEntry>& entries);

/// What was measured for solves like this one, of at least half as many vertices.
std::optional<TunedEntry> tuned_entry(const Device& device, const EngineOptions& options);

/// The settings that a solve with these options takes; the backend has found them valid. Settings
/// measured with n vertices serve solves with n / 2 and more. `solve` may have settings of its own,
/// or turn tuning off.
TunedSettings tuned_settings(const Device& device, const EngineOptions& options,
                             const SolveOptions& solve = {});

/// The options of an engine for the algorithm, with the device's variant of it, and settings.
EngineOptions options_for(Algorithm algorithm, const Device& device, EngineOptions options,
                          const SolveOptions& solve);

}  // namespace apsp
