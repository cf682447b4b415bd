// The matrix on an OpenCL device, and the operations on it. A device that shares the host's memory
// works in the host's matrix; any other one gets a copy.
#include "backends/opencl/engine.hpp"

#include <omp.h>

#include <optional>
#include <vector>

#include "backends/opencl/ladder.hpp"
#include "backends/opencl/launcher.hpp"
#include "backends/opencl/predecessors.hpp"
#include "backends/opencl/row_reduction.hpp"
#include "backends/opencl/steps.hpp"
#include "backends/opencl/stripes.hpp"
#include "backends/opencl/tiles.hpp"
#include "backends/opencl/transfer.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

constexpr std::size_t kSquare = 32;     // MS of matrix.cl
constexpr std::size_t kSquareRows = 8;  // MG

std::unique_ptr<Steps> open_steps(Launcher& launcher, const EngineOptions& options) {
    if (options.variant == "step") return open_fw_steps(launcher, options);
    return open_ladder_steps(launcher, options);
}

std::unique_ptr<Tiles> open_tiles(Launcher& launcher, const EngineOptions& options) {
    if (options.variant == "gpu") return open_gpu_tiles(launcher, options);
    if (options.variant == "cpu") return open_cpu_tiles(launcher, options);
    return open_ladder_tiles(launcher, options);
}

class OpenclEngine final : public Engine {
  public:
    OpenclEngine(const cl::Device& device, const Device& description, const EngineOptions& options)
        : launcher_(device, description),
          dtype_(options.dtype),
          n_(options.n),
          ld_(padded(options.n)) {
        if (!in_place() && options.stripe_rows == 0)
            transfer_.emplace(transfer_piece(options), launcher_.context(), launcher_.queue());
        const cl::Program matrix = launcher_.build("matrix.cl", {dtype_, options.semiring, {}});
        fill_ = cl::Kernel(matrix, "fill");
        mirror_ = cl::Kernel(matrix, "mirror");
        if (options.algorithm == Algorithm::fw) {
            steps_ = open_steps(launcher_, options);
        } else {
            tiles_ = open_tiles(launcher_, options);
        }
        if (options.paths) predecessors_.emplace(launcher_, options);
    }

    std::span<const std::size_t> blocks() const override {
        return tiles_ ? tiles_->blocks() : std::span<const std::size_t>{};
    }
    bool in_place() const override { return launcher_.description().shares_host_memory; }

    void upload(Matrix& matrix) override {
        matrix_ = &matrix;
        if (!in_place()) return upload(rows_of(matrix));
        guarded(launcher_.label(), [&] {
            buffer_ = cl::Buffer(launcher_.context(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                 bytes(), matrix.data());
            begin();
            // The host's own threads spin for a while after a parallel loop, which on a device that
            // is the same processor halves the rate at n = 256. This ends them.
            omp_pause_resource_all(omp_pause_soft);
            launcher_.start_timing();
        });
    }
    void upload(const RowSource& rows) override {
        guarded(launcher_.label(), [&] {
            buffer_ = launcher_.allocate(bytes());
            transfer_->to_device(rows, n_, row_bytes(), buffer_);
            begin();
            launcher_.start_timing();
        });
    }

    void relax(std::size_t k) override {
        guarded(launcher_.label(), [&] { steps_->relax(k); });
    }
    bool close_all() override {
        return guarded(launcher_.label(), [&] { return steps_ && steps_->close_all(); });
    }

    void close(Range tile) override {
        guarded(launcher_.label(), [&] { tiles_->close(tile); });
    }
    void update(const Rows& rows, Range via, Range cols, Part part) override {
        guarded(launcher_.label(), [&] { tiles_->update(rows, via, cols, part); });
    }
    void eliminate(Range rows, Range tile, Range cols) override {
        guarded(launcher_.label(), [&] { tiles_->eliminate(rows, tile, cols); });
    }

    void mirror(Range rows, Range cols) override {
        guarded(launcher_.label(), [&] {
            if (rows.size() == 0 || tiles_->mirror(rows, cols)) return;
            launcher_.launch(mirror_, cl::NDRange(cols.size(), rows.size() / kSquare * kSquareRows),
                             cl::NDRange(kSquare, kSquareRows), buffer_, offset(ld_),
                             offset(rows.first), offset(cols.first));
        });
    }

    void throttle() override {
        guarded(launcher_.label(), [&] { launcher_.throttle(); });
    }
    void finish() override {
        guarded(launcher_.label(), [&] { launcher_.finish(); });
    }
    double compute_seconds() const override { return launcher_.seconds(); }

    void hold(const std::vector<Stripe>& stripes) override {
        guarded(launcher_.label(), [&] {
            stripes_.emplace(launcher_, stripes, ld_, size_of(dtype_));
            tiles_->attach_rows(ld_);
            if (in_place()) omp_pause_resource_all(omp_pause_soft);  // as in `upload`
            launcher_.start_timing();
        });
    }
    void place(std::size_t stripe, Range rows) override { stripes_->place(stripe, rows); }
    void work_on(std::size_t target, std::size_t source) override {
        tiles_->work_on(stripes_->rows(target), stripes_->rows(source));
    }
    Mark mark() override {
        return guarded(launcher_.label(), [&] { return stripes_->mark(); });
    }
    void put(std::size_t stripe, const Piece& piece, const void* host, Mark mark) override {
        guarded(launcher_.label(), [&] { stripes_->put(stripe, piece, host, mark); });
    }
    void get(std::size_t stripe, const Piece& piece, void* host, Mark mark) override {
        guarded(launcher_.label(), [&] { stripes_->get(stripe, piece, host, mark); });
    }

    std::vector<RowReduction> reduce_rows(double no_path) override {
        if (!is_integral(dtype_) && !launcher_.description().f64) return {};
        return guarded(launcher_.label(),
                       [&] { return apsp::reduce_rows(launcher_, buffer_, n_, dtype_, no_path); });
    }

    void download() override {
        if (!in_place()) return download(rows_into(*matrix_));
        guarded(launcher_.label(), [&] {
            if (tiles_) tiles_->detach();
            cl::CommandQueue& queue = launcher_.queue();
            void* mapped = queue.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ, 0, bytes());
            queue.enqueueUnmapMemObject(buffer_, mapped);
            queue.finish();
        });
    }
    void download(const RowSink& rows) override {
        guarded(launcher_.label(), [&] {
            if (tiles_) tiles_->detach();
            transfer_->to_host(buffer_, rows, n_, row_bytes());
        });
    }

    void predecessors(const TightArcs& arcs, Matrix& predecessors) override {
        if (in_place()) omp_pause_resource_all(omp_pause_soft);  // as in `upload`
        guarded(launcher_.label(), [&] {
            predecessors_->find(launcher_, buffer_, arcs, predecessors,
                                transfer_ ? &*transfer_ : nullptr);
        });
    }
    bool find_predecessors(const TightRule& rule, Matrix& predecessors) override {
        return guarded(launcher_.label(), [&] {
            return predecessors_->find(launcher_, buffer_, rule, predecessors,
                                       transfer_ ? &*transfer_ : nullptr);
        });
    }

  private:
    std::size_t row_bytes() const { return ld_ * size_of(dtype_); }
    std::size_t bytes() const { return ld_ * row_bytes(); }

    /// With the matrix in its buffer.
    void begin() {
        fill(0, n_, n_, ld_ - n_);
        fill(n_, 0, ld_ - n_, ld_);
        if (predecessors_) predecessors_->keep(launcher_, buffer_, bytes());
        if (steps_) steps_->attach(buffer_, n_, ld_);
        if (tiles_) tiles_->attach(buffer_, ld_);
    }
    void fill(std::size_t row, std::size_t column, std::size_t rows, std::size_t columns) {
        if (rows == 0 || columns == 0) return;
        // PoCL compiles a kernel for each size of groups, and would choose one for every n.
        const std::size_t group = 64, groups = (columns + group - 1) / group;
        launcher_.launch(fill_, cl::NDRange(groups * group, rows), cl::NDRange(group, 1), buffer_,
                         offset(ld_), offset(row), offset(column), offset(columns));
    }

    Launcher launcher_;
    std::optional<Transfer> transfer_;  // for devices with memory of their own
    Dtype dtype_;
    std::size_t n_;
    std::size_t ld_;
    cl::Kernel fill_;
    cl::Kernel mirror_;
    std::unique_ptr<Steps> steps_;  // of fw
    std::unique_ptr<Tiles> tiles_;  // of the others
    std::optional<PredecessorKernels> predecessors_;
    cl::Buffer buffer_;
    std::optional<Stripes> stripes_;  // instead of buffer_ and transfer_
    Matrix* matrix_ = nullptr;        // where it came from a matrix
};

}  // namespace

EnginePlan plan_opencl_engine(const Device& description, const EngineOptions& options) {
    EnginePlan plan;
    // Steps, and tiles of the ladder, work in the matrix itself.
    if (options.variant == "gpu") plan = plan_gpu_tiles(description, options);
    if (options.variant == "cpu") plan = plan_cpu_tiles(description, options);
    if (options.paths) plan_opencl_predecessors(description, options, plan);
    if (!description.shares_host_memory && options.stripe_rows == 0) {
        const std::uint64_t ld = padded(options.n);
        plan.buffers.insert(plan.buffers.begin(), {"matrix", ld * ld * size_of(options.dtype)});
        plan.buffers.push_back(
            {"pinned, for transfers", kTransferSlots * transfer_piece(options), false});
    }
    return plan;
}

std::unique_ptr<Engine> open_opencl_engine(const cl::Device& device, const Device& description,
                                           const EngineOptions& options) {
    return guarded(description.name, [&]() -> std::unique_ptr<Engine> {
        return std::make_unique<OpenclEngine>(device, description, options);
    });
}

}  // namespace apsp
