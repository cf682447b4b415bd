// Distances over min-plus that somebody holds, in the host's memory or in a device's.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/change_engine.hpp"
#include "apsp/devices.hpp"
#include "apsp/matrix.hpp"
#include "apsp/statistics.hpp"
#include "apsp/summary.hpp"
#include "apsp/vertex_pair.hpp"
#include "graph/padding.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {

class HeldMatrix {
  public:
    /// In the host's memory or, if the device is given and has kernels for it, in the device's.
    HeldMatrix(Matrix distances, const Device* device);
    /// In memory that an engine of the device has released.
    HeldMatrix(std::size_t n, Dtype dtype, const Device& device, ReleasedMemory memory);

    std::size_t n() const { return n_; }
    Dtype dtype() const { return dtype_; }
    /// Null if they lie on a device.
    Matrix* in_host() { return on_device() ? nullptr : &matrix_; }
    /// Where the first row begins, as DeviceMemory::address, or in the host's memory.
    void* address() const;
    /// Elements from one row to the next.
    std::size_t ld() const { return padded(n_); }
    Matrix release() &&;

    /// For distances on a device that a change has spoilt: they are lost; see below.
    void lose() noexcept { lost_ = true; }

    // If writing to a device fails, the distances are lost, and the functions below throw Error
    // no_device. If the device only lacks memory for it, nothing has changed.

    /// Replaces the distances by others of the same size and type.
    void assign(Matrix distances);

    /// A copy of all distances.
    Matrix copy() const;
    /// All distances. Of those on a device this is a copy, which is made anew after a change. Valid
    /// until the next change.
    const Matrix& all() const;
    /// Rows of these vertices.
    Matrix rows(std::span<const std::uint32_t> vertices) const;
    template <class T>
    std::vector<T> entries(std::span<const VertexPair> pairs) const;
    /// The same as doubles, with infinity where there is no path.
    std::vector<double> real_entries(std::span<const VertexPair> pairs) const;
    /// @throws Error usage as apsp::statistics
    Statistics statistics(const StatisticsOptions& options) const;
    /// `integral`: the distances are integers.
    Summary summary(bool integral) const;

  protected:
    RowReductions reduce(const RowQuestion& question) const;
    /// So many rows come from a device at a time.
    std::size_t most_rows() const {
        constexpr std::size_t kBytes = std::size_t{256} << 20;
        return std::max<std::size_t>(kBytes / (size_of(dtype_) * ld()), 1);
    }
    bool on_device() const { return device_.has_value(); }
    std::uint64_t place(const VertexPair& pair) const;
    ChangeEngine& engine() const;
    template <class F>
    void write(F&& f);

    std::size_t n_;
    Dtype dtype_;
    std::optional<Device> device_;  // where they lie on one
    bool lost_ = false;
    mutable std::unique_ptr<ChangeEngine> engine_;  // of the device, once something is asked
    mutable ReleasedMemory released_;               // before that
    mutable Slab slab_;
    mutable Matrix matrix_;  // if they lie on a device, a copy or empty
};

/// f returns when all has been written, or throws out_of_memory or Stopped before it writes.
template <class F>
void HeldMatrix::write(F&& f) {
    matrix_ = {};
    try {
        f(engine());
    } catch (const Error& error) {
        lost_ = error.kind() != ErrorKind::out_of_memory && error.kind() != ErrorKind::stopped;
        throw;
    }
}

}  // namespace apsp
