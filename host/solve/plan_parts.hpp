// The parts of plan_solve: its choices, and what layouts have in common. The functions that return
// a Refusal return what why_too_large does.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/distance_bound.hpp"
#include "solve/plan.hpp"

namespace apsp {

/// All choices but configuration, memory and layout; with several devices, those for the first.
/// @throws Error as `solve`, but for memory
SolvePlan plan_choices(const Graph& graph, const Device& device, const SolveOptions& options);

/// As the public one, of a graph that has potentials where it needs them.
DtypeChoice choose_dtype(DistanceBounds& bounds, Semiring semiring, std::optional<Dtype> forced);

/// The variant that the device runs: what the options name, or else its default.
/// @throws Error usage if it does not have that, or not the algorithm
std::string choose_variant(const Device& device, const SolveOptions& options);

/// Chooses the fastest algorithm, unless the options or the devices leave only kleene.
void choose_algorithm(SolvePlan& plan, const Graph& graph, const std::vector<Device>& devices);

/// Notes for the solution what the rest of the plan has decided.
void finish_choices(SolvePlan& plan);

/// Decides what becomes of the graph's memory, and checks that the host has room for what it holds:
/// all rows of the matrix if `all_rows` or the options need them, those that the options name, or a
/// batch.
Refusal plan_host(SolvePlan& plan, const Graph& graph, bool all_rows);

/// Whether both devices take equal times for anything.
bool alike(const Device& a, const Device& b);
/// Relaxations per second of a device for such a solve, from a short solve of the same type over
/// min_plus, which runs now and is smaller where memory is short.
double measure_rate(const SolvePlan& plan, const Device& device);

/// Everything of a device's part but its rows. `stripe_rows` as in EngineOptions.
PartPlan plan_part(const SolvePlan& plan, const Device& device, std::size_t stripe_rows);
/// Where several engines stream a matrix, it has so many stripes for each, or more.
inline constexpr std::size_t kStripesAnEngine = 4;
/// Plans a part through which stripes of so many rows pass, as one of so many engines.
Refusal plan_stripes(PartPlan& part, const Plan& matrix, std::size_t rows, std::size_t engines);
/// The same of all parts of a plan, for stripes as high as fit, and no fewer than `fewest`.
Refusal cut_into_stripes(SolvePlan& plan, std::size_t engines, std::size_t fewest);

/// Why the solve has no layout other than `whole`. `what` names what such a layout would be
/// for, and `half` whether that could do half the work.
Refusal why_not_parted(const SolvePlan& plan, const Device& device, std::string_view what,
                       bool half = false);

/// The same for a part of a matrix; `what` follows the bytes that its device needs.
Refusal why_too_large(const PartPlan& part, std::string_view what);
/// "; device 0 (its name) has 4.00 GiB"
std::string it_has(const Device& device);

/// The number of pivots per step that suits the device if it has a share of the rows. `what` and
/// `half` as in why_not_parted.
/// @throws Error usage for options that need the matrix in one piece
std::size_t share_block(const SolvePlan& plan, const Device& device, std::string_view what,
                        bool half = false);

/// The part of a device that holds these rows, with steps of the plan's block, and memory for the
/// panels of devices that hold other rows, or other columns, and for finding `paths`.
PartPlan plan_share(const SolvePlan& plan, const Device& device, Range rows, bool row_panels,
                    bool column_panels = false, bool paths = false);
/// The parts of the plan: those of devices that hold these rows, of which some may be empty.
/// `panels`: others hold other rows. `what` as in why_too_large.
Refusal deal_shares(SolvePlan& plan, const std::vector<Device>& devices,
                    const std::vector<Range>& rows, bool panels, std::string_view what);

/// Whether shares that do half the work, with column panels, take less time than those that do all
/// of it, unless the options say which. `gpus`: some device is one. `on_device`: so are panels.
bool half_pays(const SolvePlan& plan, bool gpus, bool on_device);

/// Bytes of a row of the host's.
std::size_t row_bytes(const Plan& matrix);

/// The rows of stripes are multiples of this: of tiles, and of pages, as a workspace maps them.
std::size_t stripe_unit(const Plan& matrix);

/// What the whole plan, which has its parts, says is what its first part does.
void finish_parts(SolvePlan& plan, Layout layout, MakeMaker* make_maker);

/// Counts panels of so many bytes, which other devices read, among what the part's device holds.
Refusal add_panels(PartPlan& part, std::uint64_t bytes);

}  // namespace apsp
