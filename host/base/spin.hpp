// Waiting without sleep for what comes soon: waking a thread takes 20 to 50 us.
#pragma once

#include <chrono>

namespace apsp {

/// Whether done() comes true within the time that waking a thread takes.
template <class Done>
bool spin(const Done& done) {
    constexpr auto kLongest = std::chrono::microseconds(50);
    const auto begin = std::chrono::steady_clock::now();
    do {
        for (int k = 0; k < 32; ++k) {
            if (done()) return true;
#if defined(__x86_64__)
            __builtin_ia32_pause();
#elif defined(__aarch64__)
            asm volatile("yield");
#endif
        }
    } while (std::chrono::steady_clock::now() - begin < kLongest);
    return false;
}

}  // namespace apsp
