// What host code that OpenCL and CUDA share, templates all of it, asks of either.
//
// Queue, a device's operations in their order:
//   Memory, Kernel, Range                what it hands out, and takes
//   label(), description()               of the device
//   kernels(file, options, names...)     a tuple of those of a file of kernels_cl: in CUDA there
//   are
//                                        some of them by the same names, with the same arguments
//   most_items(kernel)                   work-items that a group can have
//   allocate(bytes, what)                what for is said where it fails
//   launch(kernel, range, group, arguments...)   both in work-items: {x} or {x, y}
//   copy(from, to, bytes), clear(memory, bytes)
//   read(memory, host, bytes)            waits for it
//
// Slabs, the memory of a matrix (see DeviceMemory), beside that:
//   matrix()                             of a matrix in one piece
//   mirror(view)                         see Tiles::mirror; bounds are multiples of 32
//   transfer()                           null where the device works in the host's memory
//   on_device(host, bytes, what)         a copy of the host's, or where it does that, the host's
//   own give_back(memory, bytes)             waits; what has been written there is the host's
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/kernel_options.hpp"

namespace apsp {

/// Kernel arguments of type ulong and uint.
inline std::uint64_t offset(std::size_t value) {
    return value;
}
inline std::uint32_t count(std::size_t value) {
    return static_cast<std::uint32_t>(value);
}

}  // namespace apsp
