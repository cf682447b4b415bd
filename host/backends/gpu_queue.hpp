// What host code that OpenCL and CUDA share, templates all of it, asks of either.
//
// Queue, a device's operations in their order:
//   Memory, Kernel, Range            what it hands out, and takes
//   label(), description()           of the device
//   kernels(file, options, names...) as a tuple; CUDA has some of those of kernels_cl, by the
//                                    same names, with the same arguments
//   most_items(kernel)               work-items that a group can have
//   allocate(bytes, what)            `what` is for the message where it fails
//   launch(kernel, range, group, arguments...)  range and group in work-items: {x} or {x, y};
//                                    the last argument may be LocalMemory
//   copy(from, to, bytes), clear(memory, bytes)
//   read(memory, host, bytes)        waits for it
//
// Slabs, the memory of a matrix (see DeviceMemory), beside that:
//   memory(slab)
//   matrix()                         of a matrix in one piece
//   mirror(view)                     as Tiles::mirror; bounds are multiples of 32
//   transfer()                       null where the device works in the host's memory
//   on_device(host, bytes, what)     there the host's own, elsewhere a copy of it
//   give_back(memory, bytes)         waits; there the host then has what was written
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/kernel_options.hpp"

namespace apsp {

/// Bytes of local memory that a kernel's groups have beside its own.
struct LocalMemory {
    std::size_t bytes;
};

/// Kernel arguments of type ulong and uint.
inline std::uint64_t offset(std::size_t value) {
    return value;
}
inline std::uint32_t count(std::size_t value) {
    return static_cast<std::uint32_t>(value);
}

}  // namespace apsp
