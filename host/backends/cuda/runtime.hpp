// The CUDA runtime with errors as exceptions, and what it hands out as objects that give it back.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apsp/devices.hpp"
#include "apsp/errors.hpp"

namespace apsp::cuda {

/// What each device reports of itself, in the driver's order. `absence` says why when there is
/// none; nothing is thrown.
std::vector<Device> find_devices(std::string& absence);

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

  private:
    [[noreturn]] void fail(cudaError_t code, std::string_view call) const;

    std::string label_;
    Device description_;
};

/// What the runtime has made, and kDestroy gives back.
template <class T, auto kDestroy>
class Owned {
  public:
    Owned() = default;
    Owned(Owned&& other) noexcept : own_(std::exchange(other.own_, nullptr)) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(own_, other.own_);
        return *this;
    }
    ~Owned() {
        if (own_ != nullptr) kDestroy(own_);
    }
    operator T() const noexcept { return own_; }

  protected:
    T own_ = nullptr;
};

/// Memory of the device.
class Memory : Owned<void*, cudaFree> {
  public:
    Memory() = default;
    Memory(const Card& card, std::size_t bytes, std::string_view what) {
        if (bytes != 0) own_ = card.allocate(bytes, what);
    }
    unsigned char* data() const noexcept { return static_cast<unsigned char*>(own_); }
    /// As a kernel's argument.
    const void* address() const noexcept { return &own_; }
};

struct Event : Owned<cudaEvent_t, cudaEventDestroy> {
    Event() = default;
    Event(const Card& card, bool timing);
};

struct Stream : Owned<cudaStream_t, cudaStreamDestroy> {
    /// Kernels of an urgent one get the multiprocessors that others leave first.
    Stream(const Card& card, bool urgent);

    Event reached;  ///< Where others wait for it.
};

}  // namespace apsp::cuda
