// What --dry-run prints: a plan. The JSON object's members are an interface, as those of
// report.cpp.
#include <fmt/core.h>

#include "backends/backend.hpp"
#include "base/text.hpp"
#include "cli/json.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "measure/device_json.hpp"
#include "measure/tune.hpp"

namespace apsp::cli {
namespace {

/// The host's matrix, then what the engines take.
std::vector<Buffer> all_buffers(const SolvePlan& plan, const Device& device) {
    const bool works_in_it =
        plan.layout == Layout::whole && backend(device).in_place(device, plan.engine);
    const bool batches = plan.in_batches() || plan.layout == Layout::by_rows;
    std::vector<Buffer> buffers;
    if (plan.host_bytes != 0) {
        buffers.push_back({works_in_it         ? "matrix, which the device works in"
                           : plan.whole_matrix ? "matrix"
                           : batches           ? "rows of the matrix"
                                               : "rows of the matrix that --rows names",
                           plan.host_bytes, false});
    }
    if (plan.options.paths && plan.layout != Layout::whole) {
        buffers.push_back({"predecessors", plan.predecessor_bytes(), false});
    }
    buffers.insert(buffers.end(), plan.memory.buffers.begin(), plan.memory.buffers.end());
    for (std::size_t i = 1; i < plan.parts.size(); ++i) {
        for (Buffer buffer : plan.parts[i].memory.buffers) {
            buffer.what += fmt::format(", of device {}", plan.parts[i].device.index);
            buffers.push_back(std::move(buffer));
        }
    }
    return buffers;
}

std::string expected_text(const Expectation& expected, const SolvePlan& plan,
                          const Device& device) {
    if (plan.engine.algorithm == Algorithm::search) {
        return fmt::format("{:.2g} s or more", expected.seconds);
    }
    // Only rows are estimated from typical rates; beside those, what processors took.
    constexpr double kFastest = 0.75, kSlowest = 2;
    if (device.kind == DeviceKind::gpu || plan.layout != Layout::by_rows) {
        return fmt::format("{:.3g} s", expected.seconds);
    }
    return fmt::format("{:.2g} to {:.2g} s", kFastest * expected.seconds,
                       kSlowest * expected.seconds);
}

void print_json(const Report& report, const SolvePlan& plan, const Expectation& expected) {
    const Device& d = report.devices.front();
    const EngineOptions& e = plan.engine;
    const SolveChoices& choices = plan.choices;
    Json buffers = Json::array();
    for (const Buffer& b : all_buffers(plan, d)) {
        buffers.push_back(
            {{"what", b.what}, {"bytes", b.bytes}, {"place", b.on_device ? "device" : "host"}});
    }
    Json device = identity(d);
    device.update({{"memory", d.memory}, {"largest_allocation", d.largest_allocation}});
    const Json object = {
        {"graph",
         {{"source", report.graph.origin}, {"n", report.graph.n}, {"arcs", report.graph.arcs}}},
        {"algorithm", name(e.algorithm)},
        {"variant", choices.variant},
        {"backend", d.backend},
        {"device", device},
        {"dtype", name(e.dtype)},
        {"dtype_reason", choices.dtype_reason},
        {"potentials_spread", or_null(plan.potentials_spread)},
        {"semiring", name(e.semiring)},
        {"symmetric", e.symmetric},
        {"padded", plan.matrix.ld},
        {"tile", or_null(choices.tile)},
        {"block", or_null(choices.block)},
        {"tuned", choices.tuned},
        {"estimates", estimates_json(choices)},
        {"configuration", or_null(plan.configuration)},
        {"buffers", buffers},
        {"expected", {{"seconds", or_null(expected.seconds)}, {"from", expected.from}}}};
    print_result(object);
}

void print_text(const Report& report, const SolvePlan& plan, const Expectation& expected) {
    const Device& d = report.devices.front();
    const EngineOptions& e = plan.engine;
    const SolveChoices& choices = plan.choices;
    print_subject(report);
    print_estimates(choices, d);
    fmt::print(
        "algorithm  {}, {}, {}{}{}\n", name(e.algorithm), variant_text(choices), name(e.semiring),
        choices.block == 0 ? "" : fmt::format(", tile {}, block {}", choices.tile, choices.block),
        e.symmetric ? ", half the work: symmetric" : "");
    if (!plan.configuration.empty()) {
        fmt::print("kernels    {}: {}\n", choices.tuned ? "tuned" : "built-in",
                   short_text(plan.configuration, {}));
    }
    fmt::print("type       {}: {}\n", name(e.dtype), choices.dtype_reason);
    if (plan.potentials_spread) {
        fmt::print("negative   weights become costs of 0 or more, by potentials of up to {:.9g}\n",
                   *plan.potentials_spread);
    }
    fmt::print("matrix     n = {}, padded to {}\n", report.graph.n, plan.matrix.ld);
    for (const Buffer& b : all_buffers(plan, d)) {
        fmt::print("memory     {:>10}  {}  {}\n", format_bytes(b.bytes),
                   b.on_device ? "device" : "host  ", b.what);
    }
    fmt::print("limits     {} on the device, {} per allocation\n", format_bytes(d.memory),
               format_bytes(d.largest_allocation));
    fmt::print("time       {}{}\n",
               expected.seconds > 0
                   ? expected_text(expected, plan, d) + " to compute, estimated from "
                   : "",
               expected.from);
    fmt::print("nothing was solved: --dry-run\n");
}

}  // namespace

void print_plan(const Report& report, const SolvePlan& plan) {
    for (const std::string& warning : plan.choices.warnings) {
        note("apsp-ocl", "warning", warning);
    }
    const Expectation expected = expected_time(plan);
    report.asked.json ? print_json(report, plan, expected) : print_text(report, plan, expected);
}

}  // namespace apsp::cli
