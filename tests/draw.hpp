// Random choices for the tests, which are the same with every standard library.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/library.hpp"

/// Whether the library has sanitizers, which take ten times as long; the tests have none.
inline bool sanitized() {
    return apsp::find_function(nullptr, "__asan_init") != nullptr;
}

/// How many graphs a test draws that would draw so many: a quarter with sanitizers, and as many
/// times more as APSP_TEST_DRAWS says.
inline std::size_t draws(std::size_t all) {
    const char* const times = std::getenv("APSP_TEST_DRAWS");
    return (sanitized() ? all / 4 : all) * (times == nullptr ? 1 : std::stoul(times));
}

class Draw {
  public:
    /// The same seed and name always give the same choices.
    Draw(std::uint32_t seed, std::string_view name) {
        std::uint32_t hash = 2166136261u ^ seed;  // Fowler, Noll and Vo
        for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
        random_.seed(hash * 2654435761u + seed);
    }

    /// From 0 to 1, excluding 1, with 53 random bits.
    double share() {
        const auto high = random_() >> 5, low = random_() >> 6;
        return (static_cast<double>(high) * 0x1p26 + static_cast<double>(low)) * 0x1p-53;
    }
    /// From -1 to 1.
    double signed_share() { return share() * 2 - 1; }
    /// 0 .. end - 1
    std::size_t below(std::size_t end) {
        return static_cast<std::size_t>(share() * static_cast<double>(end));
    }
    bool chance(double probability) { return share() < probability; }

    template <class T>
    T pick(std::initializer_list<T> choices) {
        return choices.begin()[below(choices.size())];
    }
    /// A share of all pairs to have an arc.
    double density() { return pick({0.08, 0.2, 0.5, 1.0}); }

    /// 0 .. n - 1 in random order.
    std::vector<std::uint32_t> permutation(std::size_t n) {
        std::vector<std::uint32_t> order(n);
        for (std::size_t k = 0; k < n; ++k) {
            order[k] = static_cast<std::uint32_t>(k);
            std::swap(order[k], order[below(k + 1)]);
        }
        return order;
    }

  private:
    std::mt19937 random_;
};

/// The float or double that is so many representable values above the given one, or below it.
template <class T>
T step_by(T value, int steps) {
    const T end =
        steps < 0 ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity();
    for (int k = std::abs(steps); k > 0; --k) value = std::nextafter(value, end);
    return value;
}
