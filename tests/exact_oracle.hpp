// The exact oracle of the tests: Floyd-Warshall as in a textbook, in integers of any size. It takes
// any finite weights, rounds nothing, and shares no code with the library.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "apsp/graph.hpp"

/// A sum of doubles, in units of 2^-1074: every finite double is an integer number of these.
using Exact = boost::multiprecision::cpp_int;

inline constexpr int kUnitExponent = -1074;

/// A finite double, exactly.
inline Exact exact(double value) {
    int exponent = 0;
    const double fraction = std::frexp(std::abs(value), &exponent);
    Exact units = static_cast<std::int64_t>(std::ldexp(fraction, 53));
    const int shift = exponent - 53 - kUnitExponent;
    if (shift >= 0) {
        units <<= shift;
    } else {
        units >>= -shift;  // a denormal: the bits shifted out are 0
    }
    return value < 0 ? Exact(-units) : units;
}

/// The nearest double (of two equally near, the one farther from 0); infinite beyond the largest.
inline double nearest_double(const Exact& value) {
    Exact bits = abs(value);
    if (bits == 0) return 0;
    const int excess = static_cast<int>(msb(bits)) - 52;  // a double has 53 bits
    if (excess > 0) {
        bits += Exact(1) << (excess - 1);
        bits >>= excess;
    }
    const double size = std::ldexp(static_cast<double>(static_cast<std::int64_t>(bits)),
                                   std::max(excess, 0) + kUnitExponent);
    return value < 0 ? -size : size;
}

/// Whether |computed - expected| <= allowed, computed without rounding. False for NaN and
/// infinities.
inline bool is_within(double computed, const Exact& expected, const Exact& allowed) {
    return std::isfinite(computed) && abs(Exact(exact(computed) - expected)) <= allowed;
}

/// The arcs that count, by their ends: the smallest of parallel ones, no self-loop of weight >= 0.
using Weights = std::map<std::pair<std::uint32_t, std::uint32_t>, double>;

inline Weights weights_that_count(const std::vector<apsp::Arc>& arcs) {
    Weights weights;
    for (const apsp::Arc& arc : arcs) {
        if (arc.source == arc.target && arc.weight >= 0) continue;
        const auto [place, added] = weights.try_emplace({arc.source, arc.target}, arc.weight);
        if (!added) place->second = std::min(place->second, arc.weight);
    }
    return weights;
}

/// The shortest paths of a pair of vertices. There may be several of the same length.
struct ExactPath {
    bool exists = false;
    Exact length;
    Exact magnitude;       ///< Sum of the |weights|, the smallest of several paths.
    std::size_t arcs = 0;  ///< The most of all paths found; fewer than vertices.
};

/// All shortest paths of a graph, or the fact that it has a negative cycle.
class ExactOracle {
  public:
    ExactOracle(std::size_t n, const std::vector<apsp::Arc>& arcs) : n_(n), paths_(n * n) {
        for (std::size_t v = 0; v < n; ++v) at(v, v).exists = true;
        for (const auto& [ends, weight] : weights_that_count(arcs)) {
            add(ends.first, ends.second, weight);
        }
        for (std::size_t k = 0; k < n && !negative_cycle_; ++k) relax_through(k);
        if (!negative_cycle_) find_potentials();
    }

    std::size_t vertices() const { return n_; }
    bool negative_cycle() const { return negative_cycle_; }
    bool negative_weights() const { return negative_weights_; }
    bool integral() const { return integral_; }
    /// The largest |weight|.
    const Exact& largest() const { return largest_; }
    /// Like `potential`, this is not for graphs with a negative cycle.
    const ExactPath& path(std::size_t i, std::size_t j) const { return paths_[i * n_ + j]; }
    /// The shortest distance to v from any vertex, at most 0: the potential of Johnson's algorithm.
    const Exact& potential(std::size_t v) const { return potentials_[v]; }

  private:
    ExactPath& at(std::size_t i, std::size_t j) { return paths_[i * n_ + j]; }

    void add(std::size_t source, std::size_t target, double weight) {
        const Exact length = exact(weight);
        negative_weights_ |= weight < 0;
        integral_ &= weight == std::trunc(weight);
        largest_ = std::max(largest_, Exact(abs(length)));
        negative_cycle_ |= source == target;  // a self-loop that counts
        at(source, target) = {true, length, abs(length), 1};
    }

    void relax_through(std::size_t k) {
        for (std::size_t i = 0; i < n_; ++i) {
            if (i == k || !at(i, k).exists) continue;
            for (std::size_t j = 0; j < n_; ++j) {
                if (j != k && at(k, j).exists) relax(i, k, j);
            }
        }
    }

    void relax(std::size_t i, std::size_t k, std::size_t j) {
        const ExactPath &to_k = at(i, k), &from_k = at(k, j);
        ExactPath& path = at(i, j);
        length_ = to_k.length;
        length_ += from_k.length;
        if (i == j) {
            negative_cycle_ |= length_ < 0;
            return;  // the shortest path from a vertex to itself has no arcs
        }
        const bool tie = path.exists && length_ == path.length;
        if (path.exists && !tie && length_ > path.length) return;
        magnitude_ = to_k.magnitude;
        magnitude_ += from_k.magnitude;
        // With a cycle of length 0, two joined paths may go through a vertex twice.
        const std::size_t arcs = std::min(to_k.arcs + from_k.arcs, n_ - 1);
        path.arcs = tie ? std::max(path.arcs, arcs) : arcs;
        if (!tie || magnitude_ < path.magnitude) path.magnitude = magnitude_;
        path.length = length_;
        path.exists = true;
    }

    void find_potentials() {
        potentials_.resize(n_);
        for (std::size_t i = 0; i < n_; ++i) {
            for (std::size_t v = 0; v < n_; ++v) {
                const ExactPath& path = at(i, v);
                if (path.exists && path.length < potentials_[v]) potentials_[v] = path.length;
            }
        }
    }

    std::size_t n_;
    std::vector<ExactPath> paths_;
    std::vector<Exact> potentials_;
    Exact largest_;
    bool negative_cycle_ = false;
    bool negative_weights_ = false;
    bool integral_ = true;
    Exact length_, magnitude_;  // used by `relax`, which reuses their memory
};
