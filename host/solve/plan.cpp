// The plan of a solve, and whether a device can carry it out.
#include "solve/plan.hpp"

#include <algorithm>
#include <cmath>

#include "apsp/matrix.hpp"
#include "base/host_memory.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"
#include "negative/restoration.hpp"

namespace apsp {
namespace {

std::uint64_t limit_of(const Device& device) {
    const std::uint64_t memory = device.memory == 0 ? UINT64_MAX : device.memory;
    const std::uint64_t one = device.largest_allocation;
    return one == 0 ? memory : std::min(one, memory);
}

std::size_t largest_n(double elements_per_byte, const Device& device) {
    const double elements = static_cast<double>(limit_of(device)) * elements_per_byte;
    return static_cast<std::size_t>(std::sqrt(elements)) / kPadding * kPadding;
}

}  // namespace

Plan plan(std::size_t n, Dtype dtype) {
    Plan plan;
    plan.n = n;
    plan.dtype = dtype;
    plan.ld = padded(n);
    plan.matrix_bytes = std::uint64_t{plan.ld} * plan.ld * size_of(dtype);
    return plan;
}

std::size_t largest_n(Dtype dtype, const Device& device) {
    return largest_n(1 / static_cast<double>(size_of(dtype)), device);
}

void check_dtype(Dtype dtype, const Device& device) {
    if (dtype != Dtype::f64 || device.f64) return;
    throw Error(
        ErrorKind::no_device,
        fmt::format(
            "device {} ({}) has no f64; use SolveOptions::dtype f32 or i32, or another device",
            device.index, device.name));
}

Refusal why_too_large(const Plan& plan, const Device& device) {
    if (plan.matrix_bytes <= limit_of(device)) return std::nullopt;
    std::string limit;
    if (device.memory != 0 && plan.matrix_bytes > device.memory) {
        limit = fmt::format("has {}", format_bytes(device.memory));
    } else {
        limit = fmt::format("allows {} per allocation", format_bytes(device.largest_allocation));
    }
    const auto ld = static_cast<double>(plan.ld);
    return fmt::format("needs {}; device {} ({}) {}, enough for n = {}",
                       format_bytes(plan.matrix_bytes), device.index, device.name, limit,
                       largest_n(ld * ld / static_cast<double>(plan.matrix_bytes), device));
}

void refuse(const Plan& plan, std::string_view why) {
    throw Error(ErrorKind::out_of_memory,
                fmt::format("n = {} as {} {}", plan.n, name(plan.dtype), why));
}

void check_plan(const Plan& plan, const Device& device) {
    check_dtype(plan.dtype, device);
    const Refusal why = why_too_large(plan, device);
    if (!why) return;
    const bool fits_f32 = plan.dtype == Dtype::f64 && plan.n <= largest_n(Dtype::f32, device);
    refuse(plan, *why + (fits_f32 ? "; try SolveOptions::dtype f32" : ""));
}

bool needs_whole_matrix(const SolveOptions& options) {
    return !options.workspace.empty() ||
           (options.rows.empty() && (options.keep_distances || options.paths));
}

bool is_statistics_alone(const SolveOptions& options, const Graph& graph) {
    return options.statistics && !options.keep_distances && !options.paths &&
           options.take_rows == nullptr && !Restoration::restores(graph);
}

bool may_stay(const SolveOptions& options, const Graph& graph) {
    return options.leave_on_device && !options.paths && !Restoration::restores(graph);
}

bool reduces_on_devices(const SolvePlan& plan, bool costs) {
    const SolveOptions& options = plan.options;
    if (costs || options.semiring != Semiring::min_plus) return false;
    if (plan.whole_matrix) return options.statistics;
    if (!options.rows.empty() || options.take_rows != nullptr) return false;
    // For a summary alone, the kernel may have to be compiled first, which takes longer than to
    // bring a small matrix.
    const bool large = plan.matrix.matrix_bytes >= std::uint64_t{1} << 30;
    return options.statistics || (options.summary && large);
}

std::vector<Device> sharing_memory(std::vector<Device> devices) {
    std::vector<std::uint64_t> times;
    for (const Device& device : devices) {
        times.push_back(static_cast<std::uint64_t>(std::ranges::count_if(
            devices, [&](const Device& other) { return same_card(device, other); })));
    }
    for (std::size_t i = 0; i < devices.size(); ++i) devices[i].memory /= times[i];
    return devices;
}

std::vector<Device> limited(std::vector<Device> devices, const SolveOptions& options) {
    if (options.memory_limit == 0) return devices;
    for (Device& device : devices) {
        const std::uint64_t memory = device.memory == 0 ? UINT64_MAX : device.memory;
        device.memory = std::min(memory, options.memory_limit);
    }
    return devices;
}

Refusal why_too_large(const Plan& plan, std::uint64_t host_bytes) {
    const std::size_t available = available_host_memory();
    if (available == 0 || host_bytes <= available) return std::nullopt;
    const double elements =
        static_cast<double>(available) / static_cast<double>(size_of(plan.dtype));
    return fmt::format("needs {}; this machine has {} of memory free, enough for n = {}",
                       format_bytes(host_bytes), format_bytes(available),
                       static_cast<std::size_t>(std::sqrt(elements)));
}

}  // namespace apsp
