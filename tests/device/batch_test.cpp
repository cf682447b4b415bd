// Batches on devices, against those of "cpu", which the unit tests compare with the oracle: the
// same matrices and the same predecessors, at every size.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "device/devices.hpp"
#include "ragged.hpp"

namespace {

using apsp::BatchOptions;
using apsp::BatchSolution;
using apsp::Dtype;
using apsp::Ragged;
using apsp::Semiring;

bool same(const apsp::Elements& a, const apsp::Elements& b) {
    return a.dtype() == b.dtype() && a.size() == b.size() &&
           std::memcmp(a.data(), b.data(), a.size() * apsp::size_of(a.dtype())) == 0;
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

}  // namespace
