// See runtime.hpp.
#include "backends/cuda/runtime.hpp"

#include "base/text.hpp"

namespace apsp::cuda {

Card::Card(const Device& description)
    : label_(fmt::format("device {} ({})", description.index, description.name)),
      description_(description) {
    use();
}

void Card::use() const {
    check(cudaSetDevice(static_cast<int>(description_.index_in_backend)), "cudaSetDevice");
}

void Card::read_from(int other) const {
    const int own = static_cast<int>(description_.index_in_backend);
    int can = 0;
    use();
    if (other == own || cudaDeviceCanAccessPeer(&can, own, other) != cudaSuccess || can == 0)
        return;
    const cudaError_t code = cudaDeviceEnablePeerAccess(other, 0);
    if (code == cudaErrorPeerAccessAlreadyEnabled) return void(cudaGetLastError());
    check(code, "cudaDeviceEnablePeerAccess");
}

void Card::fail(cudaError_t code, std::string_view call) const {
    cudaGetLastError();
    const std::string what = fmt::format("{}: {} failed: {} ({})", label_, call,
                                         cudaGetErrorString(code), cudaGetErrorName(code));
    switch (code) {
        case cudaErrorMemoryAllocation:
            throw Error(ErrorKind::out_of_memory,
                        what + "; try a smaller graph, or a device with more memory");
        case cudaErrorNoDevice:
        case cudaErrorInvalidDevice:
        case cudaErrorDevicesUnavailable:
            throw Error(ErrorKind::no_device, what + "; list_devices shows the devices");
        case cudaErrorNoKernelImageForDevice:
            throw Error(ErrorKind::no_device,
                        fmt::format("{}; {} is not among the architectures that this was built "
                                    "for: build with -DAPSP_CUDA_ARCHITECTURES=native, or try "
                                    "another device",
                                    what, description_.version));
        default: throw Error(ErrorKind::internal, what + "; try another device (see list_devices)");
    }
}

void* Card::allocate(std::size_t bytes, std::string_view what) const {
    void* data = nullptr;
    use();
    const cudaError_t code = cudaMalloc(&data, bytes);
    if (code == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        std::size_t free = 0, total = 0;
        check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
        throw Error(ErrorKind::out_of_memory,
                    fmt::format("{}: cudaMalloc of {} for {} failed: {} of {} are free; try a "
                                "smaller SolveOptions::dtype, a smaller graph, or another device",
                                label_, format_bytes(bytes), what, format_bytes(free),
                                format_bytes(total)));
    }
    check(code, "cudaMalloc");
    return data;
}

cudaFuncAttributes Card::load(const void* kernel) const {
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, kernel), "loading the kernels");
    return attributes;
}

void Card::allow_shared(const void* kernel, std::size_t bytes) const {
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)),
          "cudaFuncSetAttribute");
}

Stream::Stream(const Card& card, bool urgent) : reached(card, false) {
    int least = 0, greatest = 0;
    card.check(cudaDeviceGetStreamPriorityRange(&least, &greatest),
               "cudaDeviceGetStreamPriorityRange");
    card.check(
        cudaStreamCreateWithPriority(&own_, cudaStreamNonBlocking, urgent ? greatest : least),
        "cudaStreamCreateWithPriority");
}

Event::Event(const Card& card, bool timing) {
    card.check(cudaEventCreateWithFlags(&own_, timing ? cudaEventDefault : cudaEventDisableTiming),
               "cudaEventCreateWithFlags");
}

}  // namespace apsp::cuda
