// See limits.hpp.
#include "backends/limits.hpp"

#include <omp.h>

#include <algorithm>

#include "backends/cpu/kernels.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"

namespace apsp {

Limit nominal_limit(const Device& device, Dtype dtype, Semiring semiring) {
    if (device.kind != DeviceKind::gpu || device.compute_capability == 0) return {};
    const std::size_t bytes = size_of(dtype);
    std::size_t per_clock = bytes == 8 ? 32 : bytes == 4 ? 64 : 128;
    if (semiring == Semiring::or_and) per_clock = 64 * 32;
    return {static_cast<double>(per_clock * device.compute_units * device.clock_mhz) * 1e6,
            fmt::format("{} relaxations per clock and multiprocessor", per_clock)};
}

Limit measured_limit(double seconds) {
    const auto available = cpu::available_kernels<float>();
    const auto avx2 =
        std::ranges::find_if(available, [](const auto* set) { return set->isa == "avx2"; });
    const auto& kernels = avx2 == available.end() ? *available.front() : **avx2;
    double done = 0;
    const Stopwatch watch;
    double elapsed = 0;
#pragma omp parallel reduction(+ : done)
    {
        double mine = 0;
        do {
            mine += kernels.register_limit(100'000);
        } while (watch.seconds() < seconds);
        done += mine;
    }
    elapsed = watch.seconds();
    return {done / elapsed, "f32 additions and minima on " + std::string(kernels.isa) +
                                " registers, " + std::to_string(omp_get_max_threads()) +
                                " threads"};
}

}  // namespace apsp
