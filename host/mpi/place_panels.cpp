// See place_panels.hpp.
#include "mpi/place_panels.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "backends/backend.hpp"
#include "mpi/failure.hpp"
#include "solve/plan_parts.hpp"

namespace apsp::mpi {
namespace {

/// Whether this rank's device can read those of all ranks, which are of one machine.
bool reads_all(const Comm& comm, const Device& own) {
    std::string absence;
    const std::vector<Device> known = backend(own).devices(absence);
    const std::vector<Text> all = comm.gather(Text(own.uuid));
    return std::ranges::all_of(all, [&](const Text& uuid) {
        const auto found = std::ranges::find(known, uuid.chars, &Device::uuid);
        if (found == known.end()) return false;
        Device other = *found;
        other.index_in_backend = static_cast<std::size_t>(found - known.begin());
        return backend(own).reads(own, other);
    });
}

/// Elements per pivot of the panels that are in this rank's device.
std::uint64_t elements_a_pivot(const RankPlan& ranked) {
    const std::size_t cols = ranked.tile_cols().size();
    if (ranked.in_tiles()) return cols + ranked.tile_rows().size();
    if (!ranked.solve.half_shares) return cols;
    // Column panels of its own rows; those of rows above, too, if it receives these from MPI.
    const Range own = ranked.tile_rows();
    return cols + (ranked.panels_by_mpi ? own.last : own.size());
}

}  // namespace

void place_panels(const Comm& comm, const Comm& node, RankPlan& ranked, const Device& device) {
    const std::optional<PanelPlace> wanted = ranked.solve.options.panels;
    const bool shared = comm.all(backend(device).shares_panels());
    const bool peers = shared && node.size() == comm.size() && comm.all(reads_all(comm, device));
    const bool by_mpi = !peers && shared && comm.all(reads_cuda_memory());
    if (wanted != PanelPlace::host && (peers || by_mpi)) {
        ranked.panels = PanelPlace::device;
        ranked.panels_by_mpi = by_mpi;
        return;
    }
    together(comm, [&] {
        if (wanted != PanelPlace::device) return;
        throw Error(ErrorKind::usage,
                    fmt::format("--panels device: it takes CUDA devices of one machine that read "
                                "one another's memory, or an MPI that reads it; rank {} has {} "
                                "({})",
                                comm.rank(), device.name, device.platform));
    });
}

void count_panels(const Comm& comm, RankPlan& ranked) {
    if (ranked.panels == PanelPlace::host) return;
    SolvePlan& plan = ranked.solve;
    Refusal why;
    if (!plan.parts.empty()) {
        why = add_panels(plan.parts.front(),
                         plan.block * elements_a_pivot(ranked) * size_of(plan.matrix.dtype));
    }
    if (comm.all(!why)) return;
    together(comm, [&] {
        if (!plan.options.panels || !why) return;
        throw Error(ErrorKind::out_of_memory, "--panels device: it " + *why);
    });
    ranked.panels = PanelPlace::host;
    ranked.panels_by_mpi = false;
    if (!why && !plan.parts.empty()) plan.parts.front().memory.buffers.pop_back();
}

}  // namespace apsp::mpi
