// Counting in bins, against one comparison per number and limit.
#include "backends/cpu/bins.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

namespace apsp {
namespace {

constexpr std::size_t kWidth = 4, kRows = 60;

template <class T>
T any(std::mt19937& random) {
    if constexpr (std::is_floating_point_v<T>) return static_cast<T>(random()) / 1000;
    return static_cast<T>(random() % static_cast<std::uint32_t>(infinity<std::int32_t>()) %
                          static_cast<std::uint64_t>(infinity<T>()));
}
template <class T>
T just_below(T limit) {
    if (limit == 0) return limit;
    if constexpr (std::is_floating_point_v<T>) return std::nextafter(limit, T{0});
    return static_cast<T>(limit - 1);
}

/// @returns whether the limits were far enough apart
template <class T>
bool check_bins(const std::vector<T>& limits, std::mt19937& random) {
    const cpu::Bins<T> bins(limits);
    if (!bins.pays(true)) return false;
    std::vector<T> numbers;
    for (std::size_t k = 0; k < kRows * kWidth; ++k) {
        // At a limit, just below it, infinite, or anywhere.
        const T limit = limits.empty() ? T{1} : limits[random() % limits.size()];
        switch (random() % (limits.empty() ? 2 : 4)) {
            case 0: numbers.push_back(infinity<T>()); break;
            case 1: numbers.push_back(any<T>(random)); break;
            case 2: numbers.push_back(limit); break;
            default: numbers.push_back(just_below(limit)); break;
        }
    }
    std::vector<double> weights;
    for (std::size_t r = 0; r < kRows; ++r) weights.push_back(static_cast<double>(random() % 100));
    for (const double* some :
         {static_cast<const double*>(nullptr), std::as_const(weights).data()}) {
        std::vector<double> found(bins.rows() * kWidth), expected(limits.size() * kWidth);
        bins.template add<kWidth>(numbers.data(), 7, some, found.data());
        bins.template add<kWidth>(numbers.data() + 7 * kWidth, kRows - 7,
                                  some == nullptr ? some : some + 7, found.data());
        bins.template sum_up<kWidth>(found.data());
        for (std::size_t b = 0; b < limits.size(); ++b) {
            for (std::size_t k = 0; k < numbers.size(); ++k) {
                const double weight = some == nullptr ? 1 : some[k / kWidth];
                expected[b * kWidth + k % kWidth] += numbers[k] < limits[b] ? weight : 0;
            }
        }
        found.resize(expected.size());
        CHECK(found == expected);
    }
    return true;
}

template <class T>
void check_all() {
    std::mt19937 random(11);
    int checked = 0;
    for (int run = 0; run < 300; ++run) {
        // Several limits may be infinity, for bounds that are farther than all of the type.
        std::vector<T> limits(random() % 3, infinity<T>());
        for (std::size_t b = 0, count = random() % 30, step = 0; b < count; ++b) {
            if constexpr (std::is_floating_point_v<T>) {
                const T factor = 1 + static_cast<T>(random() % 1000) / 1000;
                limits.push_back(std::ldexp(factor, static_cast<int>(b) - 9));
            } else {
                if (b == 0) step = 1 + random() % (infinity<T>() / 40);
                limits.push_back(static_cast<T>(1 + b * step + random() % step));
            }
        }
        std::ranges::sort(limits);
        checked += check_bins(limits, random);
    }
    CHECK(checked > 100);
}

}  // namespace

TEST_CASE("bins: what lies below each limit, as by comparing with each") {
    check_all<std::uint8_t>();
    check_all<std::int16_t>();
    check_all<std::int32_t>();
    check_all<float>();
    check_all<double>();
}

TEST_CASE("bins: limits that are too close for cells are left to others") {
    CHECK_FALSE(cpu::Bins<std::int32_t>({5, 5, 7}).pays(true));
    CHECK_FALSE(cpu::Bins<std::int32_t>({-1, 5, 7}).pays(true));
    CHECK_FALSE(cpu::Bins<std::int32_t>({1, 2, 1'000'000}).pays(true));
    CHECK(cpu::Bins<std::int32_t>({1, 2, 4000}).pays(true));
}

}  // namespace apsp
