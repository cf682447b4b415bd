// What can be given to --device, on a list of imaginary devices.
#include "apsp/devices.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

using test::Caught;
using test::error_of;

void add(Devices& devices, const std::string& backend, DeviceKind kind, const std::string& label,
         const std::string& platform, std::size_t units, std::size_t clock_mhz) {
    Device device;
    device.index = devices.all.size();
    device.backend = backend;
    for (const Device& other : devices.all) device.index_in_backend += other.backend == backend;
    device.kind = kind;
    device.name = label;
    device.platform = platform;
    device.compute_units = units;
    device.clock_mhz = clock_mhz;
    device.compiled = backend != "opencl";
    devices.all.push_back(device);
}

/// 0 and 1 are processors, 2 and 3 GPUs, 4 the card of 3 through CUDA, 5 the program's own.
Devices some_devices() {
    Devices devices;
    add(devices, "opencl", DeviceKind::cpu, "pthread-EPYC 9654", "Portable Computing Language", 96,
        3700);
    add(devices, "opencl", DeviceKind::cpu, "llvmpipe (LLVM 15)", "rusticl", 4, 0);
    add(devices, "opencl", DeviceKind::gpu, "Intel Arc A380", "Intel(R) OpenCL Graphics", 128,
        2450);
    add(devices, "opencl", DeviceKind::gpu, "NVIDIA H200", "NVIDIA CUDA", 132, 1980);
    add(devices, "cuda", DeviceKind::gpu, "NVIDIA H200", "CUDA", 132, 1980);
    add(devices, "cpu", DeviceKind::cpu, "AMD EPYC 9654", "apsp-ocl", 96, 3700);
    devices.absent.push_back({"hip", "not built"});
    return devices;
}

std::size_t chosen(const Devices& devices, const std::string& selector) {
    CAPTURE(selector);
    return select_device(devices, selector).index;
}

Caught refused(const Devices& devices, const std::string& selector) {
    return error_of([&] { select_device(devices, selector); });
}

}  // namespace

TEST_CASE("select_device: an index") {
    const Devices devices = some_devices();
    for (std::size_t i = 0; i < devices.all.size(); ++i) {
        CHECK(&select_device(devices, std::to_string(i)) == &devices.all[i]);
    }
}

TEST_CASE("select_device: a backend and an index in it") {
    const Devices devices = some_devices();
    CHECK(chosen(devices, "opencl:0") == 0);
    CHECK(chosen(devices, "opencl:3") == 3);
    CHECK(chosen(devices, "OpenCL:2") == 2);
    CHECK(chosen(devices, "cuda:0") == 4);
    CHECK(chosen(devices, "cpu:0") == 5);
}

TEST_CASE("select_device: a backend's best device, before any name that holds the word") {
    Devices devices = some_devices();
    CHECK(chosen(devices, "opencl") == 2);
    devices.all[2].clock_mhz = 1000;
    CHECK(chosen(devices, "OpenCL") == 3);
    CHECK(chosen(devices, "cuda") == 4);  // though a platform is called "NVIDIA CUDA"
    devices.all[0].name = "pthread-cpu";
    CHECK(chosen(devices, "cpu") == 5);
    CHECK(chosen(devices, "CPU") == 5);
}

TEST_CASE("select_device: part of a name or platform, in any case") {
    const Devices devices = some_devices();
    CHECK(chosen(devices, "arc") == 2);
    CHECK(chosen(devices, "ARC A3") == 2);
    CHECK(chosen(devices, "pthread") == 0);
    CHECK(chosen(devices, "portable") == 0);
    CHECK(chosen(devices, "Rusticl") == 1);
    CHECK(chosen(devices, "apsp-ocl") == 5);
}

TEST_CASE("select_device: a name with a colon in it") {
    Devices devices = some_devices();
    devices.all[2].name = "Board: model 7";
    CHECK(chosen(devices, "board: model") == 2);
}

TEST_CASE("select_device: two matches are listed, and no others") {
    const Caught error = refused(some_devices(), "h200");
    CHECK(error.kind == ErrorKind::no_device);
    CHECK(error.has("\"h200\""));
    CHECK(error.has("opencl:3"));
    CHECK(error.has("cuda:0"));
    CHECK(error.has("NVIDIA H200"));
    CHECK(!error.has("Arc"));
    CHECK(!error.has("EPYC"));
}

TEST_CASE("select_device: a card of two backends is taken through the one that is compiled") {
    Devices devices = some_devices();
    devices.all[2].clock_mhz = 1000;
    devices.all[3].uuid = devices.all[4].uuid = "a1b2";
    for (const std::string selector : {"h200", "nvidia", ""}) {
        CAPTURE(selector);
        CHECK(chosen(devices, selector) == 4);
        devices.all[4].compiled = false;
        CHECK(chosen(devices, selector) == 3);
        devices.all[4].compiled = true;
    }
    CHECK(chosen(devices, "opencl:3") == 3);
    devices.all[4].uuid = "c3d4";  // another card of the kind
    CHECK(refused(devices, "h200").has("matches several devices"));
    CHECK(chosen(devices, "") == 3);
}

TEST_CASE("select_devices: a list, all devices, every GPU, or every GPU of a backend") {
    Devices devices = some_devices();
    devices.all[3].uuid = devices.all[4].uuid = "a1b2";
    const auto indices = [&](const std::string& list) {
        std::vector<std::size_t> all;
        for (const Device& device : select_devices(devices, list)) all.push_back(device.index);
        return all;
    };
    using Indices = std::vector<std::size_t>;
    CHECK(indices("1,cpu,1") == Indices{1, 5, 1});
    CHECK(indices("all") == Indices{0, 1, 2, 3, 4, 5});
    CHECK(indices("gpus") == Indices{2, 4});
    CHECK(indices("gpus,cpu") == Indices{2, 4, 5});
    CHECK(indices("opencl") == Indices{2, 3});
    CHECK(indices("CUDA,0") == Indices{4, 0});
    devices.all[4].compiled = false;
    CHECK(indices("gpus") == Indices{2, 3});
    for (const std::size_t gpu : {2, 3, 4}) devices.all[gpu].kind = DeviceKind::cpu;
    CHECK(indices("opencl") == Indices{0});
    const Caught none = error_of([&] { select_devices(devices, "gpus"); });
    CHECK(none.kind == ErrorKind::no_device);
    CHECK(none.has("there is no GPU"));
}

TEST_CASE("select_device: no match lists every device, and what is absent") {
    const Devices devices = some_devices();
    for (const std::string selector : {"6", "99999999999999999999", "opencl:4", "cuda:1", "metal:0",
                                       "radeon", "opencl:", ":0", "-1", "opencl:-1"}) {
        CAPTURE(selector);
        const Caught error = refused(devices, selector);
        CHECK(error.kind == ErrorKind::no_device);
        CHECK(error.has(selector + '"'));
        for (const Device& device : devices.all) CHECK(error.has(device.name));
        CHECK(error.has("hip: not built"));
    }
}

TEST_CASE("select_device: nothing typed takes a GPU before any processor") {
    Devices devices = some_devices();
    // 128 x 2450 is more than 132 x 1980.
    CHECK(chosen(devices, "") == 2);
    devices.all[2].clock_mhz = 1000;
    CHECK(devices.all[chosen(devices, "")].name == "NVIDIA H200");
    for (std::size_t i : {2, 3, 4}) devices.all[i].compute_units = devices.all[i].clock_mhz = 0;
    CHECK(select_device(devices, "").kind == DeviceKind::gpu);
}

TEST_CASE("select_device: nothing typed and no GPU") {
    Devices devices;
    add(devices, "opencl", DeviceKind::cpu, "pthread", "PoCL", 128, 4000);
    add(devices, "cpu", DeviceKind::cpu, "EPYC", "apsp-ocl", 128, 4000);
    CHECK(chosen(devices, "") == 1);
    add(devices, "opencl", DeviceKind::accelerator, "FPGA", "board", 1, 100);
    CHECK(chosen(devices, "") == 2);
    Devices only;
    add(only, "opencl", DeviceKind::cpu, "pthread", "PoCL", 2, 0);
    CHECK(chosen(only, "") == 0);
}

TEST_CASE("select_device: an empty list is no device") {
    for (const std::string selector : {"", "0", "cpu"}) {
        CAPTURE(selector);
        CHECK(refused(Devices(), selector).kind == ErrorKind::no_device);
    }
}

TEST_CASE("same_card: by UUID, else by PCI address, else by their places in their backend") {
    Device a;
    Device b;
    CHECK(same_card(a, b));
    b.index_in_backend = 1;
    CHECK(!same_card(a, b));
    b.backend = "cuda";
    b.index_in_backend = 0;
    CHECK(!same_card(a, b));
    a.pci = b.pci = "0000:65:00.0";
    CHECK(same_card(a, b));
    b.pci = "0000:66:00.0";
    CHECK(!same_card(a, b));
    a.uuid = "00112233445566778899aabbccddeeff";
    CHECK(!same_card(a, b));
    b.uuid = a.uuid;
    CHECK(same_card(a, b));
    a.pci = b.pci;
    b.uuid = "ffeeddccbbaa99887766554433221100";
    CHECK(!same_card(a, b));  // two parts of one card have its address, but UUIDs of their own
}

TEST_CASE("list_devices: numbered in order, the program's own last, absent ones with a reason") {
    const Devices devices = list_devices();
    REQUIRE(!devices.all.empty());
    for (std::size_t i = 0; i < devices.all.size(); ++i) CHECK(devices.all[i].index == i);
    const Device& own = devices.all.back();
    CHECK(own.backend == "cpu");
    CHECK(own.index_in_backend == 0);
    CHECK(own.compute_units >= 1);
    CHECK(own.memory > (1 << 20));
    CHECK(own.f64);
    for (const AbsentBackend& absent : devices.absent) CHECK(!absent.reason.empty());
    bool cuda = false;
    for (const AbsentBackend& absent : devices.absent) cuda = cuda || absent.backend == "cuda";
    for (const Device& device : devices.all) cuda = cuda || device.backend == "cuda";
    CHECK(cuda);
}

}  // namespace apsp
