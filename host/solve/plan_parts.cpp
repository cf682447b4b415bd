// See plan_parts.hpp.
#include "solve/plan_parts.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/distribution.hpp"
#include "algorithms/streamed.hpp"
#include "backends/backend.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"
#include "solve/share_rates.hpp"
#include "solve/tuning.hpp"

namespace apsp {
namespace {

constexpr std::size_t kSlots = std::tuple_size_v<StreamSlots>;

std::size_t row_bytes(const Plan& matrix) {
    return matrix.ld * size_of(matrix.dtype);
}

/// Rows that one allocation of the device can hold.
std::size_t rows_an_allocation(const Plan& matrix, const Device& device) {
    if (device.largest_allocation == 0) return matrix.ld;
    const std::size_t rows = device.largest_allocation / row_bytes(matrix) / kPadding * kPadding;
    return std::clamp(rows, kPadding, matrix.ld);
}

/// Everything but rows. `stripe_rows` as in EngineOptions.
PartPlan plan_part(const SolvePlan& plan, const Device& device, const SolveOptions& options,
                   std::size_t stripe_rows) {
    PartPlan part;
    part.device = device;
    part.engine = plan.engine;
    part.engine.symmetric = false;
    part.engine.paths = part.engine.keep_weights = false;  // the host finds them
    part.engine.stripe_rows = stripe_rows;
    if (options.variant.empty()) part.engine.variant = variants(device, options.algorithm).front();
    part.engine.settings =
        options.use_tuning ? tuned_settings(device, part.engine).settings : Settings{};
    return part;
}

void plan_memory(PartPlan& part) {
    const Backend& its = backend(part.device.backend);
    part.configuration = its.settings(part.device, part.engine);
    part.memory = its.plan(part.device, part.engine);
}

bool fits(const PartPlan& part) {
    return part.device.memory == 0 || part.memory.device_bytes() <= part.device.memory;
}

/// Why there is no form of the solve that is not `whole`; "" where there are some. `what` is what
/// such a form would be for.
std::string why_not_parted(const SolvePlan& plan, const Device& device, const SolveOptions& options,
                           std::string_view what) {
    if (options.symmetric.value_or(false)) {
        return fmt::format("symmetric: {} have no form with half the work", what);
    }
    const EngineOptions& engine = plan.engine;
    const auto known = ladder_variants(device, engine.algorithm);
    const bool of_ladder = std::ranges::find(known, engine.variant) != known.end();
    if (engine.algorithm == Algorithm::kleene && engine.semiring != Semiring::or_and &&
        !of_ladder) {
        return "";
    }
    return fmt::format(
        "{}: kleene only, no variant of the ladder, over any semiring but or-and; "
        "this is {} over {}, variant {}",
        what, name(engine.algorithm), name(engine.semiring), engine.variant);
}

void check_parted(const SolvePlan& plan, const Device& device, const SolveOptions& options,
                  std::string_view what) {
    const std::string why = why_not_parted(plan, device, options, what);
    if (!why.empty()) throw Error(ErrorKind::usage, why);
}

/// A message for the device's share, with the way out.
[[noreturn]] void refuse(const SolvePlan& plan, const PartPlan& part, std::string_view what) {
    throw Error(ErrorKind::out_of_memory,
                fmt::format("n = {} as {}: {} needs {}; device {} ({}) has {}", plan.matrix.n,
                            name(plan.matrix.dtype), what, format_bytes(part.memory.device_bytes()),
                            part.device.index, part.device.name, format_bytes(part.device.memory)));
}

/// What the whole plan says is what its first part does.
void set_parts(SolvePlan& plan, Layout layout, std::size_t block, std::vector<PartPlan> parts) {
    plan.layout = layout;
    plan.block = block;
    plan.parts = std::move(parts);
    plan.engine.symmetric = plan.engine.keep_weights = false;
    plan.memory = plan.parts.front().memory;
    plan.configuration = plan.parts.front().configuration;
}

}  // namespace

bool can_be_parted(const SolvePlan& plan, const Device& device, const SolveOptions& options) {
    return why_not_parted(plan, device, options, "").empty();
}

std::size_t share_block(const SolvePlan& plan, const Device& device, const SolveOptions& options,
                        std::string_view what) {
    check_parted(plan, device, options, what);
    PartPlan part = plan_part(plan, device, options, kPadding);
    plan_memory(part);
    return part.memory.blocks.front();
}

PartPlan plan_share(const SolvePlan& plan, const Device& device, const SolveOptions& options,
                    Range rows, std::size_t block, bool row_panels, bool column_panels) {
    std::size_t most = rows_an_allocation(plan.matrix, device);
    if (most > block) most = most / block * block;
    const std::size_t count = (rows.size() + most - 1) / most;
    const std::size_t each = (rows.size() / count + block - 1) / block * block;
    const std::size_t stripe_rows = std::min(std::min(each, most), plan.matrix.ld);
    PartPlan part = plan_part(plan, device, options, stripe_rows);
    part.engine.block = block;
    part.stripes = equal_stripes(rows, stripe_rows);
    plan_memory(part);
    part.memory.buffers.insert(
        part.memory.buffers.begin(),
        {fmt::format("rows {} to {} of the matrix{}", rows.first, rows.last,
                     part.stripes.size() > 1
                         ? fmt::format(", in {} allocations", part.stripes.size())
                         : ""),
         rows.size() * row_bytes(plan.matrix), true});
    const std::uint64_t panel = 2 * padded(block) * size_of(plan.matrix.dtype);
    if (row_panels) {
        part.memory.buffers.push_back({"rows of pivots of others", panel * plan.matrix.ld, true});
    }
    if (column_panels) {
        part.memory.buffers.push_back({"columns of pivots of others", panel * rows.size(), true});
    }
    if (!fits(part)) refuse(plan, part, "its share");
    return part;
}

void plan_shares(SolvePlan& plan, const std::vector<Device>& devices, const SolveOptions& options) {
    const bool works_in_host =
        std::ranges::any_of(devices, [](const Device& each) { return each.shares_host_memory; });
    plan.host_bytes = host_bytes(plan.matrix, works_in_host, options);
    check_host_memory(plan.matrix, plan.host_bytes);
    const bool several = devices.size() > 1;
    std::size_t block = 0;
    for (const Device& device : devices) {
        block = std::max(block, share_block(plan, device, options,
                                            several ? "several devices" : "several allocations"));
    }
    const std::vector<Range> rows =
        deal(plan.matrix.ld, block, share_rates(plan, devices, options));
    std::vector<PartPlan> parts;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        if (rows[i].size() == 0) {
            plan.warnings.push_back(fmt::format(
                "device {} ({}) is left out: its share of the rows would be less than a block",
                devices[i].index, devices[i].name));
            continue;
        }
        parts.push_back(plan_share(plan, devices[i], options, rows[i], block, several));
    }
    set_parts(plan, Layout::shares, block, std::move(parts));
}

void plan_streamed(SolvePlan& plan, const Device& device, const SolveOptions& options) {
    plan.host_bytes = plan.matrix.matrix_bytes;
    if (options.workspace.empty()) check_host_memory(plan.matrix, plan.host_bytes);
    check_parted(plan, device, options,
                 options.workspace.empty() ? "matrices larger than the device" : "workspaces");
    const std::size_t all = plan.matrix.ld;
    const std::size_t most = rows_an_allocation(plan.matrix, device);
    // A checkpoint a stripe and round, so some stripes even where one would do.
    const std::size_t fewest = options.workspace.empty() ? 1 : std::min<std::size_t>(4, all / 512);
    PartPlan part = plan_part(plan, device, options, 0);
    for (std::size_t count = std::max<std::size_t>(fewest, 1);; ++count) {
        const std::size_t rows = ((all + count - 1) / count + kPadding - 1) / kPadding * kPadding;
        if (rows > most) continue;
        part.engine.stripe_rows = rows;
        part.stripes = equal_stripes({0, all}, rows);
        plan_memory(part);
        part.memory.buffers.insert(
            part.memory.buffers.begin(),
            {fmt::format("{} of {} stripes of {} rows", kSlots, part.stripes.size(), rows),
             kSlots * rows * row_bytes(plan.matrix), true});
        if (fits(part)) break;
        if (rows == kPadding) refuse(plan, part, "even one stripe after the other");
    }
    const std::size_t block = part.memory.blocks.front();
    set_parts(plan, Layout::streamed, block, {std::move(part)});
}

}  // namespace apsp
