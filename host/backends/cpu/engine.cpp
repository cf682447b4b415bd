// Operations on the matrix in the host's own memory; each has been done when it returns.
#include "backends/cpu/engine.hpp"

#include <omp.h>

#include <algorithm>
#include <memory>

#include "backends/cpu/kernels.hpp"
#include "core/stopwatch.hpp"
#include "core/text.hpp"

namespace apsp {
namespace {

// Pivots of an outer block, on which the packed operands' size depends: two panels of n x 256 are
// 1.6 % of a matrix of n = 32768. 128 is 3 % slower, 512 no faster, tiles alone 40 % slower.
constexpr std::size_t kBlock = 256;

constexpr std::size_t kSquare = 32;  // of `mirror`: rows of it stay in L1

template <class T>
const cpu::Kernels<T>& find_kernels(std::string_view variant) {
    const auto available = cpu::available_kernels<T>();
    const auto found = std::ranges::find_if(
        available, [&](const cpu::Kernels<T>* kernels) { return kernels->isa == variant; });
    return found == available.end() ? *available.front() : **found;
}

/// Sizes of blocks for what the user asked; the tiles of the kernels are fixed.
std::vector<std::size_t> choose_blocks(const EngineOptions& options) {
    if (options.algorithm == Algorithm::fw) return {};
    const std::size_t tile = options.tile == 0 ? cpu::kTile : options.tile;
    const std::size_t block = options.block == 0 ? std::max(kBlock, tile) : options.block;
    if (tile != cpu::kTile && tile != 2 * cpu::kTile) {
        throw Error(ErrorKind::usage, fmt::format("tile {}: cpu has tiles of {} and {}", tile,
                                                  cpu::kTile, 2 * cpu::kTile));
    }
    if (block % tile != 0) {
        throw Error(ErrorKind::usage,
                    fmt::format("block {}: not a multiple of the tile, {}", block, tile));
    }
    if (block == tile) return {tile};
    return {block, tile};
}

template <class T>
class CpuEngine final : public Engine {
  public:
    explicit CpuEngine(const EngineOptions& options)
        : kernels_(find_kernels<T>(options.variant)),
          blocks_(choose_blocks(options)),
          serial_(options.variant == "serial"),
          threads_(omp_get_max_threads()) {}

    std::span<const std::size_t> blocks() const override { return blocks_; }
    bool in_place() const override { return true; }

    void upload(Matrix& matrix) override {
        n_ = matrix.n();
        data_ = static_cast<T*>(matrix.data());
        ld_ = matrix.ld();
        for (std::size_t i = 0; i < ld_; ++i) {
            std::fill(data_ + i * ld_ + (i < n_ ? n_ : 0), data_ + (i + 1) * ld_, infinity<T>());
        }
        if (!blocks_.empty()) {
            const std::size_t elements = 2 * ld_ * std::min(blocks_.front(), ld_);
            workspace_.reset(static_cast<T*>(std::aligned_alloc(64, elements * sizeof(T))));
            if (!workspace_) throw Error(ErrorKind::out_of_memory, "no memory for two panels");
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

    void close(Range tile) override {
        kernels_.close(data_ + tile.first * (ld_ + 1), ld_, tile.size());
    }

    void update(const Rows& rows, Range via, Range cols, Part) override {
        for (std::size_t k = via.first; k < via.last; k += blocks_.front()) {
            const Range pivots = {k, std::min(k + blocks_.front(), via.last)};
            if (rows.gap.size() == 0) {
                multiply(rows.all, pivots, cols);
            } else {
                multiply({rows.all.first, rows.gap.first}, pivots, cols);
                multiply({rows.gap.last, rows.all.last}, pivots, cols);
            }
        }
    }

    void mirror(Range rows, Range cols) override {
#pragma omp parallel for schedule(dynamic) collapse(2) num_threads(threads_)
        for (std::size_t i0 = rows.first; i0 < rows.last; i0 += kSquare) {
            for (std::size_t j0 = cols.first; j0 < cols.last; j0 += kSquare) {
                for (std::size_t i = i0; i < i0 + kSquare; ++i) {
                    for (std::size_t j = j0; j < std::min(j0 + kSquare, i); ++j) {
                        data_[i * ld_ + j] = data_[j * ld_ + i];
                    }
                }
            }
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

    void multiply(Range rows, Range via, Range cols) {
        if (rows.size() == 0) return;
        T* const first_row = data_ + rows.first * ld_;
        kernels_.update(first_row + cols.first, ld_, rows.size(), cols.size(),
                        first_row + via.first, ld_, data_ + via.first * ld_ + cols.first, ld_,
                        via.size(), workspace_.get(), threads_);
    }

    struct Free {
        void operator()(T* memory) const noexcept { std::free(memory); }
    };

    const cpu::Kernels<T>& kernels_;
    std::vector<std::size_t> blocks_;
    bool serial_;
    int threads_;
    std::unique_ptr<T[], Free> workspace_;  // the packed operands of one update
    T* data_ = nullptr;
    std::size_t n_ = 0;
    std::size_t ld_ = 0;
    Stopwatch watch_;
    double seconds_ = 0;
};

}  // namespace

std::vector<std::string_view> cpu_instruction_sets() {
    std::vector<std::string_view> sets;
    for (const auto* kernels : cpu::available_kernels<float>()) sets.push_back(kernels->isa);
    return sets;
}

std::unique_ptr<Engine> open_cpu_engine(const EngineOptions& options) {
    return visit(options.dtype, [&](auto zero) -> std::unique_ptr<Engine> {
        using T = decltype(zero);
        if constexpr (sizeof(T) >= 4) return std::make_unique<CpuEngine<T>>(options);
        throw Error(ErrorKind::usage, "cpu: not in this type");
    });
}

}  // namespace apsp
