// Small graphs on a device. Matrices are filled in, and results read, in the memory that copies to
// and from the device go through.
#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <span>

#include "algorithms/batch_engine.hpp"
#include "apsp/devices.hpp"
#include "solve/batch_loader.hpp"
#include "solve/batch_results.hpp"

namespace apsp {

struct ClosedOnDevice {
    std::size_t graphs = 0;
    double seconds = 0;  ///< Of the kernels, by the device's clock.
};

template <class T>
class BatchOnDevice {
  public:
    /// Opens the device while the caller goes on with other work.
    BatchOnDevice(const Device& device, const BatchLoader<T>& loader);

    /// Closes graphs, which come in the order of their sizes, up to the first that is too large for
    /// the kernels. May be called once. @throws Error out_of_memory, no_device
    ClosedOnDevice close(std::span<const std::uint32_t> graphs, BatchResults& results);

  private:
    const Device& device_;
    const BatchLoader<T>& loader_;
    std::future<std::unique_ptr<BatchEngine>> engine_;
};

}  // namespace apsp
