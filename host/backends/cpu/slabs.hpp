// Slabs in the host's memory.
#pragma once

#include <vector>

#include "algorithms/device_memory.hpp"
#include "apsp/semiring.hpp"
#include "base/host_memory.hpp"

namespace apsp::cpu {

class Slabs final : public DeviceMemory {
  public:
    Slabs(Dtype dtype, Semiring semiring) : dtype_(dtype), semiring_(semiring) {}

    bool in_place() const override { return true; }
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
        return static_cast<T*>(data_[slab.id]) + row * slab.ld + column;
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
    unsigned char* bytes_of(const View& view) const;

    Dtype dtype_;
    Semiring semiring_;
    std::vector<void*> data_;
    std::vector<HostMemory> own_;
};

}  // namespace apsp::cpu
