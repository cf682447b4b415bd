// Floyd-Warshall in steps, each a loop over rows: by OpenMP, as papers have it.
#include "backends/cpu/engine.hpp"
#include "base/process.hpp"
#include "base/team.hpp"

namespace apsp::cpu {
namespace {

constexpr std::size_t kWorthThreads = std::size_t{1} << 16;  // entries: 10 us of one thread

/// Row i of step k, in scalars, which the compiler vectorises.
template <Semiring S, class T>
void relax_row(T* row, const T* via, std::size_t k, std::size_t n) {
    const T to_k = row[k];
    // The better value is always stored: a conditional store would not vectorise.
    for (std::size_t j = 0; j < n; ++j) row[j] = plus(S, row[j], times(S, to_k, via[j]));
}

/// OpenMP ends the process where the system refuses a thread, so they are tried first.
int openmp_threads() {
    return static_cast<int>(1 + startable_threads(team_limit() - 1));
}

template <class T>
class RowSteps final : public Steps {
  public:
    RowSteps(const EngineOptions& options, const Slabs& slabs)
        : slabs_(slabs),
          relax_row_(visit(options.semiring, [](auto s) { return &relax_row<s, T>; })),
          n_(options.n),
          ld_(padded(n_)),
          threads_(options.variant == "serial" || n_ * n_ < kWorthThreads ? 1 : openmp_threads()) {}

    void relax(std::size_t k) override {
        T* const d = slabs_.matrix<T>();
        // Row k itself does not change (D[k][k] is the semiring's one), so threads may share it.
        const T* const via = d + k * ld_;
#ifdef _OPENMP
#pragma omp parallel for schedule(static) num_threads(threads_)
#endif
        for (std::size_t i = 0; i < n_; ++i) {
            if (i != k) relax_row_(d + i * ld_, via, k, n_);
        }
    }

  private:
    const Slabs& slabs_;
    void (*relax_row_)(T* row, const T* via, std::size_t k, std::size_t n);
    std::size_t n_;
    std::size_t ld_;
    [[maybe_unused]] int threads_;
};

}  // namespace

std::unique_ptr<Steps> make_steps(const EngineOptions& options, const Slabs& slabs) {
    return visit(options.dtype, [&](auto zero) -> std::unique_ptr<Steps> {
        return std::make_unique<RowSteps<decltype(zero)>>(options, slabs);
    });
}

}  // namespace apsp::cpu
