// See limit.hpp.
#include "measure/limit.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "backends/cpu/kernels.hpp"
#include "base/stopwatch.hpp"
#include "base/team.hpp"

namespace apsp::sweep {
namespace {

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

}  // namespace

Limit limit_of(const Device& device, Dtype dtype, Semiring semiring) {
    return device.kind == DeviceKind::cpu ? measured_limit(0.1)
                                          : nominal_limit(device, dtype, semiring);
}

}  // namespace apsp::sweep
