// Configurations taken apart by their members: into settings and back with every value checked,
// into macros of the kernels, and into what tuning tries.
#pragma once

#include <vector>

#include "backends/opencl/configurations.hpp"

namespace apsp::opencl {

/// The members that are settings, and the block if there is one.
template <class Configuration>
Settings to_settings(const Configuration& configuration, std::size_t block = 0) {
    Settings settings;
    if (block != 0) settings["block"] = block;
    for (const auto& member : Configuration::members()) {
        if (member.allowed.size() == 0) continue;
        settings[std::string(member.name)] = configuration.*member.value;
    }
    return settings;
}

/// The macros that these kernels get, followed by `more`.
template <class Configuration>
Defines to_defines(const Configuration& configuration, Kernels kernels, const Defines& more = {}) {
    Defines defines;
    for (const auto& member : Configuration::members()) {
        const bool theirs = member.kernels == Kernels::all || member.kernels == kernels;
        const std::size_t value = configuration.*member.value;
        if (theirs && value != 0 && !member.macro.empty()) {
            defines.emplace_back(member.macro, value);
        }
    }
    defines.insert(defines.end(), more.begin(), more.end());
    return defines;
}

/// One setting, with the member's name.
template <class Configuration>
Settings::value_type setting(std::size_t Configuration::*value, std::size_t to) {
    for (const auto& member : Configuration::members()) {
        if (member.value == value) return {std::string(member.name), to};
    }
    throw Error(ErrorKind::internal, "a member of a configuration without a line");
}

/// Overrides the configuration with the settings, if they are for its kernels: the sweep's where
/// the algorithm is `sparse`, else the tiles' ("block" is for `choose_blocks`).
/// @throws Error usage for names that do not exist, and for values that the kernels or the device
///         do not allow
void apply(Settings settings, GpuConfiguration& configuration, const Device& device,
           const EngineOptions& options);
void apply(Settings settings, CpuConfiguration& configuration, const Device& device,
           const EngineOptions& options);
void apply(Settings settings, SweepConfiguration& configuration, const Device& device,
           const EngineOptions& options);
void check_block(std::size_t block);

std::vector<std::vector<Settings>> gpu_candidates();
std::vector<std::vector<Settings>> cpu_candidates(const EngineOptions& options);
std::vector<std::vector<Settings>> sweep_candidates(const Device& device);

}  // namespace apsp::opencl
