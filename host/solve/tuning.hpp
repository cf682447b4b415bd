// What tuning found: one file a device and driver in $XDG_DATA_HOME/apsp-ocl, an entry a type and
// semiring. Damage is told and passed over, never an error: the built-in configurations remain.
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
    /// `kleene`, whose configuration `rkleene` takes, too, or `sparse`.
    Algorithm algorithm = Algorithm::kleene;
    std::string variant;
    bool non_negative = true;  ///< As `minds_signs` says; true where it makes no difference.
    std::size_t n = 0;         ///< Vertices it was measured with.
    Settings settings;         ///< Empty: the built-in configuration is the best.
    double rate = 0;  ///< Relaxations a second, of these settings and of the built-in ones.
    double default_rate = 0;
};

struct TuningFile {
    std::vector<TunedEntry> entries;
    std::vector<std::string> warnings;  ///< Of a file or entries that are of no use.
};

struct TunedSettings {
    Settings settings;  ///< Empty: the built-in configuration.
    std::vector<std::string> warnings;
};

/// Whether kernels of these options differ by the signs of weights.
bool minds_signs(const EngineOptions& options);

/// Where the device's file is; empty without a folder to put it in.
std::string tuning_path(const Device& device);

/// The device's file. None is no warning.
TuningFile read_tuning(const Device& device);

/// Puts the entries into the device's file, in the place of those of the same kind of solve.
/// @throws Error internal when it cannot be written
void write_tuning(const Device& device, const std::vector<TunedEntry>& entries);

/// What was measured for solves like this one, of at least half as many vertices.
std::optional<TunedEntry> tuned_entry(const Device& device, const EngineOptions& options);

/// What a solve with these options takes: settings that the backend has found valid. They were
/// measured with some n, and serve from half of it on. `solve` may have others, or refuse them.
TunedSettings tuned_settings(const Device& device, const EngineOptions& options,
                             const SolveOptions& solve = {});

/// Those of an engine for the algorithm: with the device's variant of it, and settings.
EngineOptions options_for(Algorithm algorithm, const Device& device, EngineOptions options,
                          const SolveOptions& solve);

}  // namespace apsp
