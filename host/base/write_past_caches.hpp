// Writes of data that is not read again soon: cache lines need not be fetched to be overwritten.
#pragma once

#include <cstdint>
#include <cstring>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace apsp {

/// Copies `count` elements; past the caches where they are whole lines of 64 bytes.
template <class T>
void write_past_caches(T* to, const T* from, std::size_t count) {
#ifdef __SSE2__
    if (reinterpret_cast<std::uintptr_t>(to) % sizeof(__m128i) == 0 &&
        count * sizeof(T) % 64 == 0) {
        const std::size_t parts = count * sizeof(T) / sizeof(__m128i);
        for (std::size_t k = 0; k < parts; ++k) {
            _mm_stream_si128(reinterpret_cast<__m128i*>(to) + k,
                             _mm_loadu_si128(reinterpret_cast<const __m128i*>(from) + k));
        }
        return;
    }
#endif
    std::memcpy(to, from, count * sizeof(T));
}

}  // namespace apsp
