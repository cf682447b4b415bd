// Wrong entries for verifiers to find, which are off by more than a correct solver's could be.
#pragma once

#include "contract.hpp"
#include "draw.hpp"

/// A corrupted entry differs by more than this many times the error that solvers are allowed.
inline constexpr int kBeyond = 2;

/// A value that differs in that direction by more than `allowed`, and by about `times` as much if
/// that is finite.
template <class T>
T value_beyond(T value, const Exact& allowed, bool up, double times) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(up ? value + 1 : value - 1);
    } else {
        const double difference = nearest_double(allowed) * times;
        const double wanted = static_cast<double>(value) + (up ? difference : -difference);
        T wrong = static_cast<T>(wanted);  // infinite if it is beyond the type
        while (is_within(static_cast<double>(wrong), exact(value), allowed)) {
            wrong = step_by(wrong, up ? 1 : -1);
        }
        return wrong;
    }
}

/// Some number instead of "no path", or the other way round.
template <class T>
T other_kind(T value, Draw& draw) {
    if (value != apsp::infinity<T>()) return apsp::infinity<T>();
    return draw.pick({T{0}, T{1}, T{100}});
}

/// The message of a verifier that calls this wrong; empty if all call it right.
inline std::string rejection(const apsp::Graph& graph, const apsp::Matrix& distances) {
    const apsp::Verification by_verify = apsp::verify(graph, distances);
    if (!by_verify.ok) return "verify: " + by_verify.failure;
    const apsp::Verification by_prove = apsp::prove(graph, distances);
    return by_prove.ok ? "" : "prove: " + by_prove.failure;
}

/// The name of a verifier that calls this right; empty if none does.
inline std::string acceptance(const apsp::Graph& graph, const apsp::Matrix& distances) {
    if (apsp::verify(graph, distances).ok) return "verify";
    return apsp::prove(graph, distances).ok ? "prove" : "";
}

/// Makes one entry of a right answer wrong, and tells which and how.
inline std::string corrupt(apsp::Matrix& distances, const ExactOracle& oracle, Draw& draw) {
    const std::size_t i = draw.below(oracle.vertices()), j = draw.below(oracle.vertices());
    const Exact allowed = kBeyond * allowed_error(oracle, distances.dtype(), i, j);
    // Errors range from hardly wrong to impossible to overlook.
    const double times = std::ldexp(1, static_cast<int>(draw.below(4) * draw.below(10)));
    const bool up = draw.chance(0.5), as_path = draw.chance(0.1);
    return apsp::visit(distances.dtype(), [&](auto zero) {
        using T = decltype(zero);
        T& entry = distances.row<T>(i)[j];
        const T right = entry;
        const bool no_path = right == apsp::infinity<T>();
        entry =
            no_path || as_path ? other_kind(right, draw) : value_beyond(right, allowed, up, times);
        return fmt::format("entry ({}, {}) of {} changed to {}, where {} is allowed", i, j, right,
                           entry, nearest_double(allowed));
    });
}
