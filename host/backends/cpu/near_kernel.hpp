// The descent through an elimination tree that leaves out what is beyond a limit, for one
// instruction set.
//
// Where all of a vertex's list is beyond the limit, so is everything below it: weights are not
// negative, and the lists of those below hold nothing above but this list and the vertex itself.
// The exception is what is reached by going up from a target below it.
#pragma once

#include "backends/cpu/packing.hpp"
#include "backends/cpu/simd.hpp"

namespace apsp::cpu::APSP_ISA {
namespace {

/// One bit per byte of a vector: its highest.
template <class V>
std::uint64_t bits_of(V v) {
#ifdef __AVX512F__
    return _mm512_movepi8_mask((__m512i)v);
#elif defined(__AVX2__)
    return static_cast<std::uint32_t>(_mm256_movemask_epi8((__m256i)v));
#elif defined(__SSE2__)
    return static_cast<std::uint32_t>(_mm_movemask_epi8((__m128i)v));
#else
    unsigned char bytes[sizeof v];
    std::memcpy(bytes, &v, sizeof v);
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < sizeof v; ++k) bits |= std::uint64_t{bytes[k]} >> 7 << k;
    return bits;
#endif
}

/// See Kernels.
template <class T>
std::size_t sweep_near(const NearSweep<T>& s) {
    constexpr Semiring S = Semiring::min_plus;
    constexpr std::size_t kVectors = kNearBytes / kVectorBytes;
    constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);
    const Vec<T> one = opaque_one<T>(), limit = broadcast(s.limit);
    std::size_t found = 0;
    constexpr std::size_t kCounted = 128;  // rows at a time: u8 holds no more
    Vec<T> counts[kVectors] = {};
    const auto count_all = [&] {
        for (std::size_t v = 0; v < kVectors; ++v) {
            for (std::size_t k = 0; k < kLanes<T>; ++k) {
                s.counts[v * kLanes<T> + k] += static_cast<std::uint32_t>(counts[v][k]);
            }
            counts[v] = Vec<T>{};
        }
    };
    for (std::size_t x = s.n; x-- > 0;) {
        const std::uint32_t depth = s.depth[x];
        const bool near_above = depth != 0 && s.near[depth - 1] != 0;
        const bool on_way = s.place[x] != kNone;
        Vec<T> best[kVectors], nearest[kVectors];
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kVectors; ++v) {
            nearest[v] = broadcast(s.zero);
            best[v] = on_way ? load(s.up + s.place[x] * kNearTargets<T> + v * kLanes<T>)
                             : broadcast(s.zero);
        }
        if (near_above) {
            for (std::size_t a = s.first[x]; a < s.first[x + 1]; ++a) {
                const Left<T> to = repeated(s.to[a]);
                const T* const above = s.path + s.depths[a] * kNearTargets<T>;
#pragma GCC unroll 4
                for (std::size_t v = 0; v < kVectors; ++v) {
                    const Vec<T> d = load(above + v * kLanes<T>);
                    nearest[v] = smaller<T>(nearest[v], d);
                    best[v] = relax<S, T>(best[v], &to, d, one);
                }
            }
        }
        if (!on_way) {
            auto near = nearest[0] < limit;
            for (std::size_t v = 1; v < kVectors; ++v) near |= nearest[v] < limit;
            if (!any(near)) {
                x -= s.below[x] - 1;
                continue;
            }
        }
        std::uint64_t bits = 0;
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kVectors; ++v) {
            const auto near = best[v] < limit;
            bits |= bits_of(near) << v * kVectorBytes;
            counts[v] += near ? broadcast(T{1}) : Vec<T>{};
            store(s.path + depth * kNearTargets<T> + v * kLanes<T>, best[v]);
            store(s.distances + found * kNearTargets<T> + v * kLanes<T>, best[v]);
        }
        s.near[depth] = near_above || bits != 0;
        s.found[found] = {static_cast<std::uint32_t>(x), bits};
        if (bits != 0 && ++found % kCounted == 0) count_all();
    }
    count_all();
    return found;
}

}  // namespace
}  // namespace apsp::cpu::APSP_ISA
