// A device's operations in order: a main stream, a second one like it, and an urgent one that may
// run ahead of both. Host code that OpenCL and CUDA share calls it as backends/gpu_queue.hpp says.
#pragma once

#include <tuple>

#include "backends/cuda/kernels.hpp"
#include "backends/cuda/runtime.hpp"
#include "backends/gpu_queue.hpp"

namespace apsp::cuda {

/// One of `find_kernel`, loaded.
struct Kernel {
    std::string_view name = {};
    const void* address = nullptr;
    std::size_t most_items = 0;
};

/// In threads: of a launch, or of a block.
struct Threads {
    std::size_t x = 1, y = 1;
};

/// A stream, as somewhere to launch.
struct OnStream {
    const Card& card;
    cudaStream_t stream;
    bool together = false;  ///< Every block must run before any can end.

    template <class... Arguments>
    void launch(const Kernel& kernel, const Threads& all, const Threads& block,
                const Arguments&... arguments) const {
        const void* const addresses[] = {address(arguments)...};
        launch_with(kernel, all, block, (std::size_t{0} + ... + shared_bytes(arguments)),
                    addresses);
    }

  private:
    /// With the addresses of arguments of the kernel's own types. Nothing happens where there are
    /// no blocks.
    void launch_with(const Kernel& kernel, const Threads& all, const Threads& block,
                     std::size_t shared, const void* const* arguments) const;
    static const void* address(const Memory& memory) { return memory.address(); }
    static const void* address(const auto& argument) { return &argument; }
    static std::size_t shared_bytes(const LocalMemory& local) { return local.bytes; }
    static std::size_t shared_bytes(const auto&) { return 0; }
};

class Queue {
  public:
    using Memory = cuda::Memory;
    using Kernel = cuda::Kernel;
    using Range = Threads;
    using Event = cuda::Event;

    explicit Queue(const Device& device);
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;
    /// Waits for everything.
    ~Queue() { drain(); }

    cudaStream_t main() const noexcept { return main_; }
    cudaStream_t ahead() const noexcept { return ahead_; }
    cudaStream_t second() const noexcept { return second_; }

    const Card& card() const noexcept { return card_; }
    const std::string& label() const noexcept { return card_.label(); }
    const Device& description() const noexcept { return card_.description(); }

    template <class... Names>
    auto kernels(std::string_view file, const KernelOptions& options, Names... names) const {
        return std::make_tuple(kernel(file, options, names)...);
    }
    std::size_t most_items(const Kernel& kernel) const { return kernel.most_items; }
    Memory allocate(std::size_t bytes, std::string_view what) const { return {card_, bytes, what}; }
    void* address(const Memory& memory) const { return memory.data(); }

    /// On the main stream, as the others below.
    template <class... Arguments>
    void launch(const Kernel& kernel, const Threads& all, const Threads& block,
                const Arguments&... arguments) {
        start();
        OnStream{card_, main_}.launch(kernel, all, block, arguments...);
    }
    std::optional<std::size_t> most_together(const Kernel& kernel, std::size_t threads) const;
    template <class... Arguments>
    void launch_together(const Kernel& kernel, const Threads& all, const Threads& block,
                         const Arguments&... arguments) {
        start();
        OnStream{card_, main_, true}.launch(kernel, all, block, arguments...);
    }
    void copy(const Memory& from, const Memory& to, std::size_t bytes);
    void clear(const Memory& memory, std::size_t bytes);
    void read(const Memory& memory, void* host, std::size_t bytes);
    Event event() const { return {card_, true}; }
    /// Records what was given so far to where the next operation goes.
    void mark(Event& event);
    double seconds_between(const Event& first, const Event& last) const;
    void use() const { card_.use(); }

    /// Before an operation: timing begins with the first one. Several engines may be in use, each
    /// in a thread of its own.
    void start();
    /// Forgets what was timed so far.
    void restart() noexcept { started_ = false; }

    /// Makes one stream wait for what the other has been given.
    void let_main_wait() { wait(main_, ahead_); }
    void let_ahead_wait() { wait(ahead_, main_); }
    void let_second_wait() { wait(second_, ahead_); }
    /// The other streams run on their own until `join`, after which the main one is behind them.
    void run_ahead() noexcept { ahead_runs_ = true; }
    bool runs_ahead() const noexcept { return ahead_runs_; }
    void join();

    // See Tiles::begin_ahead.
    void begin_ahead();
    void end_ahead() noexcept;
    /// Which stream operations are given to; `beside` is the main one that does not wait.
    enum class Order { joined, ahead, beside };
    Order order() const noexcept { return order_; }
    cudaStream_t current() const noexcept { return order_ == Order::ahead ? ahead_ : main_; }

    void throttle();
    void finish();
    void drain() noexcept;
    double seconds() const;

  private:
    Kernel kernel(std::string_view file, const KernelOptions& options, std::string_view name) const;
    void wait(const Stream& waiting, const Stream& running);

    Card card_;
    Stream main_, second_, ahead_;
    Event start_, stop_;
    Event markers_[2];
    int marker_ = 0;
    bool started_ = false;
    bool ahead_runs_ = false;
    Order order_ = Order::joined;
};

}  // namespace apsp::cuda
