// See held.hpp. What Python programs call is in apsp/_held.py.
#include "held.hpp"

#include <nanobind/stl/pair.h>

#include <cstddef>
#include <utility>

#include "apsp/device_distances.hpp"
#include "backends/backend.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace apsp::python {
namespace {

/// DLPack's kind of device, and its number.
std::pair<int, int> dlpack_device(const DeviceDistances& held) {
    if (held.in_host()) return {nb::device::cpu::value, 0};
    const bool cuda = held.device().backend == "cuda";
    return {cuda ? nb::device::cuda::value : nb::device::opencl::value,
            static_cast<int>(held.device().index_in_backend)};
}

/// A capsule of DLPack without a copy, which keeps `self` alive.
nb::object capsule_of(nb::handle self) {
    const auto& held = nb::cast<const DeviceDistances&>(self);
    const auto [kind, index] = dlpack_device(held);
    const std::size_t n = held.vertices();
    const auto type = visit(held.dtype(), [](auto zero) { return nb::dtype<decltype(zero)>(); });
    return nb::cast(nb::ndarray<>(held.data(), {n, n}, self,
                                  {static_cast<std::int64_t>(held.ld()), 1}, type, kind, index));
}

/// Rows of bytes in the memory of a CUDA device.
nb::ndarray<nb::numpy> copied_from_cuda(std::size_t address, std::size_t pitch, std::size_t width,
                                        std::size_t rows) {
    return filled<unsigned char>({rows, width}, [&](unsigned char* to) {
        if (rows * width == 0) return;
        cuda_backend().copy_from(reinterpret_cast<const void*>(address), pitch, width, rows, to);
    });
}

}  // namespace

void add_held(nb::module_& m) {
    auto held = nb::class_<DeviceDistances>(m, "DeviceDistances");
    add_questions(held);
    held.def("dlpack", [](nb::handle self) { return capsule_of(self); })
        .def("dlpack_device", &dlpack_device)
        .def_prop_ro(
            "address",
            [](const DeviceDistances& d) { return reinterpret_cast<std::size_t>(d.data()); })
        .def_prop_ro("ld", &DeviceDistances::ld)
        .def_prop_ro("device", &DeviceDistances::device)
        .def_prop_ro("in_host", &DeviceDistances::in_host);
    m.def("copied_from_cuda", &copied_from_cuda, "address"_a, "pitch"_a, "width"_a, "rows"_a);
}

}  // namespace apsp::python
