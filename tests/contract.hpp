// What a solve has to deliver for any graph: how far an entry may be from the exact distance, and
// what must hold for a negative cycle that it shows.
#pragma once

#include <fmt/core.h>

#include <limits>
#include <optional>
#include <set>
#include <string>

#include "apsp/apsp.hpp"
#include "exact_oracle.hpp"

/// How many times its own roundings a path may get from arcs that are not on it, but that make
/// potentials large (see `allowed_error`): this costs three digits of f32's seven, or half of
/// f64's.
inline constexpr std::size_t kGrowthF32 = 1024;
inline constexpr std::size_t kGrowthF64 = std::size_t{1} << 26;

/// How a floating-point type rounds. Integer types round nothing.
struct Rounding {
    int digits;          ///< One rounding is at most 2^-digits of the result.
    Exact denormal;      ///< The smallest number above 0.
    std::size_t growth;  ///< `kGrowthF32` or `kGrowthF64`
};

inline Rounding rounding_of(apsp::Dtype dtype) {
    if (dtype == apsp::Dtype::f64) return {53, 1, kGrowthF64};
    return {24, Exact(1) << (-149 - kUnitExponent), kGrowthF32};
}

/// Whether integer weights are so small that no sum over a path is rounded.
inline bool sums_are_exact(const ExactOracle& oracle, const Rounding& rounding) {
    const Exact limit = Exact(1) << (rounding.digits - kUnitExponent);
    return oracle.integral() && oracle.largest() * oracle.vertices() < limit;
}

/// How much an entry of a correct solver may differ from the exact distance.
///
/// A path of L arcs costs some L + 4 roundings of the sum S of its |weights|. With negative weights
/// a solver works on lengths R = d + h(i) - h(j) under Johnson's potentials h, and rounds those. R
/// may be far above S, because of arcs that are not on the path; they may add no more than `growth`
/// times the path's own roundings. A path that is hardly longer, but wins by roundings, may have
/// more arcs than the shortest: hence twice L.
inline Exact allowed_error(const ExactOracle& oracle, apsp::Dtype dtype, std::size_t i,
                           std::size_t j) {
    const ExactPath& path = oracle.path(i, j);
    if (i == j || !path.exists || apsp::is_integral(dtype)) return 0;
    const Rounding rounding = rounding_of(dtype);
    if (sums_are_exact(oracle, rounding)) return 0;
    Exact rounded = path.magnitude;
    if (oracle.negative_weights()) {
        const Exact reduced = path.length + oracle.potential(i) - oracle.potential(j);
        rounded += std::min(Exact(path.magnitude * rounding.growth), reduced);
    }
    const std::size_t arcs = 2 * path.arcs;
    return ((rounded * (arcs + 4)) >> rounding.digits) + rounding.denormal * (arcs + 1);
}

/// What is wrong with that entry; empty if nothing is.
inline std::string wrong_entry(const ExactOracle& oracle, const apsp::Matrix& distances,
                               std::size_t i, std::size_t j) {
    const ExactPath& path = oracle.path(i, j);
    const double found = distances.at(i, j);
    const auto wrong = [&](const std::string& expected) {
        return fmt::format("wrong distance: entry ({}, {}) is {}, {}", i, j, found, expected);
    };
    if (found == apsp::infinity<double>()) {
        if (!path.exists) return "";
        return wrong(fmt::format("no path, expected {}", nearest_double(path.length)));
    }
    if (!path.exists) return wrong("expected no path");
    const Exact allowed = allowed_error(oracle, distances.dtype(), i, j);
    if (is_within(found, path.length, allowed)) return "";
    return wrong(fmt::format("expected {} to within {} ({} arcs, sum of |weights| {})",
                             nearest_double(path.length), nearest_double(allowed), path.arcs,
                             nearest_double(path.magnitude)));
}

/// Whether the way there and back is below 0 by more than roundings, which a user notices without
/// knowing a single distance.
inline std::string wrong_round_trip(const ExactOracle& oracle, const apsp::Matrix& distances,
                                    std::size_t i, std::size_t j) {
    const double there = distances.at(i, j), back = distances.at(j, i);
    if (!std::isfinite(there) || !std::isfinite(back)) return "";
    const Exact allowed = allowed_error(oracle, distances.dtype(), i, j) +
                          allowed_error(oracle, distances.dtype(), j, i);
    if (exact(there) + exact(back) >= -allowed) return "";
    return fmt::format("wrong distance: entry ({}, {}) is {} and the way back {}: together below 0",
                       i, j, there, back);
}

/// The first thing that is wrong with the distances of a graph without a negative cycle.
inline std::string wrong_distances(const ExactOracle& oracle, const apsp::Matrix& distances) {
    for (std::size_t i = 0; i < oracle.vertices(); ++i) {
        for (std::size_t j = 0; j < oracle.vertices(); ++j) {
            if (auto wrong = wrong_entry(oracle, distances, i, j); !wrong.empty()) return wrong;
            if (auto wrong = wrong_round_trip(oracle, distances, i, j); !wrong.empty()) {
                return wrong;
            }
        }
    }
    return "";
}

/// The exact sum of a cycle's arcs; none if it is no cycle of the graph.
inline std::optional<Exact> cycle_sum(const Weights& weights,
                                      const std::vector<std::size_t>& cycle) {
    if (cycle.empty() || std::set(cycle.begin(), cycle.end()).size() != cycle.size()) return {};
    Exact sum = 0;
    for (std::size_t k = 0; k < cycle.size(); ++k) {
        const auto place =
            weights.find({static_cast<std::uint32_t>(cycle[k]),
                          static_cast<std::uint32_t>(cycle[(k + 1) % cycle.size()])});
        if (place == weights.end()) return {};
        sum += exact(place->second);
    }
    return sum;
}

/// What is wrong with a negative cycle that was shown.
inline std::string wrong_cycle(const Weights& weights, const apsp::NegativeCycle& shown) {
    const auto sum = cycle_sum(weights, shown.vertices());
    if (!sum) return fmt::format("wrong cycle: the graph has none like it ({})", shown.what());
    if (*sum >= 0) {
        return fmt::format("wrong cycle: it adds up to {} ({})", nearest_double(*sum),
                           shown.what());
    }
    // The weight may be rounded either way; a sum beyond all doubles is reported as the largest one
    // or as -inf.
    constexpr double kLowest = std::numeric_limits<double>::lowest();
    const bool right = *sum < exact(kLowest)
                           ? shown.weight() <= kLowest
                           : is_within(shown.weight(), *sum, Exact(abs(*sum)) >> 52);
    if (right) return "";
    return fmt::format("wrong cycle: its weight is {}, not {}", nearest_double(*sum),
                       shown.weight());
}
