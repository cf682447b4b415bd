// See weight_range.hpp. Loops without branches, which compilers vectorise.
#include "graph/weight_range.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "base/all_dtypes.hpp"
#include "base/longer_vectors.hpp"

namespace apsp {
namespace {

template <class T>
APSP_LONGER_VECTORS void widen(WeightRange<T>& range, std::span<const T> weights) {
    constexpr T kLargest = std::numeric_limits<T>::max();
    constexpr T kLowest = std::numeric_limits<T>::lowest();
    constexpr T kLeast = static_cast<T>(-kLargest);  // the lowest integer has no opposite
    T low = range.smallest, high = range.largest, least = range.magnitude;
    std::uint32_t absent = 0, wrong = 0;
#pragma omp simd reduction(min : low, least) reduction(max : high) reduction(+ : absent, wrong)
    for (std::size_t k = 0; k < weights.size(); ++k) {
        const T w = weights[k];
        const T size = w < T{0} ? static_cast<T>(-std::max(w, kLeast)) : w;
        const bool none = w == infinity<T>();
        absent += none ? 1 : 0;
        wrong += w >= kLowest && w <= infinity<T>() ? 0 : 1;
        const T below = none ? kLargest : w, above = none ? kLowest : w;
        const T nonzero = none || size == T{0} ? kLargest : size;
        low = below < low ? below : low;
        high = above > high ? above : high;
        least = nonzero < least ? nonzero : least;
    }
    range.smallest = low;
    range.largest = high;
    range.magnitude = least;
    range.count += weights.size() - absent;
    range.numbers = range.numbers && wrong == 0;
}

template <class T>
APSP_LONGER_VECTORS bool integers(std::span<const T> weights) {
    // From this size on every number is an integer, and a sum with it is rounded to one.
    constexpr T kWhole = T{1} / std::numeric_limits<T>::epsilon();
    std::uint32_t fractions = 0;
#pragma omp simd reduction(+ : fractions)
    for (std::size_t k = 0; k < weights.size(); ++k) {
        const T size = weights[k] < T{0} ? -weights[k] : weights[k];
        fractions += size >= kWhole || (size + kWhole) - kWhole == size ? 0 : 1;
    }
    return fractions == 0;
}

}  // namespace

template <class T>
void WeightRange<T>::add(std::span<const T> weights) {
    constexpr std::size_t kCounted = std::size_t{1} << 30;  // counters are of 32 bits
    for (std::size_t first = 0; first < weights.size(); first += kCounted) {
        const auto part = weights.subspan(first, std::min(kCounted, weights.size() - first));
        widen(*this, part);
        if constexpr (std::is_floating_point_v<T>) integral = integral && integers(part);
    }
}

template <class T>
void WeightRange<T>::add(const WeightRange& other) {
    smallest = std::min(smallest, other.smallest);
    largest = std::max(largest, other.largest);
    magnitude = std::min(magnitude, other.magnitude);
    count += other.count;
    integral = integral && other.integral;
    numbers = numbers && other.numbers;
}

#define APSP_WEIGHT_RANGE(T) template struct WeightRange<T>;
APSP_FOR_DTYPES(APSP_WEIGHT_RANGE)

}  // namespace apsp
