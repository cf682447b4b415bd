// Slabs in the host's memory. Blocked algorithms over or_and work on bits, which lie in slabs of
// their own and not in the host's Matrix.
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "algorithms/device_memory.hpp"
#include "algorithms/engine_options.hpp"
#include "backends/cpu/kernels.hpp"
#include "backends/engine_plan.hpp"
#include "base/host_memory.hpp"
#include "graph/padding.hpp"

namespace apsp::cpu {

/// Whether slabs hold bits.
inline bool in_bits(const EngineOptions& options) {
    return options.semiring == Semiring::or_and && options.algorithm != Algorithm::fw;
}

/// Vertices per element of a slab.
template <class T>
inline constexpr std::size_t kVertices = std::is_same_v<T, Bits> ? kBitsPerWord : 1;
/// A slab's rows have a multiple of this many vertices.
template <class T>
inline constexpr std::size_t kWidth = std::is_same_v<T, Bits> ? kBitColumns* kBitsPerWord : 1;
/// The columns of a product begin and end at a multiple of this many vertices.
template <class T>
inline constexpr std::size_t kProductWidth = std::max(kWidth<T>, kPadding);

/// Elements of a slab's row of `ld` vertices.
template <class T>
constexpr std::size_t row_elements(std::size_t ld) {
    return (ld + kWidth<T> - 1) / kWidth<T> * kWidth<T> / kVertices<T>;
}
inline SlabLayout slab_layout(const EngineOptions& options) {
    return {size_of(options.dtype), in_bits(options), kBitColumns};
}
/// Bytes of the host's rows that are converted at a time.
std::size_t converted_bytes(const EngineOptions& options);

class Slabs final : public DeviceMemory {
  public:
    explicit Slabs(const EngineOptions& options)
        : options_(options), layout_(slab_layout(options)) {}

    bool in_place() const override { return !layout_.bits; }
    bool asynchronous() const override { return false; }
    Slab allocate(std::size_t rows, std::size_t ld, void* host) override;
    void fill(const View& view) override;
    Mark mark() override { return 0; }
    void put(const View& view, const void* host, Mark, const Pieces& readable) override;
    void get(const View& view, void* host, Mark, const Pieces& written) override;
    void put(const Slab& slab, Range rows, const RowSource& source) override;
    void get(const Slab& slab, Range rows, const RowSink& sink) override;

    /// An element of a slab, of the slabs' type.
    template <class T>
    T* at(const Slab& slab, std::size_t row, std::size_t column) const {
        return static_cast<T*>(data_[slab.id]) + row * row_elements<T>(slab.ld) +
               column / kVertices<T>;
    }
    /// The beginning of the slab that holds a matrix in one piece.
    template <class T>
    T* matrix() const {
        return static_cast<T*>(data_.front());
    }
    /// Where a view begins.
    template <class T>
    T* at(const View& view) const {
        return at<T>(view.slab, view.rows.all.first, view.cols.first);
    }

  private:
    std::size_t pitch(const View& view) const { return layout_.row_bytes(view.slab.ld); }
    unsigned char* bytes_of(const View& view) const;
    void copy_in(const View& view, const void* host) const;
    void copy_out(const View& view, void* host) const;
    /// Calls f with some whole rows at a time, as a view, and memory for their bytes.
    template <class F>
    void converted(const Slab& slab, Range rows, F&& f);

    EngineOptions options_;
    SlabLayout layout_;
    std::vector<void*> data_;
    std::vector<HostMemory> own_;
    HostMemory bytes_;  // for bits: rows before they are packed or after they are unpacked
};

}  // namespace apsp::cpu
