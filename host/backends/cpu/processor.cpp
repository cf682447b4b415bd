// See processor.hpp; predecessors are in results.cpp, and sweeps in sweep.cpp.
#include "backends/processor.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "backends/cpu/engine.hpp"
#include "base/all_dtypes.hpp"
#include "base/stopwatch.hpp"
#include "base/team.hpp"

namespace apsp {

Limit processor_limit() {
    constexpr double kSeconds = 0.1;
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
        } while (watch.seconds() < kSeconds);
    });
    const double all = std::accumulate(done.begin(), done.end(), 0.0);
    return {all / watch.seconds(), "f32 additions and minima on " + std::string(kernels.isa) +
                                       " registers, " + std::to_string(threads) + " threads"};
}

template <class T>
NearDescent<T>::NearDescent(const EliminationTree& tree, EliminatedArcs<T> arcs)
    : tree_(tree),
      arcs_(std::move(arcs)),
      kernels_(*cpu::number_kernels<T>(Semiring::min_plus)),
      depths_(tree.depths_of_lists()),
      below_(tree.size(), 1) {
    for (std::size_t x = 0; x < tree.size(); ++x) {
        if (const std::uint32_t parent = tree.parent(x); parent != kNoRank) {
            below_[parent] += below_[x];
        }
    }
}

template <class T>
NearDescent<T>::Thread::Thread(const NearDescent& descent)
    : descent_(descent),
      up_(descent.tree_, Semiring::min_plus, kSources),
      path_(allocate_host(descent.tree_.height * kNearBytes)),
      near_above_(descent.tree_.height),
      found_(allocate_host((descent.tree_.size() + 1) * sizeof(NearFound))),
      distances_(allocate_host((descent.tree_.size() + 1) * kNearBytes)) {}

template <class T>
std::span<NearFound> NearDescent<T>::Thread::find(std::span<const std::uint32_t> sources, T limit,
                                                  std::uint32_t* counts) {
    const EliminationTree& tree = descent_.tree_;
    up_.find(sources, descent_.arcs_.to, nullptr, 0, limit);
    auto* const found = static_cast<NearFound*>(found_.get());
    const std::size_t count =
        descent_.kernels_.sweep_near({.n = tree.size(),
                                      .first = tree.first.data(),
                                      .depths = descent_.depths_.data(),
                                      .to = descent_.arcs_.from.data(),
                                      .depth = tree.depth.data(),
                                      .below = descent_.below_.data(),
                                      .place = up_.place(),
                                      .up = up_.rows(),
                                      .path = static_cast<T*>(path_.get()),
                                      .near = near_above_.data(),
                                      .limit = limit,
                                      .zero = infinity<T>(),
                                      .found = found,
                                      .distances = static_cast<T*>(distances_.get()),
                                      .counts = counts});
    return {found, count};
}

template <class T>
const SmallKernels<T>& small_kernels(Semiring semiring) {
    return *cpu::number_kernels<T>(semiring);
}

#define APSP_INSTANTIATE(T)        \
    template class NearDescent<T>; \
    template const SmallKernels<T>& small_kernels(Semiring);
APSP_FOR_DTYPES(APSP_INSTANTIATE)
#undef APSP_INSTANTIATE

}  // namespace apsp
