// What moves data: slabs in a device's memory, and copies between them and the host. Over or_and a
// slab may hold a bit for each byte, 0 or 1, of the host's; copies convert them.
#pragma once

#include <array>
#include <functional>
#include <memory>

#include "algorithms/view.hpp"
#include "graph/row_flow.hpp"

namespace apsp {

/// A moment in the order of an engine's operations. At most kMarks are live at a time.
using Mark = std::size_t;
inline constexpr std::size_t kMarks = 16;
/// Before all operations: nothing to wait for.
inline constexpr Mark kNoMark = static_cast<Mark>(-1);

/// Of a copy that goes in pieces: told, in order, how many bytes of the host's memory have been
/// written so far, or asked to wait until so many can be read.
using Pieces = std::function<void(std::size_t)>;

/// The name of a device's memory for other processes of the machine.
using PanelHandle = std::array<unsigned char, 64>;

/// A slab's memory without the engine that allocated it.
struct ReleasedMemory {
    std::shared_ptr<void> owner = nullptr;
    /// As programs of the device name it: CUDA's pointer, OpenCL's cl_mem.
    void* address = nullptr;
};

class DeviceMemory {
  public:
    virtual ~DeviceMemory() = default;

    /// Whether the device works in the host's memory, on elements as the host has them, so that
    /// slabs can lie in a Matrix.
    virtual bool in_place() const = 0;
    /// Whether operations return before they are done, so that copies can run beside them.
    virtual bool asynchronous() const = 0;

    /// Bounds are multiples of kPadding. Where the device is in_place(), the slab lies at `host`
    /// if that is given; the memory must outlive the engine.
    /// @throws Error out_of_memory
    virtual Slab allocate(std::size_t rows, std::size_t ld, void* host = nullptr) = 0;
    /// Gives up a slab's memory, which another engine of the device can adopt as a slab of that
    /// size. Where the device is in_place(), there is none.
    virtual ReleasedMemory release(const Slab&) { return {}; }
    virtual Slab adopt(ReleasedMemory /*memory*/, std::size_t /*rows*/, std::size_t /*ld*/) {
        return {};
    }
    /// As ReleasedMemory::address.
    virtual void* address(const Slab&) const { return nullptr; }
    /// Memory of the device that its own `get`, and `put` of every device that can read it (see
    /// Backend::reads), take as they take the host's; null where there is none.
    virtual std::shared_ptr<void> allocate_panel(std::size_t /*bytes*/) { return nullptr; }
    /// Makes the way from such memory of another device, which the first `put` would otherwise do.
    virtual void reach(const void* /*panel*/) {}
    /// Such memory's name for other processes, and the memory of another process that has this one.
    /// @throws Error internal
    virtual PanelHandle handle_of(const void* /*panel*/) { return {}; }
    virtual std::shared_ptr<void> open_panel(const PanelHandle&) { return nullptr; }

    /// The view becomes the semiring's zero, in the order of operations. Any bounds.
    virtual void fill(const View& view) = 0;

    /// The moment after the operations so far.
    virtual Mark mark() = 0;
    /// Waits until the operations before it have been done.
    virtual void wait(Mark) {}
    /// Seconds from one moment to a later one, for which it waits; 0 if the device does not tell.
    virtual double seconds_between(Mark /*first*/, Mark /*last*/) { return 0; }
    /// Copies from the host, where the view's rows follow one another without gaps, after the
    /// operations before `mark` and beside later ones. It has arrived when it returns. `readable`
    /// is called before some of the host's memory is read.
    virtual void put(const View& view, const void* host, Mark mark, const Pieces& readable) = 0;
    /// The same to the host; `written` is called when some of the host's memory has been written.
    virtual void get(const View& view, void* host, Mark mark, const Pieces& written) = 0;
    void put(const View& view, const void* host, Mark mark) { put(view, host, mark, {}); }
    void get(const View& view, void* host, Mark mark) { get(view, host, mark, {}); }

    // Whole rows, after all operations so far, with the source or the sink working in the device's
    // own memory or in what is copied to and from it. Rows are counted as the slab's.
    virtual void put(const Slab& slab, Range rows, const RowSource& source) = 0;
    virtual void get(const Slab& slab, Range rows, const RowSink& sink) = 0;
};

}  // namespace apsp
