// What the host code shared by OpenCL and CUDA, which is all templates, requires of each.
//
// Queue, a device's operations in order:
//   Memory, Kernel, Range            types that it hands out and takes
//   label(), description()           of the device
//   kernels(file, options, names...) as a tuple; CUDA has some of the kernels of kernels_cl,
//                                    under the same names, with the same arguments
//   most_items(kernel)               the most work-items per group
//   allocate(bytes, what)            `what` names the memory in the error message
//   launch(kernel, range, group, arguments...)  range and group in work-items: {x} or {x, y};
//                                    the last argument may be LocalMemory
//   copy(from, to, bytes), clear(memory, bytes)
//   read(memory, host, bytes)        waits for the copy
//
// Slabs, the memory of a matrix, has beside the functions of DeviceMemory:
//   memory(slab)
//   matrix()                         of a matrix in one piece
//   mirror(view), transpose(to, from)  as those of Tiles; bounds are multiples of 32
//   transfer()                       for other copies, after all operations so far; null where the
//                                    device works in the host's memory
//   on_device(host, bytes, what)     the host's own memory if transfer() is null, otherwise a copy
//   give_back(memory, bytes)         if transfer() is null, waits until the host has the results
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/kernel_options.hpp"

namespace apsp {

/// Bytes of local memory per group, beyond what the kernel declares.
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
