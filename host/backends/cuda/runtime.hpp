// The CUDA runtime with errors as exceptions, and what it hands out as objects that give it back.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "apsp/devices.hpp"
#include "apsp/errors.hpp"

namespace apsp::cuda {

/// What each device reports of itself, in the driver's order. `absence` says why when there is
/// none; nothing is thrown.
std::vector<Device> find_devices(std::string& absence);

class Memory;

/// How a kernel is launched.
struct Launch {
    std::string_view name;  ///< For messages.
    const void* kernel;
    cudaStream_t stream;
    dim3 blocks, threads;
    std::size_t shared_bytes = 0;
    bool together = false;  ///< Every block must run before any can end.
};

/// Blocks of so many, so that all items have one.
inline unsigned blocks_for(std::size_t items, std::size_t of_a_block) {
    return static_cast<unsigned>((items + of_a_block - 1) / of_a_block);
}

/// A device as messages name it: "device 1 (NVIDIA H200)".
class Card {
  public:
    explicit Card(const Device& description);

    const std::string& label() const noexcept { return label_; }
    const Device& description() const noexcept { return description_; }
    /// Makes it the calling thread's device.
    void use() const;
    /// Lets it, the calling thread's device, read the memory of another directly, if it can.
    void read_from(int other) const;

    /// Throws for any code but success; `call` is what failed, as in "cudaMemcpyAsync".
    void check(cudaError_t code, std::string_view call) const {
        if (code != cudaSuccess) fail(code, call);
    }
    /// @throws Error out_of_memory, with what was asked for, what for and what is free
    void* allocate(std::size_t bytes, std::string_view what) const;

    /// Loads a kernel, which would otherwise happen when it is first launched.
    cudaFuncAttributes load(const void* kernel) const;
    /// Bytes that its blocks may have beside their own.
    void allow_shared(const void* kernel, std::size_t bytes) const;
    /// With arguments of the kernel's own types, where those are no pointers to Memory. Nothing
    /// happens where there are no blocks.
    template <class... Arguments>
    void launch(const Launch& how, const Arguments&... arguments) const;

  private:
    void launch_with(const Launch& how, const void* const* arguments) const;
    [[noreturn]] void fail(cudaError_t code, std::string_view call) const;

    std::string label_;
    Device description_;
};

/// Memory of the device.
class Memory {
  public:
    Memory() = default;
    Memory(const Card& card, std::size_t bytes, std::string_view what)
        : data_(bytes == 0 ? nullptr : card.allocate(bytes, what)) {}
    Memory(Memory&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
    Memory& operator=(Memory&& other) noexcept {
        std::swap(data_, other.data_);
        return *this;
    }
    ~Memory() { cudaFree(data_); }

    unsigned char* data() const noexcept { return static_cast<unsigned char*>(data_); }
    /// As a kernel's argument.
    const void* address() const noexcept { return &data_; }

  private:
    void* data_ = nullptr;
};

template <class... Arguments>
void Card::launch(const Launch& how, const Arguments&... arguments) const {
    const auto address = []<class Argument>(const Argument& argument) -> const void* {
        if constexpr (std::is_same_v<Argument, Memory>) {
            return argument.address();
        } else {
            return &argument;
        }
    };
    const void* const addresses[] = {address(arguments)...};
    launch_with(how, addresses);
}

class Stream {
  public:
    /// Kernels of an urgent one get the multiprocessors that others leave first.
    Stream(const Card& card, bool urgent);
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() { cudaStreamDestroy(stream_); }
    operator cudaStream_t() const noexcept { return stream_; }

  private:
    cudaStream_t stream_ = nullptr;
};

class Event {
  public:
    Event() = default;
    Event(const Card& card, bool timing);
    Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
    Event& operator=(Event&& other) noexcept {
        std::swap(event_, other.event_);
        return *this;
    }
    ~Event() {
        if (event_ != nullptr) cudaEventDestroy(event_);
    }
    operator cudaEvent_t() const noexcept { return event_; }

  private:
    cudaEvent_t event_ = nullptr;
};

}  // namespace apsp::cuda
