// Floyd-Warshall in steps, each a loop over rows.
#include <omp.h>

#include "backends/cpu/engine.hpp"
#include "backends/cpu/predecessors.hpp"
#include "graph/padding.hpp"

namespace apsp::cpu {
namespace {

/// Row i of step k, in scalars that the compiler makes vectors of.
template <Semiring S, class T>
void relax_row(T* row, const T* via, std::size_t k, std::size_t n) {
    const T to_k = row[k];
    // The better one is stored always: a store under a condition would not vectorise.
    for (std::size_t j = 0; j < n; ++j) row[j] = plus(S, row[j], times(S, to_k, via[j]));
}

template <class T>
auto choose_relax_row(Semiring semiring) {
    return visit(semiring, [](auto s) { return &relax_row<s, T>; });
}

template <class T>
class StepEngine final : public InPlaceEngine {
  public:
    explicit StepEngine(const EngineOptions& options)
        : InPlaceEngine({}),
          semiring_(options.semiring),
          relax_row_(choose_relax_row<T>(options.semiring)),
          serial_(options.variant == "serial") {}

    void upload(Matrix& matrix) override {
        data_ = static_cast<T*>(matrix.data());
        n_ = matrix.n();
        ld_ = matrix.ld();
        fill_padding(matrix, semiring_);
    }

    void relax(std::size_t k) override {
        // Row k itself does not change (D[k][k] is the semiring's one), so threads may share it.
        const T* via = data_ + k * ld_;
#pragma omp parallel for schedule(static) if (!serial_)
        for (std::size_t i = 0; i < n_; ++i) {
            if (i != k) relax_row_(data_ + i * ld_, via, k, n_);
        }
    }

    void close(Range) override {
        not_in_this_engine();
    }
    void update(const Rows&, Range, Range, Part) override {
        not_in_this_engine();
    }
    void mirror(Range, Range) override {
        not_in_this_engine();
    }
    void predecessors(const TightArcs& arcs, Matrix& predecessors) override {
        const auto& kernels = *available_kernels<T>().front();
        cpu::find_predecessors(kernels, data_, arcs, serial_ ? 1 : omp_get_max_threads(),
                               predecessors);
    }

  private:
    Semiring semiring_;
    void (*relax_row_)(T* row, const T* via, std::size_t k, std::size_t n);
    bool serial_;
    T* data_ = nullptr;
    std::size_t n_ = 0;
    std::size_t ld_ = 0;
};

}  // namespace

std::unique_ptr<Engine> open_step_engine(const EngineOptions& options) {
    return visit(options.dtype, [&](auto zero) -> std::unique_ptr<Engine> {
        return std::make_unique<StepEngine<decltype(zero)>>(options);
    });
}

}  // namespace apsp::cpu
