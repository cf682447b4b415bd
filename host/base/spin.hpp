// Waiting without sleep for what comes soon: waking a thread takes 20 to 100 us.
#pragma once

#include <chrono>

#include "base/process.hpp"

namespace apsp {

/// Whether done() comes true soon. Where other programs want the processor, it is left to them
/// after 50 us.
template <class Done>
bool spin(const Done& done) {
    constexpr auto kRound = std::chrono::microseconds(50);
    constexpr int kRounds = 8;
    for (int round = 0; round < kRounds; ++round) {
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
        } while (std::chrono::steady_clock::now() - begin < kRound);
        if (was_interrupted()) return false;
    }
    return false;
}

}  // namespace apsp
