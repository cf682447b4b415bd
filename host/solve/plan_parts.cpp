// See plan_parts.hpp.
#include "solve/plan_parts.hpp"

#include <algorithm>
#include <bit>

#include "algorithms/distribution.hpp"
#include "algorithms/shares.hpp"
#include "algorithms/streamed.hpp"
#include "backends/backend.hpp"
#include "backends/transfer.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"
#include "negative/restoration.hpp"
#include "paths/tight_rule.hpp"
#include "platform/memory.hpp"
#include "solve/tuning.hpp"

namespace apsp {

std::size_t row_bytes(const Plan& matrix) {
    return matrix.ld * size_of(matrix.dtype);
}

std::size_t stripe_unit(const Plan& matrix) {
    std::size_t rows = kPadding;
    while (rows * row_bytes(matrix) % page_size() != 0) rows *= 2;
    return rows;
}

PartPlan plan_part(const SolvePlan& plan, const Device& device, std::size_t stripe_rows) {
    const SolveOptions& options = plan.options;
    PartPlan part;
    part.device = device;
    part.engine = plan.engine;
    part.engine.symmetric = false;
    part.engine.paths = part.engine.keep_weights = false;
    part.engine.stripe_rows = stripe_rows;
    part.engine.variant = choose_variant(device, options);
    const auto lacks_terms = [&] {
        const auto exponents = backend(device).exponents(device);
        return std::ranges::find(exponents, part.engine.terms, &Exponents::terms) ==
               exponents.end();
    };
    const bool unasked =
        options.variant.empty() && plan.engine.n < backend(device).least_for_exponents(device);
    if (part.engine.terms != 0 && (plan.pairs_to_tell || unasked || lacks_terms())) {
        part.engine.terms = 0;
    }
    part.engine.settings = tuned_settings(device, part.engine, options).settings;
    return part;
}

namespace {

/// Bytes of a row of `ld` elements on the part's device.
std::uint64_t row_bytes(const PartPlan& part, std::size_t ld) {
    return backend(part.device).layout(part.device, part.engine).row_bytes(ld);
}

/// Bytes of the pieces in which a panel or a stripe of the host's crosses a bus: some of each are
/// read while others are written.
std::size_t copied_piece(std::size_t bytes) {
    constexpr std::size_t kPieces = 2, kSmallest = std::size_t{1} << 20;
    return std::clamp(std::bit_floor(bytes / kPieces), kSmallest, kLargestTransferPiece);
}

/// Rows that one allocation of the part's device can hold.
std::size_t rows_an_allocation(const Plan& matrix, const PartPlan& part) {
    if (part.device.largest_allocation == 0) return matrix.ld;
    const std::size_t rows =
        part.device.largest_allocation / row_bytes(part, matrix.ld) / kPadding * kPadding;
    return std::clamp(rows, kPadding, matrix.ld);
}

void plan_memory(PartPlan& part) {
    const Backend& its = backend(part.device);
    part.configuration = its.settings(part.device, part.engine);
    part.memory = its.plan(part.device, part.engine);
}

void check_parted(const SolvePlan& plan, const Device& device, std::string_view what,
                  bool half = false) {
    if (const Refusal why = why_not_parted(plan, device, what, half)) {
        throw Error(ErrorKind::usage, *why);
    }
}

}  // namespace

Refusal why_not_parted(const SolvePlan& plan, const Device& device, std::string_view what,
                       bool half) {
    if (plan.options.symmetric.value_or(false) && !half) {
        return fmt::format("symmetric: half the work is not possible with {}", what);
    }
    const EngineOptions& engine = plan.engine;
    const auto known = backend(device).ladder_variants(engine.algorithm);
    const bool of_ladder = std::ranges::find(known, engine.variant) != known.end();
    if (engine.algorithm == Algorithm::kleene && !of_ladder) return std::nullopt;
    return fmt::format("{} need kleene and no variant of the ladder; this is {}, variant {}", what,
                       name(engine.algorithm), engine.variant);
}

Refusal why_too_large(const PartPlan& part, std::string_view what) {
    const std::uint64_t needed = part.memory.device_bytes();
    if (part.device.memory == 0 || needed <= part.device.memory) return std::nullopt;
    return fmt::format("needs {}{}{}", format_bytes(needed), what, it_has(part.device));
}

std::string it_has(const Device& device) {
    return fmt::format("; device {} ({}) has {}", device.index, device.name,
                       format_bytes(device.memory));
}

std::size_t share_block(const SolvePlan& plan, const Device& device, std::string_view what,
                        bool half) {
    check_parted(plan, device, what, half);
    PartPlan part = plan_part(plan, device, kPadding);
    plan_memory(part);
    return part.memory.blocks.front();
}

PartPlan plan_share(const SolvePlan& plan, const Device& device, Range rows, bool row_panels,
                    bool column_panels, bool paths) {
    const std::size_t block = plan.block;
    PartPlan part = plan_part(plan, device, kPadding);
    std::size_t most = rows_an_allocation(plan.matrix, part);
    if (most > block) most = most / block * block;
    const std::size_t count = (rows.size() + most - 1) / most;
    const std::size_t each = (rows.size() / count + block - 1) / block * block;
    const std::size_t stripe_rows = std::min(std::min(each, most), plan.matrix.ld);
    part.engine.stripe_rows = stripe_rows;
    part.engine.block = block;
    if (row_panels || column_panels) {
        part.engine.piece = copied_piece(block * row_bytes(plan.matrix));
    }
    part.stripes = equal_stripes(rows, stripe_rows);
    part.engine.paths = paths;
    plan_memory(part);
    part.memory.buffers.insert(
        part.memory.buffers.begin(),
        {fmt::format("rows {} to {} of the matrix{}", rows.first, rows.last,
                     part.stripes.size() > 1
                         ? fmt::format(", in {} allocations", part.stripes.size())
                         : ""),
         rows.size() * row_bytes(part, plan.matrix.ld), true});
    const std::size_t pivots = padded(block);
    if (row_panels) {
        part.memory.buffers.push_back(
            {"pivot rows of other shares", 2 * pivots * row_bytes(part, plan.matrix.ld), true});
    }
    if (column_panels) {
        part.memory.buffers.push_back(
            {"pivot columns of other shares", 2 * rows.size() * row_bytes(part, pivots), true});
    }
    return part;
}

Refusal add_panels(PartPlan& part, std::uint64_t bytes) {
    part.memory.buffers.push_back({"panels that others read", kPanelSlots * bytes, true});
    Refusal why = why_too_large(part, " for its share and panels");
    if (why) part.memory.buffers.pop_back();
    return why;
}

Refusal plan_host(SolvePlan& plan, const Graph& graph, bool all_rows) {
    const Dtype dtype = plan.matrix.dtype;
    const bool for_paths =
        plan.options.paths && !(plan.engine.keep_weights && always_trees(graph, dtype));
    plan.keep_graph = for_paths || Restoration::needs_weights(graph, dtype) || plan.pairs_to_tell;
    const std::size_t chosen = plan.rows.size();
    plan.whole_matrix = all_rows || (needs_whole_matrix(plan.options) && !plan.stays);
    plan.reduces = reduces_on_devices(plan, Restoration::restores(graph));
    plan.take_over = plan.whole_matrix && chosen == 0 && !plan.keep_graph && graph.owns_matrix() &&
                     graph.matrix()->dtype() == dtype;
    const std::size_t batch = plan.in_batches() ? std::min(kBatchRows, plan.matrix.n) : 0;
    const std::uint64_t rows = (chosen + batch) * row_bytes(plan.matrix);
    const std::uint64_t matrix = plan.whole_matrix ? plan.matrix.matrix_bytes : 0;
    const std::uint64_t beside = rows + plan.within_bytes();
    plan.host_bytes = matrix + beside;
    const bool has_room = plan.take_over || !plan.options.workspace.empty();
    return why_too_large(plan.matrix, (has_room ? 0 : matrix) + beside + plan.predecessor_bytes());
}

void finish_parts(SolvePlan& plan, Layout layout, MakeMaker* make_maker) {
    plan.layout = layout;
    plan.make_maker = make_maker;
    plan.engine.symmetric = plan.engine.keep_weights = false;
    if (plan.pairs_to_tell) {  // which needs the whole matrix
        if (plan.options.variant == kTensorVariant) {
            throw Error(ErrorKind::usage,
                        "variant tensor: the distances are not proven to be small enough, and only "
                        "a matrix in one piece can be looked through for larger ones");
        }
        plan.pairs_to_tell = {};
        plan.engine.terms = 0;
    }
    plan.memory = plan.parts.front().memory;
    plan.configuration = plan.parts.front().configuration;
}

Refusal plan_stripes(PartPlan& part, const Plan& matrix, std::size_t rows, std::size_t engines) {
    const std::size_t slots = stream_slots(engines);
    part.engine.stripe_rows = rows;
    part.engine.piece = copied_piece(rows * row_bytes(matrix));
    part.stripes = equal_stripes({0, matrix.ld}, rows);
    plan_memory(part);
    part.memory.buffers.insert(
        part.memory.buffers.begin(),
        {fmt::format("{} of {} stripes of {} rows", slots, part.stripes.size(), rows),
         slots * rows * row_bytes(part, matrix.ld), true});
    return why_too_large(part, " even for one stripe at a time");
}

Refusal cut_into_stripes(SolvePlan& plan, std::size_t engines, std::size_t fewest) {
    const Plan& matrix = plan.matrix;
    const std::size_t all = matrix.ld, unit = stripe_unit(matrix);
    std::size_t most = all;
    for (const PartPlan& part : plan.parts) most = std::min(most, rows_an_allocation(matrix, part));
    for (std::size_t count = std::max<std::size_t>(fewest, 1);; ++count) {
        const std::size_t rows = ((all + count - 1) / count + unit - 1) / unit * unit;
        if (rows > most && rows > unit) continue;
        Refusal why;
        for (PartPlan& part : plan.parts) {
            if (!why) why = plan_stripes(part, matrix, rows, engines);
        }
        if (!why || rows == unit) return why;
    }
}

Refusal plan_streamed(SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices) {
    const bool in_memory = plan.options.workspace.empty();
    plan.engine.keep_weights = false;
    if (Refusal why = plan_host(plan, graph, true)) return why;
    for (const Device& device : devices) {
        check_parted(plan, device, in_memory ? "matrices larger than the device" : "workspaces");
        plan.parts.push_back(plan_part(plan, device, 0));
    }
    // Some stripes even where one would do: a checkpoint a stripe and round, and several for each
    // device.
    std::size_t fewest = in_memory ? 1 : std::min<std::size_t>(4, plan.matrix.ld / 512);
    if (devices.size() > 1) fewest = kStripesAnEngine * devices.size();
    if (Refusal why = cut_into_stripes(plan, devices.size(), fewest)) return why;
    plan.block = plan.parts.front().memory.blocks.front();
    finish_parts(plan, Layout::streamed, in_memory ? make_stream_maker : make_file_maker);
    return std::nullopt;
}

}  // namespace apsp
