// The layout of a solve, its memory and its expected time; or ways out, if no layout fits.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "backends/backend.hpp"
#include "backends/limits.hpp"
#include "base/all_at_once.hpp"
#include "base/text.hpp"
#include "graph/order.hpp"
#include "solve/elimination.hpp"
#include "solve/plan_parts.hpp"
#include "solve/tuning.hpp"

namespace apsp {
namespace {

/// What the device's memory has to hold.
std::uint64_t bytes_on(const Device& device, const SolvePlan& plan) {
    const bool in_place = backend(device).in_place(device, plan.engine);
    return plan.memory.device_bytes() + (in_place ? plan.matrix.matrix_bytes : 0);
}

/// The memory of the engine, and of what the host does for paths.
EnginePlan plan_memory(const SolvePlan& plan, const Device& device) {
    const EngineOptions& engine = plan.engine;
    EnginePlan memory = backend(device).plan(device, engine);
    if (!engine.paths) return memory;
    const std::uint64_t cells = std::uint64_t{plan.matrix.ld} * plan.matrix.ld;
    memory.buffers.push_back({"predecessors", plan.predecessor_bytes(), device.shares_host_memory});
    if (!memory.keeps_weights) {
        const std::uint64_t arc_bytes = sizeof(std::uint32_t) + size_of(engine.dtype);
        memory.buffers.push_back(
            {"tight arcs, at most", cells / 8 + engine.arcs * arc_bytes, false});
    }
    return memory;
}

bool makes_rows(const SolvePlan& plan) {
    return !is_dense(plan.options.algorithm);
}

/// A layout to try. `words` introduce why it does not fit if another one was tried before it.
struct Candidate {
    std::string_view words;
    PlanLayout* plan;
};

/// The best first.
std::vector<Candidate> candidates(const SolvePlan& plan, const std::vector<Device>& devices) {
    if (makes_rows(plan)) return {{"", plan_by_rows}};
    if (!plan.options.workspace.empty()) return {{"with kleene", plan_streamed}};
    std::vector<Candidate> all;
    if (devices.size() == 1) {
        all.push_back({"with kleene", plan_whole});
        if (why_not_parted(plan, devices.front(), "")) return all;
    }
    all.push_back({"in several allocations", plan_shares});
    // Streaming parts of the host's memory through that same memory gains nothing.
    const bool in_host = std::ranges::any_of(devices, &Device::shares_host_memory);
    if (!in_host || plan.options.memory_limit != 0) all.push_back({"in stripes", plan_streamed});
    return all;
}

/// Adds a reason; what the host or the device has is not said twice.
void add_refusal(std::string& all, std::string_view words, std::string why, const Device& device) {
    if (all.find(why) != std::string::npos) return;
    const std::string known = it_has(device);
    const bool known_already = all.find(known) != std::string::npos;
    if (known_already && why.ends_with(known)) why.resize(why.size() - known.size());
    all += all.empty() ? why : fmt::format("; {} it {}", words, why);
}

/// Warns if the matrix is streamed only because of a limit on the device's memory.
void warn_of_limit(SolvePlan& plan, const SolvePlan& choices, const Graph& graph,
                   const std::vector<Device>& asked) {
    const bool streamed = plan.layout == Layout::streamed && plan.options.workspace.empty();
    if (!streamed || plan.options.memory_limit == 0) return;
    SolvePlan there = choices;
    there.device = asked.front();
    const bool several = asked.size() > 1;
    if ((several ? plan_shares : plan_whole)(there, graph, asked)) return;
    std::uint64_t needed = several ? 0 : bytes_on(asked.front(), there);
    for (const PartPlan& part : there.parts) needed = std::max(needed, part.memory.device_bytes());
    plan.choices.warnings.push_back(fmt::format(
        "with a memory limit of {} the matrix is streamed through the {}, which can take many "
        "times as long; with {} or more it stays there",
        format_bytes(plan.options.memory_limit), several ? "devices" : "device",
        format_bytes(needed)));
}

/// The best layout that fits. Where none does, adds to `refusal` why.
std::optional<SolvePlan> plan_layout(const SolvePlan& choices, const Graph& graph,
                                     const std::vector<Device>& devices,
                                     const std::vector<Device>& asked, std::string& refusal) {
    for (const Candidate& candidate : candidates(choices, devices)) {
        SolvePlan plan = choices;
        const Refusal why = candidate.plan(plan, graph, devices);
        if (!why) {
            finish_choices(plan);
            warn_of_limit(plan, choices, graph, asked);
            return plan;
        }
        add_refusal(refusal, candidate.words, *why, devices.front());
    }
    return std::nullopt;
}

/// Whether elimination will be counted, whatever the type and the devices.
bool surely_counted(const Graph& graph, const SolveOptions& options) {
    constexpr std::size_t kVertices = 1 << 14, kDegree = 8;
    const std::size_t n = graph.vertices();
    const bool asked = options.algorithm == Algorithm::automatic && options.variant.empty() &&
                       options.tile + options.block == 0;
    return (asked || options.algorithm == Algorithm::sparse) && !options.elimination &&
           can_order() && !graph.dense() && n >= kVertices && graph.arcs() <= kDegree * n;
}

/// The choices, and of a large graph also the counts of its elimination, by a thread of its own;
/// another makes the devices ready.
SolvePlan begin_plan(const Graph& graph, const std::vector<Device>& devices,
                     const SolveOptions& options) {
    if (!surely_counted(graph, options)) return plan_choices(graph, devices.front(), options);
    SolvePlan plan;
    std::shared_ptr<const EliminationCounts> counts;
    all_at_once(3, {}, [&](std::size_t i) {
        if (i == 0) plan = plan_choices(graph, devices.front(), options);
        if (i == 1) counts = counts_of(graph, nullptr);
        if (i == 2) {
            for (const Device& device : devices) backend(device).wake(device);
        }
    });
    plan.elimination.counts = std::move(counts);
    return plan;
}

std::string joined(const std::vector<std::string>& ways) {
    std::string text;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        text += i == 0 ? "; ways out: " : i + 1 == ways.size() ? ", or " : ", ";
        text += ways[i];
    }
    return text;
}

/// "; ways out: ..., or ...": only what can help this graph on this machine; "" if nothing can.
/// `devices` are those asked for, without a limit on their memory.
std::string ways_out(const SolvePlan& plan, const Graph& graph,
                     const std::vector<Device>& devices) {
    const SolveOptions& options = plan.options;
    const Device& device = devices.front();
    const bool by_rows = makes_rows(plan);
    const bool host_holds = !why_too_large(plan.matrix, plan.matrix.matrix_bytes);
    std::vector<std::string> ways;
    const bool limited =
        options.memory_limit != 0 && (device.memory == 0 || options.memory_limit < device.memory);
    if (limited) ways.push_back("a larger SolveOptions::memory_limit");
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
        const bool kleene = by_rows || options.algorithm == Algorithm::kleene;
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

}  // namespace

Refusal plan_whole(SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices) {
    const Device& device = devices.front();
    const Backend& its = backend(device);
    plan.make_maker = make_whole_maker;
    Plan held = plan.matrix;
    held.matrix_bytes = held.ld * its.layout(device, plan.engine).row_bytes(held.ld);
    if (Refusal why = why_too_large(held, device)) return why;
    plan.configuration = its.settings(device, plan.engine);
    plan.memory = plan_memory(plan, device);
    const std::uint64_t most = device.memory != 0 ? device.memory : ~std::uint64_t{0};
    const auto too_big = [&] { return bytes_on(device, plan) > most; };
    if (plan.memory.keeps_weights && too_big()) {
        plan.engine.keep_weights = false;  // the host has the graph
        plan.memory = plan_memory(plan, device);
    }
    plan.engine.keep_weights = plan.memory.keeps_weights;
    if (!plan.memory.blocks.empty()) plan.block = plan.memory.blocks.front();
    const bool in_place = its.in_place(device, plan.engine);
    plan.stays = !in_place && may_stay(plan.options, graph);
    if (!too_big()) return plan_host(plan, graph, in_place);
    return fmt::format(
        "needs {} for the matrix and its operands{}; try a smaller SolveOptions::block",
        format_bytes(bytes_on(device, plan)), it_has(device));
}

SolvePlan plan_solve(const Graph& graph, const std::vector<Device>& named,
                     const SolveOptions& options) {
    check_options(graph, named, options);
    const std::vector<Device> asked = sharing_memory(named);
    const std::vector<Device> devices = limited(asked, options);
    SolvePlan dense = begin_plan(graph, devices, options);
    SolvePlan choices = dense;
    if (options.algorithm == Algorithm::automatic) choose_algorithm(choices, graph, devices);
    for (const Device& each : devices) check_dtype(choices.matrix.dtype, each);
    if (options.leave_on_device) check_plan(choices.matrix, devices.front());
    std::string refusal;
    if (auto plan = plan_layout(choices, graph, devices, asked, refusal)) return std::move(*plan);
    if (options.algorithm == Algorithm::automatic && makes_rows(choices)) {
        dense.choices.estimates = choices.choices.estimates;
        dense.choices.warnings.push_back(
            fmt::format("{} should take less time than kleene, but {}; kleene is used instead",
                        name(choices.options.algorithm), refusal));
        if (auto plan = plan_layout(dense, graph, devices, asked, refusal)) return std::move(*plan);
    }
    const Refusal why = why_not_parted(choices, devices.front(), "matrices in parts");
    if (why && !makes_rows(choices)) refusal += "; " + *why;
    refuse(choices.matrix, refusal + ways_out(choices, graph, asked));
}

Expectation expected_time(const SolvePlan& plan) {
    const EngineOptions& engine = plan.engine;
    const auto n = static_cast<double>(engine.n);
    const double work = n * n * n * (engine.symmetric ? 0.5 : 1);
    if (plan.layout == Layout::by_rows) return {plan.seconds, "relaxations and typical rates"};
    if (engine.algorithm != Algorithm::fw && engine.terms == 0) {
        if (const auto entry = tuned_entry(plan.device, engine)) {
            const double rate = plan.choices.tuned ? entry->rate : entry->default_rate;
            return {work / rate, fmt::format("{:.2f} G/s, which tuning measured at n = {}",
                                             rate * 1e-9, entry->n)};
        }
    }
    const Limit limit =
        nominal_limit(plan.device, engine.dtype, engine.semiring, engine.terms != 0);
    if (limit.rate > 0) {
        return {work / limit.rate,
                fmt::format("the nominal limit of {:.2f} T/s, which no solve reaches "
                            "(tuning measures it)",
                            limit.rate * 1e-12)};
    }
    return {0, engine.algorithm == Algorithm::fw
                   ? "not known: nothing has measured fw on this device"
                   : "not known: tuning has not measured such a solve on this device"};
}

}  // namespace apsp
