// What the host code shared by OpenCL and CUDA, which is all templates, requires of each.
//
// Slabs, the memory of a matrix, is a GpuSlabs; where the device works in the host's memory,
//   transfer()                       is null
//   on_device                        gives the host's own memory instead of a copy
//   give_back(memory, bytes)         waits until the host has the results
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "apsp/devices.hpp"
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

/// A device's operations in order.
template <class Q>
concept GpuQueue = requires(Q& queue, const Q& same, typename Q::Memory& memory,
                            typename Q::Kernel& kernel, typename Q::Range range,
                            typename Q::Event& event, std::size_t size, void* host) {
    { same.label() } -> std::convertible_to<std::string_view>;
    { same.description() } -> std::same_as<const Device&>;
    // As a tuple. CUDA has some of the kernels of kernels_cl, under the same names, with the same
    // arguments.
    kernel = std::get<0>(same.kernels(std::string_view{}, KernelOptions{}, "name"));
    { same.most_items(kernel) } -> std::convertible_to<std::size_t>;  // per group
    // `what` names the memory in the error message.
    { same.allocate(size, std::string_view{}) } -> std::same_as<typename Q::Memory>;
    { same.address(memory) } -> std::same_as<void*>;  // as the device's programs name it
    // The range and the group in work-items: {x} or {x, y}; the last argument may be LocalMemory.
    queue.launch(kernel, range, range, memory, offset(size), count(size), LocalMemory{size});
    // Of groups that wait for each other; and how many of so many work-items run at the same time.
    // A queue that does not know leaves it to luck.
    queue.launch_together(kernel, range, range, memory);
    { same.most_together(kernel, size) } -> std::same_as<std::optional<std::size_t>>;
    queue.copy(memory, memory, size);
    queue.clear(memory, size);
    queue.read(memory, host, size);  // waits for the copy
    // Moments: of what was given so far to where the next operation goes.
    event = same.event();
    queue.mark(event);
    { same.seconds_between(event, event) } -> std::same_as<double>;
    queue.join();      // what comes next comes after everything so far
    same.use();        // makes its device the calling thread's
    queue.restart();   // its seconds count from the next operation on
    queue.throttle();  // as of Engine
    queue.finish();
    queue.drain();  // finishes where nobody asks for errors
    { same.seconds() } -> std::same_as<double>;
};

/// Memory of zeros.
template <GpuQueue Queue>
typename Queue::Memory zeros(Queue& queue, std::size_t bytes, std::string_view what) {
    auto memory = queue.allocate(bytes, what);
    if (bytes != 0) queue.clear(memory, bytes);
    return memory;
}

/// The first elements in the memory, after all operations so far.
template <class Element, GpuQueue Queue>
std::vector<Element> read(Queue& queue, const typename Queue::Memory& memory, std::size_t size) {
    std::vector<Element> elements(size);
    if (size != 0) queue.read(memory, elements.data(), size * sizeof(Element));
    return elements;
}

}  // namespace apsp
