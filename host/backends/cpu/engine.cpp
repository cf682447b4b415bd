// Operations on the matrix in the host's own memory; each has been done when it returns.
#include "backends/cpu/engine.hpp"

#include <algorithm>

#include "core/stopwatch.hpp"

namespace apsp {
namespace {

template <class T>
class CpuEngine final : public Engine {
  public:
    explicit CpuEngine(const EngineOptions& options)
        : serial_(options.variant == "serial"), variant_(serial_ ? "serial" : "openmp") {}

    std::string variant() const override { return variant_; }
    bool in_place() const override { return true; }

    void upload(Matrix& matrix) override {
        matrix_ = &matrix;
        n_ = matrix.n();
        data_ = static_cast<T*>(matrix.data());
        ld_ = matrix.ld();
        for (std::size_t i = 0; i < ld_; ++i) {
            std::fill(data_ + i * ld_ + (i < n_ ? n_ : 0), data_ + (i + 1) * ld_, infinity<T>());
        }
    }

    void relax(std::size_t k) override {
        const T* via = data_ + k * ld_;
        if (serial_) {
            for (std::size_t i = 0; i < n_; ++i) relax_row(data_ + i * ld_, via, k);
        } else {
#pragma omp parallel for schedule(static)
            for (std::size_t i = 0; i < n_; ++i) relax_row(data_ + i * ld_, via, k);
        }
    }

    void finish() override {
        seconds_ = watch_.lap();
    }
    double compute_seconds() const override {
        return seconds_;
    }

    std::size_t negative_diagonal() override {
        std::size_t i = 0;
        while (i < n_ && data_[i * ld_ + i] >= T{0}) ++i;
        return i;
    }
    void download() override {}

  private:
    /// Row i of step k. Row k itself does not change (D[k][k] is 0), so threads may share it.
    void relax_row(T* row, const T* via, std::size_t k) const {
        if (row == via) return;
        const T to_k = row[k];
        for (std::size_t j = 0; j < n_; ++j) {
            // The minimum is stored always: a store under a condition would not vectorise.
            const T candidate = to_k + via[j];
            row[j] = candidate < row[j] ? candidate : row[j];
        }
    }

    bool serial_;
    std::string variant_;
    Matrix* matrix_ = nullptr;
    T* data_ = nullptr;
    std::size_t n_ = 0;
    std::size_t ld_ = 0;
    Stopwatch watch_;
    double seconds_ = 0;
};

}  // namespace

std::unique_ptr<Engine> open_cpu_engine(const EngineOptions& options) {
    return visit(options.dtype, [&](auto zero) -> std::unique_ptr<Engine> {
        return std::make_unique<CpuEngine<decltype(zero)>>(options);
    });
}

}  // namespace apsp
