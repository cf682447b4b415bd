// See limits.hpp.
#include "backends/limits.hpp"

#include "backends/processor.hpp"
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

Limit limit_of(const Device& device, Dtype dtype, Semiring semiring) {
    return device.kind == DeviceKind::cpu ? processor_limit()
                                          : nominal_limit(device, dtype, semiring);
}

}  // namespace apsp
