// The order of sweeps on devices: if it is carried out with the names of rows, every entry finds
// the row of its list.
#include "algorithms/sweep_schedule.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "graph/order.hpp"
#include "unit/drawn_graph.hpp"

using apsp::SweepSchedule;

namespace {

/// What goes wrong in a part, if slots hold ranks instead of rows; "" if nothing does.
std::string carry_out(const apsp::EliminationTree& tree, const SweepSchedule& schedule,
                      std::size_t part, std::size_t slot_count) {
    constexpr std::size_t kEmpty = apsp::kNoRank;
    std::vector<std::size_t> slots(slot_count, kEmpty);
    std::vector<bool> done(tree.size(), false);  // by this part
    const auto& from = schedule.parts[part];
    std::size_t entry = from.group * SweepSchedule::kGroup, load = from.load;
    for (std::size_t i = from.row; i < schedule.parts[part + 1].row; ++i) {
        const SweepSchedule::Row& row = schedule.rows[i];
        const std::size_t x = tree.core - 1 - i;
        if (row.vertex != tree.vertex[x]) return "another row";
        for (std::size_t k = row.slot_groups_loads >> 21; k-- > 0; ++load) {
            const auto& each = schedule.loads[load];
            const bool of_core = (each.row & SweepSchedule::kOfCore) != 0;
            const std::size_t rank =
                of_core ? tree.core + (each.row & ~SweepSchedule::kOfCore) : tree.rank[each.row];
            if (!of_core && !done[rank]) return "a row of another part, or of none";
            slots.at(each.slot) = rank;
        }
        std::vector<bool> asked(tree.first[x + 1] - tree.first[x], false);
        const std::size_t groups = row.slot_groups_loads >> 11 & 0x3ff;
        if (groups == 0) return "no group";
        for (std::size_t k = 0; k < groups * SweepSchedule::kGroup; ++k, ++entry) {
            if (schedule.entry[entry] == SweepSchedule::kNothing) continue;
            asked.at(schedule.entry[entry] - tree.first[x]) = true;
            const std::size_t found = slots.at(schedule.slots[entry]);
            if (found != tree.later[schedule.entry[entry]]) return "another row in the slot";
        }
        if (std::ranges::count(asked, false) != 0) return "an entry is left out";
        done[x] = true;
        const std::uint32_t slot = row.slot_groups_loads & 0x7ff;
        if (slot != SweepSchedule::kNoSlot) slots.at(slot) = x;
    }
    return "";
}

}  // namespace

TEST_CASE("sweep schedule: every entry finds its row, with few slots and in parts") {
    std::size_t parted = 0, loaded = 0, kept = 0;
    for (std::size_t seed = 0; seed < 400; ++seed) {
        CAPTURE(seed);
        const apsp::Graph graph = apsp::test::drawn_graph(seed);
        const auto counts = apsp::count_by_degree(graph);
        for (const std::uint32_t limit : {2u, 6u, apsp::kNoRank}) {
            const auto tree = apsp::make_elimination_tree(counts, limit);
            std::size_t longest = 0;
            for (std::size_t x = 0; x < tree.core; ++x) {
                longest = std::max(longest, tree.first[x + 1] - tree.first[x]);
            }
            for (const std::size_t slots : {longest + 1, longest + 5}) {
                for (const std::size_t parts : {1, 3, 50}) {
                    const SweepSchedule schedule = apsp::make_sweep_schedule(tree, slots, parts);
                    REQUIRE(schedule.parts.back().row == tree.core);
                    CHECK(schedule.part_count() >= 1);
                    // Kernels read ahead up to these ends.
                    CHECK(schedule.rows.size() == tree.core + 1);
                    CHECK(schedule.slots.size() ==
                          (schedule.parts.back().group + 1) * SweepSchedule::kGroup);
                    CHECK(schedule.entry.size() == schedule.slots.size());
                    CHECK(schedule.part_count() <= parts);
                    for (std::size_t part = 0; part < schedule.part_count(); ++part) {
                        CHECK(carry_out(tree, schedule, part, slots) == "");
                    }
                    parted += schedule.part_count() > 2;
                    loaded += schedule.loads.size();
                    kept += tree.later.size() - schedule.loads.size();
                }
            }
        }
    }
    CHECK(parted > 100);
    CHECK(loaded > 100);
    CHECK(kept > loaded);  // otherwise slots would be useless
}
