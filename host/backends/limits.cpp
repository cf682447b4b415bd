// See limits.hpp.
#include "backends/limits.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "backends/cpu/kernels.hpp"
#include "base/stopwatch.hpp"
#include "base/team.hpp"
#include "base/text.hpp"

namespace apsp {

Limit nominal_limit(const Device& device, Dtype dtype, Semiring semiring, bool tensor) {
    if (device.kind != DeviceKind::gpu || device.compute_capability == 0) return {};
    const std::size_t bytes = size_of(dtype);
    std::size_t per_clock = bytes == 8 ? 32 : bytes == 4 ? 64 : 128;
    if (semiring == Semiring::or_and) per_clock = 64 * 32;
    if (tensor) {
        const std::size_t capability = device.compute_capability;
        per_clock = capability >= 90 && capability < 120 ? 2048 : capability == 80 ? 1024 : 512;
    }
    return {static_cast<double>(per_clock * device.compute_units * device.clock_mhz) * 1e6,
            fmt::format("{} relaxations per clock and multiprocessor", per_clock)};
}

Limit measured_limit(double seconds) {
    const auto available = cpu::available_kernels<float>();
    const auto avx2 =
        std::ranges::find_if(available, [](const auto* set) { return set->isa == "avx2"; });
    const auto& kernels = avx2 == available.end() ? *available.front() : **avx2;
    const std::size_t threads = team_limit();
    const Stopwatch watch;
    std::vector<double> done(threads);
    take_turns(threads, threads, [&](std::size_t turn, std::size_t) {
        do {
            done[turn] += kernels.register_limit(100'000);
        } while (watch.seconds() < seconds);
    });
    const double all = std::accumulate(done.begin(), done.end(), 0.0);
    return {all / watch.seconds(), "f32 additions and minima on " + std::string(kernels.isa) +
                                       " registers, " + std::to_string(threads) + " threads"};
}

}  // namespace apsp
