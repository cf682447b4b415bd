// See ways_out.hpp.
#include "solve/ways_out.hpp"

#include "base/host_memory.hpp"
#include "base/text.hpp"

namespace apsp {
namespace {

std::string joined(const std::vector<std::string>& ways) {
    std::string text;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        text += i == 0 ? "; ways out: " : i + 1 == ways.size() ? ", or " : ", ";
        text += ways[i];
    }
    return text;
}

}  // namespace

std::string ways_out(const SolvePlan& plan, const Graph& graph,
                     const std::vector<Device>& devices) {
    const SolveOptions& options = plan.options;
    const Device& device = devices.front();
    const Algorithm algorithm = options.algorithm;
    const bool by_rows = algorithm == Algorithm::sparse || algorithm == Algorithm::search;
    const std::size_t available = available_host_memory();
    const bool host_holds = available == 0 || plan.matrix.matrix_bytes <= available;

    std::vector<std::string> ways;
    const bool limited =
        options.memory_limit != 0 && (device.memory == 0 || options.memory_limit < device.memory);
    if (limited) {
        ways.push_back("a larger SolveOptions::memory_limit");
    }
    if (plan.matrix.dtype == Dtype::f64 &&
        !why_too_large(apsp::plan(plan.matrix.n, Dtype::f32), plan.device)) {
        ways.push_back("SolveOptions::dtype f32");
    }
    if (options.paths) {
        ways.push_back("no predecessors, which need the whole matrix");
    } else if (!by_rows && !graph.dense() && !variants(device, Algorithm::sparse).empty()) {
        ways.push_back(
            "SolveOptions::algorithm sparse, which finds one row after the other (all, or those of "
            "SolveOptions::rows)");
    }
    // A workspace is streamed through the device, so it does not help if streaming fails.
    const bool filed =
        !limited && devices.size() == 1 && !options.paths && options.workspace.empty();
    if (filed) {
        const bool kleene = by_rows || algorithm == Algorithm::kleene;
        ways.push_back(
            fmt::format("SolveOptions::workspace{}, a folder with {} of space for the matrix",
                        kleene ? "" : " with SolveOptions::algorithm kleene",
                        format_bytes(plan.matrix.matrix_bytes)));
    }
    if (host_holds && !device.shares_host_memory) {
        ways.push_back("a device with more memory, or several");
    }
    return joined(ways);
}

}  // namespace apsp
