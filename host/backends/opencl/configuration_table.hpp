// What the kinds of configurations share: tables with a row for each family of devices and kind of
// element, members by name, and stages of tuning.
#pragma once

#include <fmt/ranges.h>

#include <algorithm>

#include "backends/opencl/configuration.hpp"
#include "base/text.hpp"

namespace apsp::opencl {

/// Kinds of elements, as bits: each row is for a set of them.
enum Elements : unsigned {
    kF32 = 1,
    kF32NotNegative = 2,  ///< Over min_plus.
    kF64 = 4,
    kI32Sums = 8,  ///< Over min_plus.
    kI32 = 16,     ///< Over the other semirings.
    kI16 = 32,
    kU8 = 64,
    kBits = 128,  ///< Over or_and: 32 vertices in a word.
    kSingle = kF32 | kF32NotNegative,
    k32 = kSingle | kI32Sums | kI32,
    kSmall = kI16 | kU8,
    kEvery = k32 | kF64 | kSmall | kBits,
};

inline Elements elements_of(const EngineOptions& options) {
    const bool sums = options.semiring == Semiring::min_plus;
    if (options.semiring == Semiring::or_and) return kBits;
    switch (options.dtype) {
        case Dtype::f32: return options.non_negative ? kF32NotNegative : kF32;
        case Dtype::f64: return kF64;
        case Dtype::i32: return sums ? kI32Sums : kI32;
        case Dtype::i16: return kI16;
        case Dtype::u8: return kU8;
    }
    throw Error(ErrorKind::internal, "unknown element type");
}

template <class Family, class Configuration>
struct Row {
    Family family;
    unsigned elements;
    Configuration configuration;
};

/// The family's row for the elements, or the row of `other`.
template <class Family, class Configuration, std::size_t kRows>
constexpr const Row<Family, Configuration>* find_row(
    const Row<Family, Configuration> (&rows)[kRows], Family family, unsigned elements) {
    for (const Family each : {family, Family::other}) {
        for (const auto& row : rows) {
            if (row.family == each && (row.elements & elements) == elements) return &row;
        }
    }
    return nullptr;
}

template <class Family, class Configuration, std::size_t kRows>
constexpr bool every_element_has_a_row(const Row<Family, Configuration> (&rows)[kRows]) {
    for (unsigned element = 1; element < kEvery; element *= 2) {
        if (find_row(rows, Family::other, element) == nullptr) return false;
    }
    return true;
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

[[noreturn]] inline void refuse(std::string_view name, std::size_t value, std::string_view why) {
    throw Error(ErrorKind::usage, fmt::format("setting {} = {}: {}", name, value, why));
}

/// Copies the settings to the members of the same names.
template <class Configuration>
void take(Settings settings, Configuration& configuration) {
    for (const auto& member : Configuration::members()) {
        const auto found = settings.find(std::string(member.name));
        if (found == settings.end() || member.allowed.size() == 0) continue;
        if (std::ranges::find(member.allowed, found->second) == member.allowed.end()) {
            refuse(member.name, found->second,
                   fmt::format("expected one of {}", fmt::join(member.allowed, ", ")));
        }
        configuration.*member.value = found->second;
        settings.erase(found);
    }
    if (!settings.empty()) refuse(settings.begin()->first, settings.begin()->second, "unknown");
}

using Stage = std::vector<Settings>;

/// Varies one setting by itself.
inline Stage vary(const std::string& name, std::initializer_list<std::size_t> values) {
    Stage stage;
    for (std::size_t value : values) stage.push_back({{name, value}});
    return stage;
}
/// Each of some with each of others.
inline Stage operator*(const Stage& some, const Stage& others) {
    Stage stage;
    for (const Settings& each : some) {
        for (const Settings& other : others) {
            stage.push_back(each);
            stage.back().insert(other.begin(), other.end());
        }
    }
    return stage;
}

}  // namespace apsp::opencl
