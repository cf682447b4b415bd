// Batches on devices, against those of "cpu", which the unit tests compare with the oracle: the
// same matrices and the same predecessors, at every size.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>

#include "device/devices.hpp"
#include "graph/batch_range.hpp"
#include "ragged.hpp"

namespace {

using apsp::BatchOptions;
using apsp::BatchSolution;
using apsp::Dtype;
using apsp::Ragged;
using apsp::Semiring;

bool same(const apsp::Elements& a, const apsp::Elements& b) {
    if (a.dtype() != b.dtype() || a.size() != b.size()) return false;
    const auto* bytes = static_cast<const std::byte*>(a.data());  // null where there are none
    return std::equal(bytes, bytes + a.size() * apsp::size_of(a.dtype()),
                      static_cast<const std::byte*>(b.data()));
}

/// Some graphs of each size, so that some groups are full and others are not.
template <class W>
Ragged<W> draw(const std::vector<std::size_t>& sizes, std::size_t of_each, int least, int most) {
    std::mt19937 random(7);
    Ragged<W> ragged;
    for (const std::size_t n : sizes) {
        const double share = n < 3 ? 0.5 : 2.5 / static_cast<double>(n);
        for (std::size_t k = 0; k < of_each; ++k) {
            ragged.add(n, apsp::draw_arcs(n, share, least, most, random));
        }
    }
    return ragged;
}

/// Solves on the device and on the processor, and returns both results.
void check_as_on_processor(const apsp::Device& device, const apsp::GraphBatch& batch,
                           const BatchOptions& options) {
    CAPTURE(label(device));
    CAPTURE(apsp::name(options.semiring));
    CAPTURE(apsp::name(*options.dtype));
    CAPTURE(options.paths);
    const BatchSolution expected = solve_batch(batch, processor(), options);
    const BatchSolution found = solve_batch(batch, device, options);
    CHECK(found.first == expected.first);
    CHECK(same(found.distances, expected.distances));
    CHECK(same(found.predecessors, expected.predecessors));
    CHECK(found.failures.size() == expected.failures.size());
    CHECK((found.device_seconds > 0) == (device.backend != "cpu" && !is_llvmpipe(device)));
}

/// The largest size tested: there is one kernel per size, which OpenCL's compilers for CPUs need a
/// second for.
std::size_t largest_on(const apsp::Device& device) {
    return device.backend == "opencl" && device.kind != apsp::DeviceKind::gpu ? 17 : 256;
}

TEST_CASE("batch: on every device as on the processor, at every size") {
    for (const apsp::Device& device : devices_under_test()) {
        std::vector<std::size_t> sizes;
        for (std::size_t n = 0; n <= largest_on(device); ++n) sizes.push_back(n);
        const auto all = draw<std::uint8_t>(sizes, 1, 0, 2);
        for (const Dtype dtype : {Dtype::i16, Dtype::f32}) {
            check_as_on_processor(device, all.batch(), {.dtype = dtype});
        }
    }
}

TEST_CASE("batch: full groups, in every type, with predecessors and without") {
    const auto some = draw<std::uint8_t>({5, 21}, 70, 0, 3);
    for (const apsp::Device& device : devices_of_both_kinds()) {
        for (const Dtype dtype : types_of(device)) {
            for (const bool paths : {false, true}) {
                check_as_on_processor(device, some.batch(), {.dtype = dtype, .paths = paths});
            }
        }
    }
}

TEST_CASE("batch: every semiring on every device") {
    const auto some = draw<float>({17, 24}, 9, 1, 10);
    Ragged<float> halves = some;  // products that are exact
    for (float& weight : halves.weights)
        weight = 1.0f / static_cast<float>(1 << static_cast<int>(weight) % 4);
    for (const apsp::Device& device : devices_under_test()) {
        for (const Semiring semiring : apsp::kSemirings) {
            for (const Dtype dtype : types_of(device, semiring)) {
                if (!worth_building(device, "gpu", semiring, dtype)) continue;
                const bool products = semiring == Semiring::max_times;
                check_as_on_processor(device, products ? halves.batch() : some.batch(),
                                      {.semiring = semiring, .dtype = dtype});
            }
        }
    }
}

TEST_CASE("simulator: batches with and without predecessors" * doctest::skip()) {
    const auto some = draw<std::uint8_t>({3, 14}, 5, 0, 3);
    for (const apsp::Device& device : devices_under_test()) {
        for (const Dtype dtype : {Dtype::u8, Dtype::f32}) {
            for (const bool paths : {false, true}) {
                check_as_on_processor(device, some.batch(), {.dtype = dtype, .paths = paths});
            }
        }
    }
}

TEST_CASE("batch: negative weights and cycles on every device") {
    Ragged<std::int32_t> ragged;
    for (int k = 0; k < 40; ++k) {
        ragged.add(6, {{0, 1, 4}, {1, 2, -3}, {2, 0, 1}, {2, 3, -40.0 - k}, {4, 5, 2}});
        if (k % 9 == 4) ragged.add(3, {{0, 1, 1}, {1, 0, -2}});
    }
    for (const apsp::Device& device : devices_under_test()) {
        for (const Dtype dtype : {Dtype::i16, Dtype::i32, Dtype::f32}) {
            for (const bool paths : {false, true}) {
                check_as_on_processor(device, ragged.batch(), {.dtype = dtype, .paths = paths});
            }
        }
    }
}

/// Graphs whose weights are differences of heights, most of them with something added, so that many
/// cycles have a length of 0 but for roundings.
Ragged<double> draw_heights() {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> height(-1, 1);
    Ragged<double> ragged;
    for (std::size_t n = 3; n <= 17; ++n) {
        std::vector<double> h(n);
        for (double& each : h) each = static_cast<double>(static_cast<float>(height(random)));
        auto arcs = apsp::draw_arcs(n, 4.0 / static_cast<double>(n), 0, 2, random);
        for (apsp::Arc& arc : arcs) arc.weight += h[arc.source] - h[arc.target];
        ragged.add(n, arcs);
    }
    return ragged;
}

TEST_CASE("batch: negative floats have diagonals of 0 and predecessors that end in the source") {
    const Ragged<double> ragged = draw_heights();
    for (const apsp::Device& device : devices_under_test()) {
        for (const Dtype dtype : {Dtype::f32, Dtype::f64}) {
            if (dtype == Dtype::f64 && !device.f64) continue;
            check_as_on_processor(device, ragged.batch(), {.dtype = dtype, .paths = true});
            const auto solution = solve_batch(ragged.batch(), device,
                                              {.dtype = dtype, .paths = true, .path_arcs = 3});
            const auto p = solution.predecessors.as<std::int32_t>();
            std::size_t wrong = 0;
            for (std::size_t b = 0; b < ragged.batch().size(); ++b) {
                const std::size_t n = ragged.batch().vertices(b), first = solution.first[b];
                const apsp::Graph graph = apsp::graph_of(ragged.batch(), b, Semiring::min_plus);
                apsp::Matrix d(n, dtype), predecessors(n, Dtype::i32);
                for (std::size_t i = 0; i < n; ++i) {
                    std::copy_n(&p[first + i * n], n, predecessors.row<std::int32_t>(i).data());
                    apsp::visit(dtype, [&](auto zero) {
                        using T = decltype(zero);
                        std::copy_n(&solution.distances.as<T>()[first + i * n], n,
                                    d.row<T>(i).data());
                    });
                }
                wrong += !prove(graph, d, &predecessors).ok;
            }
            CHECK(wrong == 0);
        }
    }
}

bool same(const BatchSolution& a, const BatchSolution& b) {
    const auto graph = [](const apsp::BatchFailure& failure) { return failure.graph; };
    return a.first == b.first && same(a.distances, b.distances) &&
           same(a.predecessors, b.predecessors) && same(a.path_arcs, b.path_arcs) &&
           std::ranges::equal(a.failures, b.failures, {}, graph, graph);
}

/// Solves on each list of devices, and compares with the processor.
void check_lists(const std::vector<std::vector<apsp::Device>>& lists, const apsp::GraphBatch& batch,
                 const BatchOptions& options) {
    const BatchSolution expected = solve_batch(batch, processor(), options);
    for (const auto& devices : lists) {
        CAPTURE(label(devices.back()));
        CAPTURE(devices.size());
        const BatchSolution found = solve_batch(batch, devices, options);
        CHECK(same(found, expected));
        REQUIRE(found.shares.size() >= devices.size());
        std::size_t graphs = found.failures.size();
        for (const apsp::BatchShare& share : found.shares) graphs += share.graphs;
        CHECK(graphs == batch.size());
        for (std::size_t k = 0; k < devices.size(); ++k) {
            CHECK(label(found.shares[k].device) == label(devices[k]));
        }
    }
}

std::vector<std::vector<apsp::Device>> lists_with(const apsp::Device& device) {
    return {{device, device}, {processor(), device}, {device, processor(), device}};
}

TEST_CASE("batch: several devices give what one gives, to the bit") {
    for (const apsp::Device& device : devices_under_test()) {
        const std::size_t largest = largest_on(device);
        Ragged<std::int32_t> mixed = draw<std::int32_t>({0, 1, 9, largest, 270}, 2, 0, 3);
        const std::vector<std::size_t> sizes = {largest - 8, 0, largest};
        const auto many =
            draw<std::int32_t>(sizes, (1 << 25) / (largest * largest * largest), 0, 9);
        mixed.add(3, {{0, 1, 1}, {1, 0, -2}});  // a negative cycle
        mixed.add(largest, {{0, 1, -2}, {1, 2, 1}});
        for (const auto& batch : {mixed.batch(), many.batch()}) {
            check_lists(lists_with(device), batch, {});
            check_lists(lists_with(device), batch, {.paths = true, .path_arcs = 2});
        }
        // Fractions are rounded, in the same way everywhere.
        Ragged<float> fractions = draw<float>({7, 12, largest}, 100, 1, 9);
        for (float& weight : fractions.weights) weight /= 7;
        check_lists(lists_with(device), fractions.batch(), {.dtype = Dtype::f32, .paths = true});
    }
}

TEST_CASE("batch: the processor solves what fits no other device") {
    const auto mixed = draw<std::uint8_t>({10, 200}, 3, 1, 2);
    for (const apsp::Device& device : devices_under_test()) {
        CAPTURE(label(device));
        if (device.backend == "cpu") continue;
        check_lists(lists_with(device), mixed.batch(), {.paths = true});
        const auto left =
            solve_batch(mixed.batch(), std::vector{device, device}, {.paths = true}).shares;
        REQUIRE(left.size() == 3);
        CHECK(left[2].device.backend == "cpu");
        // Mesa's llvmpipe has no kernels for batches.
        CHECK(left[2].graphs == (is_llvmpipe(device) ? 6 : 3));
        CHECK(left[0].graphs + left[1].graphs + left[2].graphs == 6);
        CHECK(left[2].seconds > 0);
        const auto taken =
            solve_batch(mixed.batch(), std::vector{device, processor()}, {.paths = true});
        CHECK(taken.shares.size() == 2);
    }
}

TEST_CASE("batch: fewer graphs than devices, or none") {
    const Ragged<std::uint8_t> none;
    const auto one = draw<std::uint8_t>({5}, 1, 1, 2), large = draw<std::uint8_t>({260}, 1, 1, 2);
    for (const apsp::Device& device : devices_under_test()) {
        for (const auto* ragged : {&none, &one, &large}) {
            check_lists(lists_with(device), ragged->batch(), {});
        }
    }
}

TEST_CASE("batch: a device that fails ends the call, with its error") {
    const auto some = draw<std::uint8_t>({9, 30}, 2000, 1, 2);
    const auto large = draw<std::uint8_t>({260}, 5, 1, 2);
    apsp::Device broken = processor();
    broken.backend = "opencl";
    broken.index_in_backend = 4711;
    for (const apsp::Device& device : devices_under_test()) {
        for (const auto* ragged : {&some, &large}) {
            const std::vector<std::vector<apsp::Device>> lists = {
                {broken}, {device, broken}, {broken, processor(), device}};
            for (const auto& devices : lists) {
                const auto caught =
                    apsp::test::error_of([&] { solve_batch(ragged->batch(), devices); });
                CHECK(caught.kind == apsp::ErrorKind::no_device);
            }
        }
    }
    apsp::test::check_refused(apsp::ErrorKind::usage, "no device",
                              [&] { solve_batch(some.batch(), std::vector<apsp::Device>()); });
}

}  // namespace
