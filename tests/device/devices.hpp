// The devices, sizes and options that the device tests use.
#pragma once

#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "apsp/apsp.hpp"
#include "caught.hpp"
#include "skipped.hpp"
#include "solve/plan.hpp"

/// Every device of every backend. APSP_TEST_DEVICE chooses one, as --device does.
inline std::vector<apsp::Device> devices_under_test() {
    const auto devices = apsp::list_devices();
    if (const char* selector = std::getenv("APSP_TEST_DEVICE")) {
        return {apsp::select_device(devices, selector)};
    }
    REQUIRE(!devices.all.empty());
    return devices.all;
}

inline apsp::Device processor() {
    return apsp::select_device(apsp::list_devices(), "cpu");
}

/// Whether this is a simulator or has sanitizers, so that fewer and smaller graphs have to do.
inline bool slow_run() {
    return std::getenv("APSP_TEST_LARGEST") != nullptr;
}

/// Vertex counts on both sides of every padding edge, up to APSP_TEST_LARGEST.
inline std::vector<std::size_t> sizes_under_test() {
    const char* text = std::getenv("APSP_TEST_LARGEST");
    const std::size_t largest = text != nullptr ? std::stoul(text) : 400;
    std::vector<std::size_t> sizes;
    for (std::size_t n : {1, 2, 64, 65, 127, 128, 129, 197, 389}) {
        if (n <= largest) sizes.push_back(n);
    }
    return sizes;
}

/// A name for messages: "opencl:0 llvmpipe".
inline std::string label(const apsp::Device& device) {
    return device.backend + ":" + std::to_string(device.index_in_backend) + " " + device.name;
}

inline bool is_llvmpipe(const apsp::Device& device) {
    return device.name.find("llvmpipe") != std::string::npos;
}

/// The sizes that are tried on the device: only a few if a solve takes seconds.
inline std::vector<std::size_t> sizes_on(const apsp::Device& device,
                                         std::vector<std::size_t> sizes) {
    constexpr std::size_t kFew[] = {2, 65, 129};
    if (is_llvmpipe(device)) {
        std::erase_if(sizes, [&](std::size_t n) {
            return std::find(std::begin(kFew), std::end(kFew), n) == std::end(kFew);
        });
    }
    return sizes;
}
inline bool is_tried(const apsp::Device& device, std::size_t n) {
    return !sizes_on(device, {n}).empty();
}

/// Whether a test case leaves the device out because it would take minutes on it.
inline bool too_slow(const apsp::Device& device) {
    if (is_llvmpipe(device)) skipped(label(device) + ": too slow");
    return is_llvmpipe(device);
}

/// The devices as they are, and again those that share the host's memory, as if they had their own:
/// then OpenCL copies the matrix that it would otherwise work in.
inline std::vector<apsp::Device> devices_of_both_kinds() {
    std::vector<apsp::Device> devices;
    for (const apsp::Device& device : devices_under_test()) {
        devices.push_back(device);
        if (device.backend != "opencl" || !device.shares_host_memory) continue;
        if (is_llvmpipe(device)) continue;  // slow
        devices.push_back(device);
        devices.back().shares_host_memory = false;
        devices.back().name += ", memory apart";
    }
    return devices;
}

/// The algorithms that the device has; `automatic` is one if there is a choice.
inline std::vector<apsp::Algorithm> algorithms_of(const apsp::Device& device) {
    std::vector<apsp::Algorithm> all(apsp::kAlgorithms.begin(), apsp::kAlgorithms.end());
    const bool choice = !apsp::variants(device, apsp::Algorithm::search).empty();
    std::erase_if(all, [&](apsp::Algorithm each) {
        return apsp::variants(device, each).empty() ||
               (each == apsp::Algorithm::automatic && !choice);
    });
    return all;
}

/// Whether the algorithm has a form with half the work for symmetric graphs.
inline bool has_half(apsp::Algorithm algorithm) {
    return algorithm != apsp::Algorithm::fw && algorithm != apsp::Algorithm::search;
}

/// Whether the kernels are for the other kind of device.
inline bool is_foreign(const apsp::Device& device, std::string_view variant) {
    return variant == (device.kind == apsp::DeviceKind::gpu ? "cpu" : "gpu");
}

/// Sizes of tiles and blocks to force, beside the device's own choice: {0, 0}.
inline std::vector<std::pair<std::size_t, std::size_t>> tilings(const apsp::Device& device,
                                                                apsp::Algorithm algorithm,
                                                                std::string_view variant) {
    using enum apsp::Algorithm;
    if (algorithm == fw || algorithm == automatic || !apsp::is_dense(algorithm)) return {{0, 0}};
    // See devices_of_both_kinds: the kernels do not depend on where the memory is.
    if (device.kind == apsp::DeviceKind::cpu && !device.shares_host_memory) return {{0, 0}};
    // It is slow, and does not run enough loop iterations for tiles of 128.
    if (is_llvmpipe(device)) return {{0, 0}, {0, 128}};
    if (variant == "cpu" && device.kind == apsp::DeviceKind::gpu) return {{0, 0}};
    const std::size_t other_tile = variant == "gpu" ? 32 : 128;
    if (is_foreign(device, variant)) return {{0, 0}, {other_tile, 128}};
    return {{0, 0}, {0, 128}, {other_tile, 0}, {other_tile, 128}};
}

/// Tile and block sizes that every device has, so that all take the same steps.
inline apsp::SolveOptions same_steps(apsp::Dtype dtype) {
    apsp::SolveOptions options;
    options.dtype = dtype;
    options.symmetric = false;
    options.use_tuning = false;
    options.tile = 64;
    options.block = 128;
    return options;
}

/// Whether the type of `way` is proven to hold the distances. Only integers may be refused, and
/// only with that message.
inline bool fits(const apsp::Graph& graph, const apsp::SolveOptions& way) {
    apsp::Dtype chosen{};
    const auto refusal = apsp::test::error_of(
        [&] { chosen = apsp::choose_dtype(graph, way.semiring, way.dtype).dtype; });
    if (refusal.message.empty()) {
        REQUIRE(chosen == *way.dtype);
        return true;
    }
    CAPTURE(refusal.message);
    REQUIRE(refusal.kind == apsp::ErrorKind::bad_input);
    REQUIRE(refusal.has(std::string(apsp::name(*way.dtype)) + " is not safe: "));
    REQUIRE(apsp::is_integral(*way.dtype));
    return false;
}

/// The least memory, of 5 MiB and so many times 5/4 as much, with which the device can solve the
/// graph; it then streams a matrix of 6 MiB or more. Operands beside a stripe are larger on some.
inline std::uint64_t streaming_limit(const apsp::Graph& graph, const apsp::Device& device,
                                     apsp::SolveOptions options) {
    options.memory_limit = std::uint64_t{5} << 20;
    const auto plans = [&] {
        const auto refusal =
            apsp::test::error_of([&] { apsp::plan_solve(graph, {device}, options); });
        if (refusal.message.empty()) return true;
        REQUIRE(refusal.kind == apsp::ErrorKind::out_of_memory);
        return false;
    };
    while (!plans()) options.memory_limit += options.memory_limit / 4;
    return options.memory_limit;
}

/// OpenCL on CPUs compiles for seconds, so each semiring but min-plus gets some of the types there,
/// and all of them some semiring; or-and has kernels of its own. Kernels for the other kind of
/// device take longest: CPUs to compile them, GPUs to run them with one work-item per group. CPUs
/// get three types of min-plus, which differ most, and one of each other semiring; GPUs, and
/// llvmpipe, the slowest, get two types of min-plus only.
inline bool worth_building(const apsp::Device& device, std::string_view variant,
                           apsp::Semiring semiring, apsp::Dtype dtype) {
    using enum apsp::Dtype;
    const bool gpu = device.kind == apsp::DeviceKind::gpu;
    const bool foreign = is_foreign(device, variant);
    const bool min_plus = semiring == apsp::Semiring::min_plus;
    const bool two_types = dtype == f32 || dtype == u8;
    if (is_llvmpipe(device)) return (min_plus || !foreign) && two_types;
    if (gpu) return !foreign || (min_plus && two_types);
    if (min_plus) return !foreign || two_types || dtype == i32;
    if (semiring == apsp::Semiring::or_and) return true;
    const bool min_max = semiring == apsp::Semiring::min_max;
    if (foreign || device.backend == "cpu") return !foreign || dtype == (min_max ? u8 : f32);
    return min_max ? dtype == u8 || dtype == i32 : dtype == f32 || dtype == f64 || dtype == i16;
}

/// The types of a device whose kernels are worth building for it.
inline std::vector<apsp::Dtype> types_of(const apsp::Device& device,
                                         apsp::Semiring semiring = apsp::Semiring::min_plus) {
    std::vector<apsp::Dtype> types;
    for (apsp::Dtype dtype : apsp::kDtypes) {
        if (dtype == apsp::Dtype::f64 && !device.f64) continue;
        if (!apsp::defined_in(semiring, dtype)) continue;
        if (worth_building(device, "", semiring, dtype)) types.push_back(dtype);
    }
    return types;
}

/// Every algorithm, variant and type that a device has, with several tile and block sizes.
inline std::vector<apsp::SolveOptions> ways_to_solve(
    const apsp::Device& device, apsp::Semiring semiring = apsp::Semiring::min_plus) {
    std::vector<apsp::SolveOptions> ways;
    for (apsp::Algorithm algorithm : algorithms_of(device)) {
        if (algorithm == apsp::Algorithm::automatic) continue;  // a variant would make it kleene
        for (std::string_view variant : apsp::variants(device, algorithm)) {
            for (apsp::Dtype dtype : types_of(device, semiring)) {
                if (!worth_building(device, variant, semiring, dtype)) continue;
                for (const auto& [tile, block] : tilings(device, algorithm, variant)) {
                    // Tile and block sizes are the same for every semiring, except that bits have
                    // only one tile.
                    if (semiring != apsp::Semiring::min_plus && tile != 0) continue;
                    apsp::SolveOptions options;
                    options.semiring = semiring;
                    options.symmetric = false;
                    options.algorithm = algorithm;
                    options.variant = variant;
                    options.dtype = dtype;
                    options.tile = tile;
                    options.block = block;
                    ways.push_back(options);
                }
            }
        }
    }
    REQUIRE(!ways.empty());
    return ways;
}

inline std::vector<apsp::Dtype> without(apsp::Dtype dtype, std::vector<apsp::Dtype> types) {
    std::erase(types, dtype);
    return types;
}

/// Solves and counts the solves by device and type, so that a test case that solves hardly anything
/// fails.
class Solves {
  public:
    template <class Where>
    apsp::Solution operator()(apsp::Graph graph, const Where& where,
                              const apsp::SolveOptions& options) {
        auto solution = apsp::solve(std::move(graph), where, options);
        ++counts_[{name_of(where), solution.distances.dtype()}];
        return solution;
    }

    /// Requires that the device has solved at least `least` graphs in each of these types.
    void require(std::size_t least, const apsp::Device& device,
                 const std::vector<apsp::Dtype>& types) {
        for (apsp::Dtype dtype : types) {
            CAPTURE(name_of(device));
            CAPTURE(apsp::name(dtype));
            const std::size_t solves = counts_[{name_of(device), dtype}];
            CHECK(solves >= least);
        }
    }

  private:
    static std::string name_of(const apsp::Device& device) { return label(device); }
    static std::string name_of(const std::vector<apsp::Device>& devices) {
        return label(devices.front());
    }
    std::map<std::pair<std::string, apsp::Dtype>, std::size_t> counts_;
};
