// See limits.hpp.
#include "bench/limits.hpp"

#include <omp.h>

#include <algorithm>

#include "backends/cpu/kernels.hpp"
#include "core/stopwatch.hpp"

namespace apsp::bench {

Limit nominal_limit(const Device& device) {
    if (device.kind != DeviceKind::gpu || device.vendor.find("NVIDIA") == std::string::npos)
        return {};
    const double per_clock = 64.0 * static_cast<double>(device.compute_units);
    return {per_clock * static_cast<double>(device.clock_mhz) * 1e6,
            "64 f32 minima a clock and multiprocessor"};
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

}  // namespace apsp::bench
