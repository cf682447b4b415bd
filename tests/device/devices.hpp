// What the device tests run on and with.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "apsp/apsp.hpp"

/// Every device of every backend. APSP_TEST_DEVICE chooses one, as --device does.
inline std::vector<apsp::Device> devices_under_test() {
    const auto devices = apsp::list_devices();
    if (const char* selector = std::getenv("APSP_TEST_DEVICE")) {
        return {apsp::select_device(devices, selector)};
    }
    return devices.all;
}

/// Vertex counts on both sides of every padding edge, up to APSP_TEST_LARGEST (simulators are
/// slow).
inline std::vector<std::size_t> sizes_under_test() {
    const char* text = std::getenv("APSP_TEST_LARGEST");
    const std::size_t largest = text != nullptr ? std::stoul(text) : 400;
    std::vector<std::size_t> sizes;
    for (std::size_t n : {1, 2, 63, 64, 65, 127, 128, 129, 197, 389}) {
        if (n <= largest) sizes.push_back(n);
    }
    return sizes;
}

/// "opencl:0 llvmpipe"
inline std::string label(const apsp::Device& device) {
    return device.backend + ":" + std::to_string(device.index_in_backend) + " " + device.name;
}

/// Every algorithm and variant that a device's backend has.
inline std::vector<apsp::SolveOptions> ways_to_solve(const apsp::Device& device) {
    std::vector<apsp::SolveOptions> ways;
    for (apsp::Algorithm algorithm : apsp::kAlgorithms) {
        for (std::string_view variant : apsp::variants(device, algorithm)) {
            for (apsp::Dtype dtype : apsp::kDtypes) {
                if (dtype == apsp::Dtype::f64 && !device.f64) continue;
                apsp::SolveOptions options;
                options.algorithm = algorithm;
                options.variant = variant;
                options.dtype = dtype;
                ways.push_back(options);
            }
        }
    }
    return ways;
}
