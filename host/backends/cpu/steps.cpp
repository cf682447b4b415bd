// Floyd-Warshall in steps, each a loop over rows.
#include <omp.h>

#include "backends/cpu/engine.hpp"

namespace apsp::cpu {
namespace {

/// Row i of step k, in scalars, which the compiler vectorises.
template <Semiring S, class T>
void relax_row(T* row, const T* via, std::size_t k, std::size_t n) {
    const T to_k = row[k];
    // The better value is always stored: a conditional store would not vectorise.
    for (std::size_t j = 0; j < n; ++j) row[j] = plus(S, row[j], times(S, to_k, via[j]));
}

template <class T>
auto choose_relax_row(Semiring semiring) {
    return visit(semiring, [](auto s) { return &relax_row<s, T>; });
}

template <class T>
class RowSteps final : public Steps {
  public:
    RowSteps(const EngineOptions& options, const Slabs& slabs)
        : slabs_(slabs),
          relax_row_(choose_relax_row<T>(options.semiring)),
          serial_(options.variant == "serial"),
          n_(options.n),
          ld_(padded(n_)) {}

    void relax(std::size_t k) override {
        T* const d = slabs_.matrix<T>();
        // Row k itself does not change (D[k][k] is the semiring's one), so threads may share it.
        const T* const via = d + k * ld_;
#pragma omp parallel for schedule(static) if (!serial_)
        for (std::size_t i = 0; i < n_; ++i) {
            if (i != k) relax_row_(d + i * ld_, via, k, n_);
        }
    }

  private:
    const Slabs& slabs_;
    void (*relax_row_)(T* row, const T* via, std::size_t k, std::size_t n);
    bool serial_;
    std::size_t n_;
    std::size_t ld_;
};

}  // namespace

std::unique_ptr<Steps> make_steps(const EngineOptions& options, const Slabs& slabs) {
    return visit(options.dtype, [&](auto zero) -> std::unique_ptr<Steps> {
        return std::make_unique<RowSteps<decltype(zero)>>(options, slabs);
    });
}

}  // namespace apsp::cpu
