// See queue.hpp.
#include "backends/cuda/queue.hpp"

#include "base/text.hpp"

namespace apsp::cuda {

void OnStream::launch_with(const Kernel& kernel, const Threads& all, const Threads& block,
                           std::size_t shared, const void* const* arguments) const {
    const dim3 blocks = {count(all.x / block.x), count(all.y / block.y)};
    if (blocks.x == 0 || blocks.y == 0) return;
    constexpr unsigned kMostDown = 65535;
    if (blocks.y > kMostDown) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: {} would need {} blocks one below the other, and CUDA has at "
                                "most {}; try another variant, or kleene",
                                card.label(), kernel.name, blocks.y, kMostDown));
    }
    const auto launch = together ? cudaLaunchCooperativeKernel : cudaLaunchKernel;
    const cudaError_t code = launch(kernel.address, blocks, {count(block.x), count(block.y)},
                                    const_cast<void**>(arguments), shared, stream);
    if (code != cudaSuccess) card.check(code, fmt::format("the launch of {}", kernel.name));
}

Queue::Queue(const Device& device)
    : card_(device),
      main_(card_, false),
      second_(card_, false),
      ahead_(card_, true),
      start_(card_, true),
      stop_(card_, true),
      markers_{{card_, false}, {card_, false}} {}

Kernel Queue::kernel(std::string_view file, const KernelOptions& options,
                     std::string_view name) const {
    const void* const address = find_kernel(file, name, options);
    const cudaFuncAttributes attributes = card_.load(address);
    // As much as there is, since other threads may launch the kernel with more or less.
    card_.allow_shared(address, description().local_memory - attributes.sharedSizeBytes);
    return {name, address, static_cast<std::size_t>(attributes.maxThreadsPerBlock)};
}

std::optional<std::size_t> Queue::most_together(const Kernel& kernel, std::size_t threads) const {
    int of_a_unit = 0;
    card_.check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_a_unit, kernel.address,
                                                              static_cast<int>(threads), 0),
                "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    return static_cast<std::size_t>(of_a_unit) * description().compute_units;
}

void Queue::copy(const Memory& from, const Memory& to, std::size_t bytes) {
    card_.check(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, main_),
                "cudaMemcpyAsync");
}

void Queue::clear(const Memory& memory, std::size_t bytes) {
    card_.check(cudaMemsetAsync(memory.data(), 0, bytes, main_), "cudaMemsetAsync");
}

void Queue::read(const Memory& memory, void* host, std::size_t bytes) {
    card_.check(cudaMemcpyAsync(host, memory.data(), bytes, cudaMemcpyDeviceToHost, main_),
                "cudaMemcpyAsync");
    card_.check(cudaStreamSynchronize(main_), "cudaStreamSynchronize");
}

void Queue::mark(Event& event) {
    if (order_ != Order::ahead) join();
    card_.check(cudaEventRecord(event, current()), "cudaEventRecord");
}

double Queue::seconds_between(const Event& first, const Event& last) const {
    float milliseconds = 0;
    card_.check(cudaEventSynchronize(last), "cudaEventSynchronize");
    card_.check(cudaEventElapsedTime(&milliseconds, first, last), "cudaEventElapsedTime");
    return milliseconds * 1e-3;
}

void Queue::start() {
    card_.use();
    if (started_) return;
    card_.check(cudaEventRecord(start_, main_), "cudaEventRecord");
    started_ = true;
}

void Queue::wait(const Stream& waiting, const Stream& running) {
    card_.check(cudaEventRecord(running.reached, running), "cudaEventRecord");
    card_.check(cudaStreamWaitEvent(waiting, running.reached, 0), "cudaStreamWaitEvent");
}

void Queue::join() {
    if (ahead_runs_) {
        let_main_wait();
        wait(main_, second_);
    }
    ahead_runs_ = false;
    order_ = Order::joined;
}

void Queue::begin_ahead() {
    start();
    join();
    let_ahead_wait();
    run_ahead();
    order_ = Order::ahead;
}

void Queue::end_ahead() noexcept {
    order_ = Order::beside;
}

void Queue::throttle() {
    // Two markers: the device always has work beyond the one waited for.
    marker_ = 1 - marker_;
    card_.check(cudaEventSynchronize(markers_[marker_]), "cudaEventSynchronize");
    card_.check(cudaEventRecord(markers_[marker_], main_), "cudaEventRecord");
}

void Queue::finish() {
    join();
    card_.check(cudaEventRecord(stop_, main_), "cudaEventRecord");
    card_.check(cudaStreamSynchronize(main_), "cudaStreamSynchronize");
}

void Queue::drain() noexcept {
    // A lost device has nothing to wait for.
    for (const cudaStream_t stream : {main(), second(), ahead()}) cudaStreamSynchronize(stream);
}

double Queue::seconds() const {
    float milliseconds = 0;
    if (started_) {
        card_.check(cudaEventElapsedTime(&milliseconds, start_, stop_), "cudaEventElapsedTime");
    }
    return milliseconds * 1e-3;
}

}  // namespace apsp::cuda
