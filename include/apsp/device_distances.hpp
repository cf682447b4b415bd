// All shortest distances of a graph, where a device has found them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "apsp/devices.hpp"
#include "apsp/export.h"
#include "apsp/matrix.hpp"
#include "apsp/statistics.hpp"
#include "apsp/vertex_pair.hpp"

namespace apsp {

class HeldMatrix;

/// Distances over min_plus in the memory of a device, or in the host's for devices that work there:
/// the result of a solve with SolveOptions::leave_on_device. Only what is asked for is copied to
/// the host. Only one thread at a time may use an object. Its functions throw Error no_device if
/// the device has failed, and out_of_memory.
class APSP_EXPORT DeviceDistances {
  public:
    DeviceDistances(std::unique_ptr<HeldMatrix> held, const Device& device);  // for the library
    DeviceDistances(DeviceDistances&&) noexcept;
    DeviceDistances& operator=(DeviceDistances&&) noexcept;
    ~DeviceDistances();

    std::size_t vertices() const noexcept;
    Dtype dtype() const noexcept;
    const Device& device() const noexcept { return device_; }

    /// Where the distance from vertex 0 to itself is: for a device of the backend "cuda" a pointer
    /// that its kernels can use, for other GPUs OpenCL's cl_mem, which begins with it, and else an
    /// address of the host's. All has been computed, and the memory lasts as long as the object.
    void* data() const noexcept;
    /// Whether `data` is an address of the host's.
    bool in_host() const noexcept;
    /// Elements from one row to the next: vertices() or a little more.
    std::size_t ld() const noexcept;

    /// Distances from some vertices: a row for each.
    /// @throws Error bad_input for a vertex that does not exist
    Matrix rows(std::span<const std::uint32_t> vertices) const;
    /// Distances of some pairs; infinity where there is no path. @throws as rows
    std::vector<double> entries(std::span<const VertexPair> pairs) const;
    /// Reduced on the device.
    Statistics statistics(const StatisticsOptions& options = {}) const;
    /// All distances.
    Matrix copy() const;

    std::unique_ptr<HeldMatrix> release() &&;  // for the library

  private:
    std::unique_ptr<HeldMatrix> held_;
    Device device_;
};

}  // namespace apsp
