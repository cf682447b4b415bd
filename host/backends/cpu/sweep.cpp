// Sweeps: each thread takes some targets at a time, goes up from them, and down to all vertices.
#include <omp.h>

#include <algorithm>
#include <optional>

#include "backends/cpu/engine.hpp"
#include "base/carried_exception.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

template <class T>
const cpu::Kernels<T>& kernels_for(const EngineOptions& options) {
    EngineOptions own = options;
    // Of bytes that are 0 or 1 the same, and not in bits.
    if (own.semiring == Semiring::or_and) own.semiring = Semiring::max_min;
    return cpu::find_kernels<T>(own);
}

}  // namespace

template <class T>
void sweep_on_cpu(const EngineOptions& options, const EliminationTree& tree,
                  const EliminatedArcs<T>& arcs, Matrix& distances, const Progress& progress) {
    const auto& kernels = kernels_for<T>(options);
    const std::size_t n = tree.size(), ld = distances.ld();
    constexpr std::size_t kWidth = cpu::kTargets<T>;
    const std::size_t blocks = (n + kWidth - 1) / kWidth;
    std::vector<std::uint32_t> depths(tree.later.size());
    std::ranges::transform(tree.later, depths.begin(),
                           [&](std::uint32_t rank) { return tree.depth[rank]; });
    CarriedException error;
    std::size_t done = 0;
    const std::stop_token& stop = stop_token();
#pragma omp parallel
    {
        std::optional<WaysUp<T>> up;  // made where there is someone to keep what they throw
        HostMemory path;
#pragma omp for schedule(dynamic)
        for (std::size_t block = 0; block < blocks; ++block) {
            if (stop.stop_requested() || error) continue;
            error.keep_from([&] {
                const Range targets = {block * kWidth, std::min((block + 1) * kWidth, n)};
                if (!up) {
                    path = allocate_host(tree.height * cpu::kSweepBytes);
                    up.emplace(tree, arcs, options.semiring, kWidth);
                }
                up->find(targets);
                kernels.sweep({.n = n,
                               .first = tree.first.data(),
                               .depths = depths.data(),
                               .to = arcs.to.data(),
                               .depth = tree.depth.data(),
                               .vertex = tree.vertex.data(),
                               .place = up->place(),
                               .up = up->rows(),
                               .path = static_cast<T*>(path.get()),
                               .d = distances.row<T>(0).data() + targets.first,
                               .ld = ld,
                               .width = std::min(kWidth, ld - targets.first),
                               .zero = zero<T>(options.semiring)});
                std::size_t now = 0;
#pragma omp atomic capture
                now = ++done;
                if (omp_get_thread_num() == 0) {
                    tell(progress, static_cast<double>(now) / static_cast<double>(blocks));
                }
            });
        }
    }
    error.rethrow();
    check_stop();
}

#define APSP_SWEEP(T)                                                        \
    template void sweep_on_cpu(const EngineOptions&, const EliminationTree&, \
                               const EliminatedArcs<T>&, Matrix&, const Progress&);
APSP_SWEEP(float)
APSP_SWEEP(double)
APSP_SWEEP(std::int32_t)
APSP_SWEEP(std::int16_t)
APSP_SWEEP(std::uint8_t)

}  // namespace apsp
