// Vectors for the kernels of this folder, each of which is compiled once for each instruction set.
// Everything is in a namespace named after the set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/instruction_sets.hpp"
#include "betweenness/block.hpp"

#ifdef __AVX__
#include <immintrin.h>
#endif

namespace apsp::APSP_ISA {
namespace {

typedef double V __attribute__((vector_size(APSP_VECTOR_BYTES), may_alias));
typedef std::int64_t Mask __attribute__((vector_size(APSP_VECTOR_BYTES), may_alias));
constexpr std::uint32_t kNoVertex = static_cast<std::uint32_t>(-1);
constexpr std::size_t kEach = sizeof(V) / sizeof(double);
constexpr std::size_t kVectors = kLanes / kEach;

V& part(Lanes& lanes, std::size_t q) {
    return reinterpret_cast<V*>(&lanes[0])[q];
}
V select(Mask mask, V value) {
    return reinterpret_cast<V>(reinterpret_cast<Mask>(value) & mask);
}
bool any(const Mask (&masks)[kVectors]) {
    Mask all = masks[0];
    for (std::size_t q = 1; q < kVectors; ++q) all |= masks[q];
#ifdef __AVX512F__
    const auto bits = reinterpret_cast<__m512i>(all);
    return _mm512_test_epi64_mask(bits, bits) != 0;
#elif defined(__AVX__)
    const auto bits = reinterpret_cast<__m256i>(all);
    return _mm256_testz_si256(bits, bits) == 0;
#else
    return (all[0] | all[1]) != 0;
#endif
}
double sum(const V (&values)[kVectors]) {
    V all = values[0];
    for (std::size_t q = 1; q < kVectors; ++q) all += values[q];
    double total = all[0];
    for (std::size_t k = 1; k < kEach; ++k) total += all[k];
    return total;
}

}  // namespace
}  // namespace apsp::APSP_ISA
