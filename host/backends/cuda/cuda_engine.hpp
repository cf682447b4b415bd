// The matrix on a CUDA device, and the operations on it.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "algorithms/engine.hpp"
#include "backends/cuda/kernels.hpp"
#include "backends/cuda/predecessors.hpp"
#include "backends/cuda/row_reduction.hpp"
#include "backends/cuda/stripes.hpp"
#include "backends/cuda/tiles.hpp"
#include "backends/cuda/transfer.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"

namespace apsp::cuda {

class CudaEngine : public Engine {
  public:
    CudaEngine(const Device& device, const EngineOptions& options)
        : card_(device),
          kernels_(kernels_for(options.dtype, options.semiring)),
          bits_(options.semiring == Semiring::or_and),
          tiles_(card_, kernels_, options),
          with_blocks_(options.algorithm != Algorithm::fw),
          stream_(tiles_.stream()),
          dtype_(options.dtype),
          n_(options.n),
          ld_(padded(options.n)) {
        if (options.stripe_rows == 0)
            transfer_.emplace(transfer_piece(options), card_, stream_, bits_);
        check(kernels_.load(with_blocks_), "loading the kernels");
        if (options.paths) check(load_predecessors(options.dtype), "loading the kernels of paths");
        if (options.keep_weights) {
            tight_arcs_.emplace(card_, stream_);
            check(load_tight_arcs(options.dtype), "loading the kernels of paths");
        }
    }

    ~CudaEngine() override { cudaDeviceSynchronize(); }

    std::span<const std::size_t> blocks() const override {
        return with_blocks_ ? tiles_.blocks() : std::span<const std::size_t>{};
    }
    std::size_t tile() const override { return with_blocks_ ? tiles_.tile() : 0; }
    bool in_place() const override { return false; }

    void upload(Matrix& matrix) override {
        matrix_ = &matrix;
        upload(rows_of(matrix));
    }
    void upload(const RowSource& rows) override {
        card_.use();
        const std::size_t bytes = bits_ ? ld_ * ld_ / 8 : ld_ * row_bytes();
        check_memory(bytes, with_blocks_ ? tiles_.bytes(ld_) : 0);
        memory_ = Memory(card_, bytes, "the matrix");
        transfer_->to_device(rows, n_, row_bytes(), memory_.data());
        fill(0, n_, n_, ld_ - n_);
        fill(n_, 0, ld_ - n_, ld_);
        if (tight_arcs_) tight_arcs_->keep(memory_.data(), bytes);
        if (with_blocks_) {
            tiles_.attach(ld_, cell_bits());
            tiles_.work_on({memory_.data()}, {memory_.data()});
        }
    }

    void hold(const std::vector<Stripe>& stripes) override {
        card_.use();
        std::size_t rows = 0;
        for (const Stripe& stripe : stripes) rows += stripe.rows.size();
        check_memory(rows * row_bytes(), tiles_.bytes(ld_));
        stripes_.emplace(card_, stripes, ld_, size_of(dtype_));
        tiles_.attach(ld_, cell_bits());
    }
    void place(std::size_t stripe, Range rows) override { stripes_->place(stripe, rows); }
    void work_on(std::size_t target, std::size_t source) override {
        card_.use();  // several engines, each in a thread of its own
        tiles_.work_on(stripes_->rows(target), stripes_->rows(source));
    }
    std::shared_ptr<void> allocate_panel(std::size_t bytes) override {
        card_.use();
        auto memory = std::make_shared<Memory>(card_, bytes, "a panel");
        return {memory, memory->data()};
    }
    Mark mark() override {
        tiles_.join();
        return stripes_->mark(stream_);
    }
    void put(std::size_t stripe, const Piece& piece, const void* host, Mark mark) override {
        stripes_->put(stripe, piece, host, mark);
    }
    void get(std::size_t stripe, const Piece& piece, void* host, Mark mark) override {
        stripes_->get(stripe, piece, host, mark);
    }

    void relax(std::size_t k) override {
        start();
        check(kernels_.fw_step(memory_.data(), pitch(), k, stream_), "the launch of fw_step");
    }
    void close(Range tile) override {
        start();
        tiles_.close(tile);
    }
    void update(const Rows& rows, Range via, Range cols, Part part) override {
        start();
        tiles_.update(rows, via, cols, part);
    }
    void eliminate(Range rows, Range tile, Range cols) override {
        start();
        tiles_.eliminate(rows, tile, cols);
    }
    void mirror(Range rows, Range cols) override {
        start();
        tiles_.join();
        check(kernels_.mirror(memory_.data(), ld_, rows.first, cols.first, rows.size(), cols.size(),
                              stream_),
              "the launch of mirror");
    }

    void throttle() override {
        // Two markers: the device always has work beyond the one waited for.
        marker_ = 1 - marker_;
        check(cudaEventSynchronize(markers_[marker_]), "cudaEventSynchronize");
        check(cudaEventRecord(markers_[marker_], stream_), "cudaEventRecord");
    }
    void finish() override {
        tiles_.join();
        check(cudaEventRecord(stop_, stream_), "cudaEventRecord");
        check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
    }
    double compute_seconds() const override {
        float milliseconds = 0;
        if (started_) {
            card_.check(cudaEventElapsedTime(&milliseconds, start_, stop_), "cudaEventElapsedTime");
        }
        return milliseconds * 1e-3;
    }

    std::vector<RowReduction> reduce_rows(double no_path) override {
        return cuda::reduce_rows(card_, memory_.data(), n_, dtype_, no_path, stream_);
    }

    void download() override { download(rows_into(*matrix_)); }
    void download(const RowSink& rows) override {
        transfer_->to_host(memory_.data(), rows, n_, row_bytes());
    }

    void predecessors(const TightArcs& arcs, Matrix& predecessors) override {
        cuda::find_predecessors(card_, *transfer_, memory_.data(), arcs, predecessors, stream_);
    }
    bool find_predecessors(const TightRule& rule, Matrix& predecessors) override {
        return cuda::find_predecessors(card_, *transfer_, *tight_arcs_, memory_.data(), rule,
                                       predecessors, stream_);
    }

  protected:
    const Card& card() const { return card_; }
    cudaStream_t stream() const { return stream_; }
    /// The uploaded matrix, of n vertices and padded to ld.
    void* data() const { return memory_.data(); }
    std::size_t n() const { return n_; }
    std::size_t ld() const { return ld_; }

    void check(cudaError_t code, std::string_view call) const { card_.check(code, call); }
    /// Timing begins with the first operation.
    void start() {
        if (started_) return;
        check(cudaEventRecord(start_, stream_), "cudaEventRecord");
        started_ = true;
    }

  private:
    Dtype dtype() const { return dtype_; }
    std::size_t cell_bits() const { return bits_ ? 1 : 8 * size_of(dtype_); }
    /// Of the host's form.
    std::size_t row_bytes() const { return ld_ * size_of(dtype_); }
    std::size_t pitch() const { return bits_ ? ld_ / 32 : ld_; }

    void fill(std::size_t row, std::size_t column, std::size_t rows, std::size_t columns) {
        if (rows == 0 || columns == 0) return;
        check(kernels_.fill(memory_.data(), pitch(), row, column, rows, columns, stream_),
              "the launch of fill");
    }

    /// Says what is short before anything is allocated.
    void check_memory(std::size_t matrix, std::size_t beside) const {
        std::size_t free = 0, total = 0;
        check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
        if (matrix + beside <= free) return;
        // Operands grow with n, the matrix with its square: near enough.
        const double share = static_cast<double>(free) / static_cast<double>(matrix + beside);
        const auto fits = static_cast<std::size_t>(static_cast<double>(n_) * std::sqrt(share));
        throw Error(
            ErrorKind::out_of_memory,
            fmt::format("n = {} as {} needs {} and {} of operands; {} has {} free of {}, "
                        "enough for n = {}; try a smaller SolveOptions::dtype or another device",
                        n_, name(dtype()), format_bytes(matrix), format_bytes(beside),
                        card_.label(), format_bytes(free), format_bytes(total), fits));
    }

    Card card_;
    const Kernels& kernels_;
    bool bits_;
    Tiles tiles_;
    bool with_blocks_;
    cudaStream_t stream_;
    Dtype dtype_;
    std::size_t n_;
    std::size_t ld_;
    std::optional<Transfer> transfer_;
    std::optional<TightArcFinder> tight_arcs_;  // where the weights are kept
    std::optional<Stripes> stripes_;            // instead of transfer_ and memory_
    Event start_{card_, true}, stop_{card_, true};
    Event markers_[2] = {{card_, false}, {card_, false}};
    int marker_ = 0;
    bool started_ = false;
    Memory memory_;
    Matrix* matrix_ = nullptr;  // where it came from a matrix
};

}  // namespace apsp::cuda
