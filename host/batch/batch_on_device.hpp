// Small graphs on a device. Matrices are filled in, and results read, in the memory that copies to
// and from the device go through.
#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <span>

#include "algorithms/batch_engine.hpp"
#include "apsp/devices.hpp"
#include "batch/batch_loader.hpp"
#include "batch/batch_results.hpp"

namespace apsp {

template <class T>
class BatchOnDevice {
  public:
    /// Opens the device while the caller goes on with other work.
    BatchOnDevice(const Device& device, const BatchLoader<T>& loader);

    /// Waits for the device, and makes room on it. Returns how many of the graphs, which come in
    /// the order of their sizes, fit into its kernels. @throws Error out_of_memory, no_device
    std::size_t prepare(std::span<const std::uint32_t> graphs);
    /// Closes some of these. Returns the seconds of the kernels, by the device's clock.
    double close(std::span<const std::uint32_t> graphs, BatchResults& results);

  private:
    const Device& device_;
    const BatchLoader<T>& loader_;
    std::future<std::unique_ptr<BatchEngine>> opening_;
    std::unique_ptr<BatchEngine> engine_;
    Slab memory_;
};

}  // namespace apsp
