// Operations as kernel launches on one in-order queue. A device that shares the host's memory works
// in the host's matrix; any other one gets a copy.
#include "backends/opencl/engine.hpp"

#include <vector>

#include "backends/opencl/program.hpp"
#include "core/stopwatch.hpp"
#include "core/text.hpp"

namespace apsp {
namespace {

/// Cells of a work-item in fw.cl.
std::size_t fw_width(const Device& device) {
    return device.kind == DeviceKind::gpu ? 4 : 16;
}

class OpenclEngine final : public Engine {
  public:
    OpenclEngine(const cl::Device& device, const Device& description, const EngineOptions& options)
        : label_(fmt::format("device {} ({})", description.index, description.name)),
          dtype_(options.dtype),
          fw_width_(fw_width(description)),
          in_place_(description.shares_host_memory),
          gpu_(description.kind == DeviceKind::gpu),
          context_(device),
          queue_(context_, device, CL_QUEUE_PROFILING_ENABLE) {
        KernelOptions kernel_options{dtype_, {{"WIDTH", fw_width_}}};
        fw_step_ = cl::Kernel(build_program(context_, device, "fw.cl", kernel_options), "fw_step");
        const cl::Program matrix = build_program(context_, device, "matrix.cl", {dtype_, {}});
        fill_ = cl::Kernel(matrix, "fill");
        diagonal_ = cl::Kernel(matrix, "diagonal");
    }

    std::string variant() const override { return "step"; }
    bool in_place() const override { return in_place_; }

    void upload(Matrix& matrix) override {
        guarded(label_, [&] {
            matrix_ = &matrix;
            n_ = matrix.n();
            ld_ = matrix.ld();
            if (in_place_) {
                buffer_ = cl::Buffer(context_, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                     matrix.bytes(), matrix.data());
            } else {
                buffer_ = cl::Buffer(context_, CL_MEM_READ_WRITE, matrix.bytes());
                queue_.enqueueWriteBuffer(buffer_, CL_TRUE, 0, matrix.bytes(), matrix.data());
            }
            fill(0, n_, n_, ld_ - n_);
            fill(n_, 0, ld_ - n_, ld_);
            first_ = {};
        });
    }

    void relax(std::size_t k) override {
        guarded(label_, [&] {
            fw_step_.setArg(0, buffer_);
            fw_step_.setArg(1, static_cast<cl_ulong>(ld_));
            fw_step_.setArg(2, static_cast<cl_ulong>(k));
            // Rows of padding are relaxed, too, so that any group divides the range. CPUs choose
            // the group better themselves: 16 x 16 was 7 times slower than none on PoCL.
            launch(fw_step_, cl::NDRange(ld_ / fw_width_, ld_),
                   gpu_ ? cl::NDRange(32, 8) : cl::NullRange);
        });
    }

    void throttle() override {
        guarded(label_, [&] {
            cl::Event marker;
            queue_.enqueueMarkerWithWaitList(nullptr, &marker);
            queue_.flush();
            if (marker_() != nullptr) marker_.wait();
            marker_ = marker;
        });
    }

    void finish() override {
        guarded(label_, [&] { queue_.finish(); });
        host_seconds_ = watch_.lap();
    }

    double compute_seconds() const override {
        if (first_() == nullptr) return host_seconds_;
        cl_ulong start = 0;
        cl_ulong end = 0;
        clGetEventProfilingInfo(first_(), CL_PROFILING_COMMAND_START, sizeof start, &start,
                                nullptr);
        clGetEventProfilingInfo(last_(), CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
        // Mesa's rusticl reports zeros, or a nanosecond for everything.
        const double device_seconds = end > start ? static_cast<double>(end - start) * 1e-9 : 0;
        return device_seconds > host_seconds_ / 1000 ? device_seconds : host_seconds_;
    }

    std::size_t negative_diagonal() override {
        return visit(dtype_, [&](auto zero) {
            using T = decltype(zero);
            std::vector<T> values(n_);
            guarded(label_, [&] {
                // A rectangle read of one column, n rows apart by ld + 1, is refused by NVIDIA for
                // n = ld: the pitch of its last row passes the buffer's end.
                const std::size_t bytes = n_ * sizeof(T);
                const cl::Buffer copy(context_, CL_MEM_READ_WRITE, bytes);
                diagonal_.setArg(0, buffer_);
                diagonal_.setArg(1, static_cast<cl_ulong>(ld_));
                diagonal_.setArg(2, copy);
                queue_.enqueueNDRangeKernel(diagonal_, cl::NullRange, cl::NDRange(n_));
                queue_.enqueueReadBuffer(copy, CL_TRUE, 0, bytes, values.data());
            });
            std::size_t i = 0;
            while (i < n_ && values[i] >= zero) ++i;
            return i;
        });
    }

    void download() override {
        guarded(label_, [&] {
            if (in_place_) {
                void* mapped =
                    queue_.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ, 0, matrix_->bytes());
                queue_.enqueueUnmapMemObject(buffer_, mapped);
                queue_.finish();
            } else {
                queue_.enqueueReadBuffer(buffer_, CL_TRUE, 0, matrix_->bytes(), matrix_->data());
            }
        });
    }

  private:
    void fill(std::size_t row, std::size_t column, std::size_t rows, std::size_t columns) {
        if (rows == 0 || columns == 0) return;
        fill_.setArg(0, buffer_);
        fill_.setArg(1, static_cast<cl_ulong>(ld_));
        fill_.setArg(2, static_cast<cl_ulong>(row));
        fill_.setArg(3, static_cast<cl_ulong>(column));
        launch(fill_, cl::NDRange(columns, rows), cl::NullRange);
    }

    void launch(const cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local) {
        queue_.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr, &last_);
        if (first_() == nullptr) first_ = last_;
    }

    std::string label_;
    Dtype dtype_;
    std::size_t fw_width_;
    bool in_place_;
    bool gpu_;
    cl::Context context_;
    cl::CommandQueue queue_;
    cl::Kernel fw_step_;
    cl::Kernel fill_;
    cl::Kernel diagonal_;
    cl::Buffer buffer_;
    cl::Event first_;
    cl::Event last_;
    cl::Event marker_;
    Matrix* matrix_ = nullptr;
    std::size_t n_ = 0;
    std::size_t ld_ = 0;
    Stopwatch watch_;
    double host_seconds_ = 0;
};

}  // namespace

std::unique_ptr<Engine> open_opencl_engine(const cl::Device& device, const Device& description,
                                           const EngineOptions& options) {
    const std::string label = fmt::format("device {} ({})", description.index, description.name);
    return guarded(label, [&]() -> std::unique_ptr<Engine> {
        return std::make_unique<OpenclEngine>(device, description, options);
    });
}

}  // namespace apsp
