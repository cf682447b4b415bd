// What moves data: slabs in a device's memory, and copies between them and the host.
#pragma once

#include <memory>

#include "algorithms/view.hpp"
#include "graph/row_flow.hpp"

namespace apsp {

/// A moment in the order of an engine's operations. At most kMarks are live at a time.
using Mark = std::size_t;
inline constexpr std::size_t kMarks = 8;
/// Before all operations: nothing to wait for.
inline constexpr Mark kNoMark = static_cast<Mark>(-1);

class DeviceMemory {
  public:
    virtual ~DeviceMemory() = default;

    /// Whether the device works in the host's memory, so that slabs can lie in a Matrix.
    virtual bool in_place() const = 0;
    /// Whether operations return before they are done, so that copies can run beside them.
    virtual bool asynchronous() const = 0;

    /// Bounds are multiples of kPadding. Where the device is in_place(), the slab lies at `host`
    /// if that is given; the memory must outlive the engine.
    /// @throws Error out_of_memory
    virtual Slab allocate(std::size_t rows, std::size_t ld, void* host = nullptr) = 0;
    /// Memory of the device's that `put` and `get` take as they do the host's, for transports that
    /// reach it there; null where there is none.
    virtual std::shared_ptr<void> allocate_panel(std::size_t /*bytes*/) { return nullptr; }

    /// The view becomes the semiring's zero, in the order of operations. Any bounds.
    virtual void fill(const View& view) = 0;

    /// The moment after the operations so far.
    virtual Mark mark() = 0;
    /// Copies from the host, where the view's rows follow one another without gaps, after the
    /// operations before `mark` and beside later ones. It has arrived when it returns.
    virtual void put(const View& view, const void* host, Mark mark) = 0;
    /// The same to the host.
    virtual void get(const View& view, void* host, Mark mark) = 0;

    // Whole rows, after all operations so far, with the source or the sink working in the device's
    // own memory or in what is copied to and from it. Rows are counted as the slab's.
    virtual void put(const Slab& slab, Range rows, const RowSource& source) = 0;
    virtual void get(const Slab& slab, Range rows, const RowSink& sink) = 0;
};

}  // namespace apsp
