// What a solve needs of a device, and what a refusal says, on devices that do not exist.
#include "solve/plan.hpp"

#include "apsp/generate.hpp"
#include "apsp/matrix.hpp"
#include "backends/backend.hpp"
#include "unit/helpers.hpp"
#include "unit/imaginary_devices.hpp"

namespace apsp {
namespace {

using test::Caught;
using test::device_with;
using test::error_of;
using test::kGiB;
using test::nvidia;

Caught refused(std::size_t n, Dtype dtype, const Device& device) {
    return error_of([&] { check_plan(plan(n, dtype), device); });
}

}  // namespace

TEST_CASE("plan: a matrix is counted with its padding") {
    CHECK(plan(1, Dtype::f32).matrix_bytes == 128 * 128 * 4);
    CHECK(plan(1024, Dtype::f32).matrix_bytes == 4 << 20);
    CHECK(plan(1025, Dtype::f64).matrix_bytes == 1152 * 1152 * 8);
    CHECK(plan(1025, Dtype::i32).ld == 1152);
    CHECK(plan(1025, Dtype::i32).n == 1025);
    CHECK(plan(std::size_t{1} << 22, Dtype::f64).matrix_bytes == std::uint64_t{1} << 47);
    for (std::size_t n : {1, 127, 300}) {
        CHECK(plan(n, Dtype::f64).matrix_bytes == Matrix(n, Dtype::f64).bytes());
    }
}

TEST_CASE("plan: largest_n fits, one more does not") {
    const Device devices[] = {device_with(4 * kGiB, 2 * kGiB),
                              device_with(kGiB, 0),
                              device_with(0, kGiB),
                              device_with(3 * kGiB, 64 * kGiB),
                              device_with(1 << 20, 1 << 20),
                              device_with(999999, 999999)};
    for (const Device& device : devices) {
        for (Dtype dtype : kDtypes) {
            CAPTURE(device.memory);
            CAPTURE(device.largest_allocation);
            CAPTURE(name(dtype));
            const std::size_t most = largest_n(dtype, device);
            REQUIRE(most > 0);
            CHECK(refused(most, dtype, device).kind == ErrorKind{});
            CHECK(refused(most + 1, dtype, device).kind == ErrorKind::out_of_memory);
        }
    }
    CHECK(largest_n(Dtype::f32, device_with(4 * kGiB, kGiB)) == 16384);
    CHECK(largest_n(Dtype::f64, device_with(4 * kGiB, kGiB)) == 11520);
}

TEST_CASE("plan: a device that reports no limit has none") {
    CHECK(refused(1 << 22, Dtype::f32, device_with(0, 0)).kind == ErrorKind{});
}

TEST_CASE("plan: a limit on one allocation is named, with n, type, size, device and what fits") {
    const Caught error = refused(40000, Dtype::f32, device_with(8 * kGiB, 2 * kGiB));
    CHECK(error.kind == ErrorKind::out_of_memory);
    CHECK(error.has("n = 40000"));
    CHECK(error.has("f32"));
    CHECK(error.has("5.98 GiB"));  // 40064 x 40064 x 4
    CHECK(error.has("device 3"));
    CHECK(error.has("Imaginary 9000"));
    CHECK(error.has("2.00 GiB per allocation"));
    CHECK(error.has("23168"));  // floor(sqrt(2^29)) = 23170, whole blocks of 128
}

TEST_CASE("plan: the memory is named where it is the limit") {
    const Caught error = refused(40000, Dtype::i32, device_with(3 * kGiB, 3 * kGiB));
    CHECK(error.kind == ErrorKind::out_of_memory);
    CHECK(error.has("i32"));
    CHECK(error.has("has 3.00 GiB"));
    CHECK(!error.has("per allocation"));
    CHECK(error.has(std::to_string(largest_n(Dtype::i32, device_with(3 * kGiB, 3 * kGiB)))));
}

TEST_CASE("plan: f64 that does not fit is sent to f32 only if that fits") {
    const Caught fits = refused(16384, Dtype::f64, device_with(kGiB, kGiB));
    CHECK(fits.kind == ErrorKind::out_of_memory);
    CHECK(fits.has("2.00 GiB"));
    CHECK(fits.has("SolveOptions::dtype f32"));
    const Caught neither = refused(100000, Dtype::f64, device_with(kGiB, kGiB));
    CHECK(neither.kind == ErrorKind::out_of_memory);
    CHECK(!neither.has("SolveOptions::dtype f32"));
}

TEST_CASE("plan: a device too small for any matrix says so") {
    const Device tiny = device_with(1000, 1000);
    CHECK(largest_n(Dtype::f32, tiny) == 0);
    CHECK(refused(1, Dtype::f32, tiny).kind == ErrorKind::out_of_memory);
}

TEST_CASE("plan: f64 on a device without it is refused, naming the types that it has") {
    Device device = device_with(8 * kGiB, 8 * kGiB);
    device.f64 = false;
    const Caught error = refused(10, Dtype::f64, device);
    CHECK(error.kind == ErrorKind::no_device);
    CHECK(error.has("device 3"));
    CHECK(error.has("Imaginary 9000"));
    CHECK(error.has("f64"));
    CHECK(error.has("SolveOptions::dtype f32"));
    CHECK(refused(10, Dtype::f32, device).kind == ErrorKind{});
    CHECK(refused(10, Dtype::i32, device).kind == ErrorKind{});
}

TEST_CASE("plan: what is beside the matrix must fit, too") {
    SolveOptions options;
    options.algorithm = Algorithm::kleene;
    options.dtype = Dtype::f32;
    options.use_tuning = false;
    const Graph graph = random_graph(1024, 0.01);
    Device device = device_with(4 << 20, 4 << 20);  // the matrix, exactly
    device.backend = "cpu";
    device.shares_host_memory = true;
    const Caught refusal = error_of([&] { plan_solve(graph, {device}, options); });
    CHECK(refusal.kind == ErrorKind::out_of_memory);
    CHECK(refusal.has("n = 1024 as f32"));
    CHECK(refusal.has("has 4.00 MiB"));
    CHECK(!refusal.has("streamed"));  // it would be from the host's memory to itself

    device.memory = 8 << 20;
    const SolvePlan plan = plan_solve(graph, {device}, options);
    CHECK(plan.memory.tile == 64);
    CHECK(plan.memory.blocks == std::vector<std::size_t>{256});
    REQUIRE(plan.memory.buffers.size() == 1);
    // Two panels of 256 pivots, one of which has up to 64 rows more than the matrix; and two of 64
    // for a square of 256.
    CHECK(plan.memory.buffers[0].bytes == (1024 + 64 + 1024) * 256 * 4 + (256 + 64 + 512) * 64 * 4);
    CHECK(expected_time(plan).seconds == 0);
}

TEST_CASE("plan: a refusal says of each layout why it does not fit, the whole matrix first") {
    SolveOptions options;
    options.algorithm = Algorithm::kleene;
    options.dtype = Dtype::f32;
    options.use_tuning = false;
    options.memory_limit = 256 << 10;
    const Graph graph = random_graph(1024, 0.01);
    Device device = device_with(kGiB, kGiB);
    device.backend = "cpu";
    device.shares_host_memory = true;
    const auto refusal = [&] { return error_of([&] { plan_solve(graph, {device}, options); }); };
    CHECK(refusal().kind == ErrorKind::out_of_memory);
    CHECK(
        refusal().has("n = 1024 as f32 needs 4.00 MiB; device 3 (Imaginary 9000) has 256.00 KiB"));
    CHECK(refusal().has("; in several allocations it needs "));
    CHECK(refusal().has("; in stripes it needs "));
    options.algorithm = Algorithm::fw;
    CHECK(refusal().has("n = 1024 as f32 needs 4.00 MiB"));
    CHECK(refusal().has("need kleene"));
    options.algorithm = Algorithm::kleene;
    options.workspace = "nowhere";
    CHECK(refusal().has("n = 1024 as f32 needs "));
    CHECK(refusal().has("even for one stripe at a time; device 3"));
}

TEST_CASE("plan: a graph is kept where weights are needed, or gives its memory to the result") {
    SolveOptions options;
    options.use_tuning = false;
    Device device = device_with(kGiB, kGiB);
    device.backend = "cpu";
    device.shares_host_memory = true;
    const Graph sparse = random_graph(1024, 0.1);
    const Graph dense = Graph::from_matrix(random_graph(1024).to_matrix(Dtype::f32), "a matrix");
    options.dtype = Dtype::f32;
    const SolvePlan taken = plan_solve(dense, {device}, options);
    CHECK(taken.take_over);
    CHECK(!taken.keep_graph);
    CHECK(!plan_solve(sparse, {device}, options).take_over);
    options.dtype = Dtype::i32;
    CHECK(!plan_solve(dense, {device}, options).take_over);
    options.dtype = Dtype::f32;
    options.paths = true;
    options.memory_limit = 9 << 20;  // in parts, so that the device keeps no weights
    const SolvePlan kept = plan_solve(dense, {device}, options);
    CHECK(kept.layout != Layout::whole);
    CHECK(kept.keep_graph);
    CHECK(!kept.take_over);
}

TEST_CASE("plan: options are refused before anything is planned") {
    const Graph graph = random_graph(10);
    const Device device = device_with(kGiB, kGiB);
    SolveOptions options;
    CHECK(error_of([&] { plan_solve(graph, {}, options); }).kind == ErrorKind::usage);
    options.workspace = "nowhere";
    CHECK(error_of([&] { plan_solve(graph, {device, device}, options); }).has("one device"));
    options.workspace.clear();
    options.rows = {10};
    CHECK(error_of([&] { plan_solve(graph, {device}, options); }).has("no row 10"));
}

TEST_CASE("plan: the algorithm is one that can do half the work, where that is insisted on") {
    std::vector<Arc> arcs;
    const Graph one_way = random_graph(4000, 0.001);
    for (std::uint32_t i = 0; i < one_way.vertices(); ++i) {
        one_way.for_each_arc(i, [&](std::size_t j, double weight) {
            if (j > i) arcs.push_back({i, static_cast<std::uint32_t>(j), weight});
            if (j > i) arcs.push_back({static_cast<std::uint32_t>(j), i, weight});
        });
    }
    const Graph graph = Graph::from_arcs(one_way.vertices(), arcs, "both ways");
    Device device = select_device(list_devices(), "cpu");
    device.compute_units = 4;
    SolveOptions options{.dtype = Dtype::f32};
    options.use_tuning = false;
    CHECK(plan_solve(graph, {device}, options).choices.algorithm == Algorithm::search);
    options.symmetric = true;
    const SolveChoices choices = plan_solve(graph, {device}, options).choices;
    CHECK(choices.algorithm != Algorithm::search);
    CHECK(choices.symmetric);
}

TEST_CASE("plan: a GPU of NVIDIA gets a copy of the matrix, and a nominal limit") {
    SolveOptions options;
    options.dtype = Dtype::f32;
    options.use_tuning = false;
    const Device device = nvidia();
    const SolvePlan plan = plan_solve(random_graph(1000, 0.01), {device}, options);
    CHECK(plan.engine.variant == "gpu");
    CHECK(!plan.configuration.empty());
    CHECK(plan.memory.buffers.front().what == "matrix");
    CHECK(plan.memory.buffers.front().bytes == 4 << 20);
    CHECK(plan.memory.buffers.front().on_device);
    CHECK(!plan.memory.buffers.back().on_device);
    const Expectation expected = expected_time(plan);
    CHECK(expected.seconds == doctest::Approx(1e9 / (64.0 * 100 * 1e9)));
    CHECK(expected.from.find("nominal limit") != std::string::npos);
}

TEST_CASE("plan: what is eliminated follows the settings of sweeps") {
    const Graph graph = grid_graph(80);
    Device device = nvidia();
    device.local_memory = 25 << 10;  // 24 KiB for rows
    const auto planned = [&](std::size_t lanes) {
        SolvePlan plan = plan_solve(
            graph, {device},
            {.algorithm = Algorithm::sparse, .dtype = Dtype::f64, .settings = {{"lanes", lanes}}});
        CHECK(!plan.choices.tuned);
        CHECK(plan.configuration == Settings{{"lanes", lanes}, {"vectors", 1}, {"group", 32}});
        const EngineOptions& engine = plan.parts.front().engine;
        CHECK(engine.slots <= sweep_slots(device, engine));
        return std::pair(engine.slots, plan.tree->core_size());
    };
    const auto [many, small_core] = planned(1);  // 96 rows of 256 bytes
    const auto [few, large_core] = planned(4);   // 24 of 1024
    CHECK(many > 24);
    CHECK(few <= 24);
    CHECK(small_core < large_core);
    SolveOptions options;
    options.algorithm = Algorithm::sparse;
    options.settings = {{"tm", 64}};
    CHECK(error_of([&] { plan_solve(graph, {device}, options); }).has("unknown"));
    Device cpu = device;
    cpu.backend = "cpu";
    CHECK(error_of([&] { plan_solve(graph, {cpu}, options); }).has("has no settings for sparse"));
}

}  // namespace apsp
