// Copies between the memory of the host and of CUDA devices.
#pragma once

#include <optional>

#include "backends/cuda/queue.hpp"
#include "backends/transfer.hpp"

namespace apsp::cuda {

/// See Transfer. They are on the queue's main stream or, `beside` what it computes, on one of their
/// own.
class Copies {
  public:
    using Memory = cuda::Memory;
    using Kernel = cuda::Kernel;
    using Event = cuda::Event;

    Copies(const Queue& queue, bool beside)
        : card_(queue.card()),
          stream_(beside ? cudaStream_t(own_.emplace(card_, true)) : queue.main()) {}
    Copies(const Copies&) = delete;
    Copies& operator=(const Copies&) = delete;
    ~Copies() {
        if (pinned_ != nullptr) cudaFreeHost(pinned_);
    }

    unsigned char* pin(std::size_t bytes);
    Event event() const { return {card_, false}; }
    void write(const Memory& memory, const Pitched& part, const void* from, const Event& done);
    void read(const Memory& memory, const Pitched& part, void* to, const Event& done);
    /// Copies rows between any two places.
    void copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
              std::size_t width, std::size_t rows);
    template <class... Arguments>
    void launch(const Kernel& kernel, const Threads& all, const Threads& block,
                const Arguments&... arguments) {
        OnStream{card_, stream_}.launch(kernel, all, block, arguments...);
    }
    /// Makes what is copied next wait.
    void let_wait(const Event& event);
    void wait(const Event& done);
    void finish();
    void drain() noexcept { cudaStreamSynchronize(stream_); }

  private:
    const Card& card_;
    std::optional<Stream> own_;
    cudaStream_t stream_;
    unsigned char* pinned_ = nullptr;
};

}  // namespace apsp::cuda
