// Which configuration of the OpenCL kernels a device gets, and what can be set by name.
#include "backends/opencl/configuration_table.hpp"
#include "backends/opencl/quirks.hpp"
#include "graph/padding.hpp"
#include "unit/helpers.hpp"

namespace apsp::opencl {
namespace {

Device device(DeviceKind kind, std::string vendor, std::string name, std::string platform = "",
              std::string driver = "") {
    Device d;
    d.kind = kind;
    d.vendor = std::move(vendor);
    d.name = std::move(name);
    d.platform = std::move(platform);
    d.driver = std::move(driver);
    d.largest_work_group = 1024;
    d.local_memory = 64 << 10;
    d.compute_units = 132;
    return d;
}

Device h200() {
    Device d = device(DeviceKind::gpu, "NVIDIA Corporation", "NVIDIA H200", "NVIDIA CUDA");
    d.compute_capability = 90;
    d.local_memory = 48 << 10;
    return d;
}

Device pocl(const std::string& driver = "3.1", const std::string& name = "pthread-avx512") {
    return device(DeviceKind::cpu, "GenuineIntel", name, "Portable Computing Language", driver);
}

EngineOptions options(Dtype dtype, Semiring semiring = Semiring::min_plus, std::size_t n = 4096) {
    EngineOptions o;
    o.n = n;
    o.dtype = dtype;
    o.semiring = semiring;
    return o;
}

/// The members that are not 0, in the table's order.
template <class Configuration>
std::string shown(const Configuration& configuration) {
    std::string text;
    for (const auto& member : Configuration::members()) {
        const std::size_t value = configuration.*member.value;
        if (value == 0) continue;
        text += (text.empty() ? "" : " ") + std::string(member.name) + "=" + std::to_string(value);
    }
    return text;
}

std::string for_gpu(const Device& d, const EngineOptions& o) {
    return shown(gpu_configuration(d, o));
}
std::string for_cpu(const Device& d, const EngineOptions& o) {
    return shown(cpu_configuration(d, o));
}

}  // namespace

TEST_CASE("configurations: each family of GPUs gets its rows") {
    const DeviceKind gpu = DeviceKind::gpu;
    const std::string amd = "Advanced Micro Devices, Inc.";
    EngineOptions not_negative = options(Dtype::f32);
    not_negative.non_negative = true;
    CHECK(for_gpu(h200(), not_negative) ==
          "tm=64 tn=128 rm=8 rn=8 kd=16 ud=16 kp=2 band=32 max_registers=168 sd=64 pn=32 skip=132 "
          "min_bits=1 together=1");
    CHECK(for_gpu(h200(), options(Dtype::f32, Semiring::min_plus, 1024)) ==
          "tm=64 tn=128 rm=8 rn=8 kd=16 ud=16 kp=1 band=32 by_columns=1 max_registers=168 sd=64 "
          "pn=16 skip=132 together=1");
    CHECK(for_gpu(h200(), options(Dtype::i32)) ==
          "tm=64 tn=128 rm=8 rn=8 kd=16 ud=16 kp=1 band=32 max_registers=168 sd=64 pn=32 skip=132 "
          "together=1");
    CHECK(for_gpu(h200(), options(Dtype::i32, Semiring::max_min)) ==
          "tm=64 tn=128 rm=8 rn=8 kd=16 ud=16 kp=2 band=32 max_registers=168 sd=64 pn=32 skip=132 "
          "min_bits=1 together=1");
    CHECK(for_gpu(h200(), options(Dtype::u8)) ==
          "tm=128 tn=64 rm=8 rn=8 kd=16 ud=16 kp=1 band=32 max_registers=168 sd=64 pn=32 skip=132 "
          "two_lanes_ptx=1 together=1");
    CHECK(for_gpu(h200(), options(Dtype::f64)) ==
          "tm=64 tn=64 rm=4 rn=8 kd=8 ud=8 kp=1 band=32 sd=32 pn=16 skip=132 min_ternary=1 "
          "together=1");
    CHECK(for_gpu(device(gpu, amd, "gfx803"), options(Dtype::f32)) ==
          "tm=128 tn=128 rm=8 rn=8 kd=8 ud=1 kp=1 band=8 sd=32 pn=32");
    CHECK(for_gpu(device(gpu, amd, "gfx90a:xnack-"), options(Dtype::i32)) ==
          "tm=128 tn=128 rm=8 rn=8 kd=16 ud=2 kp=1 band=16 sd=32 pn=32");
    CHECK(for_gpu(device(gpu, "AMD", "navi31"), options(Dtype::f32)) ==
          "tm=64 tn=128 rm=8 rn=8 kd=16 ud=2 kp=1 band=16 sd=32 pn=32");
    CHECK(for_gpu(device(gpu, "Intel(R) Corporation", "Arc"), options(Dtype::f32)) ==
          "tm=64 tn=64 rm=4 rn=4 kd=16 ud=2 kp=1 band=8 sd=32 pn=32");
    CHECK(for_gpu(device(gpu, "Apple", "M1"), options(Dtype::f32)) ==
          "tm=128 tn=128 rm=8 rn=8 kd=8 ud=1 kp=1 band=8 sd=32 pn=32");
    CHECK(for_gpu(device(gpu, amd, "gfx90a"), options(Dtype::f64)) ==
          "tm=64 tn=64 rm=4 rn=4 kd=8 ud=2 kp=1 band=8 sd=16 pn=16");
    CHECK(for_gpu(device(gpu, amd, "gfx90a"), options(Dtype::i16)) ==
          "tm=128 tn=64 rm=8 rn=8 kd=8 ud=1 kp=1 band=8 sd=32 pn=32");
    CHECK(for_gpu(device(gpu, amd, "gfx90a"), options(Dtype::u8, Semiring::or_and)) ==
          "tm=64 tn=128 rm=8 rn=8 kd=8 ud=1 kp=1 band=8 sd=32 pn=32");
}

TEST_CASE("configurations: an H200 closes in one launch what its registers hold") {
    using Blocks = std::vector<std::size_t>;
    const auto blocks = [](Dtype dtype, std::size_t n, Algorithm algorithm = Algorithm::kleene) {
        EngineOptions o = options(dtype, Semiring::min_plus, n);
        o.algorithm = algorithm;
        return gpu_blocks(h200(), o);
    };
    CHECK(blocks(Dtype::f32, 100) == Blocks{128});
    CHECK(blocks(Dtype::f32, 1408) == Blocks{1408});
    CHECK(blocks(Dtype::i32, 1409) == Blocks{64});
    CHECK(blocks(Dtype::i32, 1792) == Blocks{64});
    CHECK(blocks(Dtype::i32, 1793) == Blocks{1920});
    CHECK(blocks(Dtype::i32, 2048) == Blocks{2048});
    CHECK(blocks(Dtype::i32, 2049) == Blocks{1024});
    CHECK(blocks(Dtype::f64, 1024) == Blocks{1024});
    CHECK(blocks(Dtype::f64, 2048) == Blocks{64});
    CHECK(blocks(Dtype::f64, 2049) == Blocks{1024});
    CHECK(blocks(Dtype::i16, 512) == Blocks{64});
    CHECK(blocks(Dtype::i16, 2049) == Blocks{512, 64});
    CHECK(blocks(Dtype::f32, 512, Algorithm::rkleene) == Blocks{64});
    EngineOptions symmetric = options(Dtype::f32);
    symmetric.symmetric = true;
    CHECK(gpu_blocks(h200(), symmetric) == Blocks{512, 64});
    EngineOptions tiles = options(Dtype::f32, Semiring::min_plus, 1024);
    tiles.tile = 64;
    CHECK(gpu_blocks(h200(), tiles) == Blocks{64});
    tiles.tile = 0;
    tiles.block = 256;
    CHECK(gpu_blocks(h200(), tiles) == Blocks{256});

    Device crowded = h200();
    crowded.memory = 2048 * 2048 * 4 * 4;
    CHECK(gpu_blocks(crowded, options(Dtype::f32, Semiring::min_plus, 2048)) == Blocks{64});

    Device small = h200();
    small.compute_units = 20;
    CHECK(gpu_blocks(small, options(Dtype::f32, Semiring::min_plus, 512)) == Blocks{512});
    CHECK(gpu_blocks(small, options(Dtype::f32, Semiring::min_plus, 896)) == Blocks{64});
    CHECK(gpu_blocks(small, options(Dtype::f32)) == Blocks{512, 64});
}

TEST_CASE("configurations: each family of CPUs gets its rows") {
    const Device other = device(DeviceKind::cpu, "Mesa/X.org", "llvmpipe", "rusticl");
    CHECK(for_cpu(pocl(), options(Dtype::f32)) ==
          "vw=16 rows=16 column_vectors=1 close_vectors=4 plus_fma=1 broadcast_asm=1");
    CHECK(for_cpu(pocl("5.0"), options(Dtype::f32)) ==
          "vw=16 rows=16 column_vectors=1 close_vectors=4");
    CHECK(for_cpu(pocl(), options(Dtype::f64)) ==
          "vw=8 rows=16 column_vectors=1 close_vectors=4 plus_fma=1 broadcast_asm=1");
    CHECK(for_cpu(pocl(), options(Dtype::i16)) == "vw=32 rows=8 column_vectors=2 close_vectors=2");
    CHECK(for_cpu(pocl(), options(Dtype::u8)) == "vw=64 rows=8 column_vectors=2 close_vectors=1");
    CHECK(for_cpu(pocl(), options(Dtype::u8, Semiring::or_and)) ==
          "vw=16 rows=16 column_vectors=1 close_vectors=4 plus_fma=1 broadcast_asm=1");
    CHECK(for_cpu(other, options(Dtype::f32)) ==
          "vw=8 rows=4 column_vectors=2 close_vectors=4 depth=32");
    CHECK(for_cpu(other, options(Dtype::i16)) ==
          "vw=16 rows=4 column_vectors=2 close_vectors=4 depth=32");
}

TEST_CASE("configurations: sweeps have rows of their own") {
    const auto of = [](const Device& d, Dtype dtype, Semiring semiring = Semiring::min_plus) {
        return shown(sweep_configuration(d, options(dtype, semiring)));
    };
    for (Dtype dtype : {Dtype::f32, Dtype::i32}) {
        CHECK(of(h200(), dtype) == "lanes=2 vectors=1 group=32");
    }
    CHECK(of(h200(), Dtype::f64) == "lanes=1 vectors=1 group=32");
    CHECK(of(h200(), Dtype::i16) == "lanes=4 vectors=1 group=32");
    CHECK(of(h200(), Dtype::u8) == "lanes=4 vectors=1 group=32");
    CHECK(of(h200(), Dtype::u8, Semiring::or_and) == of(h200(), Dtype::u8, Semiring::max_min));
    for (const Device& d : {device(DeviceKind::gpu, "AMD", "gfx90a"),
                            device(DeviceKind::gpu, "Intel(R) Corporation", "Arc")}) {
        for (Dtype dtype : {Dtype::f32, Dtype::i32, Dtype::i16, Dtype::u8}) {
            CHECK(of(d, dtype) == "lanes=2 vectors=1 group=64");
        }
        CHECK(of(d, Dtype::f64) == "lanes=1 vectors=1 group=64");
        CHECK(of(d, Dtype::u8, Semiring::or_and) == "lanes=2 vectors=1 group=64");
    }
    for (Dtype dtype : kDtypes) CHECK(of(pocl(), dtype) == "lanes=16 vectors=8 group=1");
}

TEST_CASE("configurations: settings of sparse are of sweeps, and of nothing else") {
    EngineOptions o = options(Dtype::f32);
    o.algorithm = Algorithm::sparse;
    o.settings = {{"lanes", 1}, {"group", 64}};
    CHECK(shown(sweep_configuration(h200(), o)) == "lanes=1 vectors=1 group=64");
    CHECK(sweep_options(h200(), o).text() ==
          "-cl-std=CL1.2 -DDTYPE_F32 -DMIN_PLUS -DLANES=1 -DVECTORS=1 -DGROUP=64 "
          "-DSLOT_BITS=11 -DGROUP_BITS=10");
    CHECK(to_settings(sweep_configuration(h200(), o)) ==
          Settings{{"group", 64}, {"lanes", 1}, {"vectors", 1}});
    CHECK(for_gpu(h200(), o) == for_gpu(h200(), options(Dtype::f32)));
    CHECK(for_cpu(pocl(), o) == for_cpu(pocl(), options(Dtype::f32)));
    const auto refused = [&](const Settings& settings, std::string_view why) {
        o.settings = settings;
        CHECK(test::error_of([&] { sweep_configuration(h200(), o); }).has(why));
    };
    refused({{"lanes", 3}}, "expected one of 1, 2, 4, 8, 16");
    refused({{"lanes", 8}, {"group", 32}}, "divide");
    refused({{"tm", 64}}, "unknown");
    refused({{"block", 128}}, "unknown");
    Device small = h200();
    small.largest_work_group = 32;
    o.settings = {{"lanes", 1}, {"group", 64}};
    CHECK(test::error_of([&] { sweep_configuration(small, o); }).has("allows 32"));
    o.algorithm = Algorithm::kleene;
    CHECK(test::error_of([&] { gpu_configuration(h200(), o); }).has("unknown"));
}

TEST_CASE("configurations: what kernels are built with") {
    CHECK(
        gpu_configuration(h200(), options(Dtype::i16)).update_options(options(Dtype::i16)).text() ==
        "-cl-std=CL1.2 -DDTYPE_I16 -DMIN_PLUS -DTM=128 -DTN=64 -DRM=8 -DRN=8 -DKD=16 -DUD=16 "
        "-DKP=1 -DBAND=32 -DMAX_REGISTERS=168 -DTWO_LANES_PTX=1 -cl-nv-maxrregcount=168");
    CHECK(gpu_configuration(h200(), options(Dtype::f64))
              .tile_options(options(Dtype::f64), 32)
              .text() ==
          "-cl-std=CL1.2 -DDTYPE_F64 -DMIN_PLUS -DSD=32 -DPN=16 -DSKIP=132 -DMIN_TERNARY=1 -DTS=32 "
          "-DMICRO=4 -DPT=32 -DPACK_GROUP=256");
    const EngineOptions bits = options(Dtype::u8, Semiring::or_and);
    CHECK(
        cpu_configuration(pocl(), bits).options(bits, 64).text() ==
        "-cl-std=CL1.2 -DDTYPE_I32 -DOR_AND -DVW=16 -DROWS=16 -DCOLUMN_VECTORS=1 -DCLOSE_VECTORS=4 "
        "-DCLOSE_TILE=64 -DTILE_ROWS=64 -DTILE_COLS=32 -DMS=32 -DMIN_TERNARY=1 -DBITS=1");
}

TEST_CASE("configurations: PoCL gets ternaries for minima, on Intel's processors, too") {
    const EngineOptions o = options(Dtype::f32, Semiring::max_min);
    CHECK(gpu_configuration(pocl(), o).min_ternary_all == 1);
    Device intel = pocl();
    intel.platform = "Intel(R) OpenCL";  // its compiler crashes on them
    CHECK(gpu_configuration(intel, o).min_ternary_all == 0);
}

TEST_CASE("configurations: settings go through the members and back") {
    EngineOptions o = options(Dtype::f32);
    o.settings = {{"tm", 128}, {"kd", 8}, {"ud", 8}, {"min_ternary", 1}};
    const GpuConfiguration gpu = gpu_configuration(h200(), o);
    Settings all = to_settings(gpu, 512);
    CHECK(all.at("tm") == 128);
    CHECK(all.at("min_ternary") == 1);
    CHECK(all.at("block") == 512);
    for (const char* none : {"sd", "pn", "skip", "min_ternary_all", "two_lanes_ptx"}) {
        CAPTURE(none);
        CHECK(!all.contains(none));
        o.settings = {{none, 1}};
        CHECK(test::error_of([&] { gpu_configuration(h200(), o); }).has("unknown"));
    }
    o.settings = {{"tm", 65}};
    CHECK(test::error_of([&] { gpu_configuration(h200(), o); }).has("expected one of 64, 128"));
}

TEST_CASE("quirks: times of events that cannot be are none") {
    CHECK(event_seconds(1'000'000, 2'000'000, 0.001) == doctest::Approx(0.001));
    CHECK(!event_seconds(0, 0, 0.001));
    CHECK(!event_seconds(0, 1'000'000, 0.001));
    CHECK(!event_seconds(5, 6, 0.001));
    CHECK(!event_seconds(7, 6, 0.001));
    CHECK(!event_seconds(1'000'000, 3'000'000, 0.001));
}

TEST_CASE("quirks: each is asked of the devices that have it") {
    const Device llvmpipe = device(DeviceKind::cpu, "Mesa/X.org", "llvmpipe (LLVM 15)", "rusticl");
    const Device amd = device(DeviceKind::gpu, "AMD", "gfx90a");
    CHECK(quirks_of(llvmpipe).iteration_limit == 65535);
    CHECK(!quirks_of(pocl()).iteration_limit);
    CHECK(quirks_of(pocl()).queues_must_take_turns);
    CHECK(!quirks_of(llvmpipe).queues_must_take_turns);
    CHECK(!quirks_of(llvmpipe).has_true_fma);
    CHECK(quirks_of(pocl()).has_wide_vectors);
    CHECK(!quirks_of(llvmpipe).has_wide_vectors);
    CHECK(quirks_of(pocl("3.1")).builds_broadcast_assembly);
    CHECK(!quirks_of(pocl("5.0")).builds_broadcast_assembly);
    CHECK(quirks_of(h200()).caps_registers);
    CHECK(!quirks_of(amd).caps_registers);
    CHECK((quirks_of(pocl()).fence_between_groups == GroupFence::coherent));
    CHECK((quirks_of(h200()).fence_between_groups == GroupFence::ptx));
    CHECK((quirks_of(amd).fence_between_groups == GroupFence::none));
    Device older = h200();
    older.compute_capability = 80;
    CHECK(quirks_of(h200()).needs_two_lanes_ptx);
    CHECK(!quirks_of(older).needs_two_lanes_ptx);
    CHECK(quirks_of(older).tensor_kernels->file == "tensor_gpu.cl");
    older.compute_capability = 75;
    CHECK(quirks_of(older).tensor_kernels == nullptr);
    CHECK(quirks_of(amd).tensor_kernels->file == "tensor_amd.cl");
    CHECK(quirks_of(device(DeviceKind::gpu, "AMD", "gfx908")).tensor_kernels == nullptr);
}

}  // namespace apsp::opencl
