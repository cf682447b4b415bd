// Small graphs on a device: their matrices are made, and taken, where they are copied to it and
// from it.
#pragma once

#include <cstdint>
#include <span>

#include "apsp/devices.hpp"
#include "solve/batch_loader.hpp"
#include "solve/batch_results.hpp"

namespace apsp {

struct ClosedOnDevice {
    std::size_t graphs = 0;
    double seconds = 0;  ///< Of the kernels, by the device's clock.
};

/// Closes graphs, in the order of their sizes, up to the first that its kernels are too small for.
/// @throws Error out_of_memory, no_device
template <class T>
ClosedOnDevice close_on_device(const Device& device, std::span<const std::uint32_t> graphs,
                               const BatchLoader<T>& loader, BatchResults& results);

}  // namespace apsp
