// The passes of target_block.hpp. This file is compiled once for each instruction set. Everything
// is in a namespace named after it, so that the linker cannot merge a function compiled for one
// with its twin for another.
//
// The descent visits parents before children and gives each depth one slot: a vertex needs only its
// ancestors' slots, which stay in the first caches, and nothing is kept of each vertex. Its load is
// complete, and is passed on to the ancestors, once all vertices below it have passed on theirs.
#include "betweenness/lanes.hpp"
#include "betweenness/target_block.hpp"

namespace apsp::APSP_ISA {
namespace {

constexpr std::size_t kAhead = 8;  // vertices; their lists come from farther caches

Mask& part(TargetRanks& ranks, std::size_t q) {
    return reinterpret_cast<Mask*>(&ranks[0])[q];
}
V at_least_one(V counts) {
    return counts > V{} + 1 ? counts : V{} + 1;
}

/// Adds to the paths of each lane those over one more entry: `length` and `count` are of the entry,
/// `rest` of the paths behind it.
void add_paths(TargetRow& to, const CountedPaths& entry, TargetRow& rest) {
    for (std::size_t q = 0; q < kVectors; ++q) {
        const V length = part(rest.length, q) + entry.length;
        const V count = part(rest.count, q) * entry.count;
        const V before = part(to.length, q);
        const V equal = part(to.count, q) + select(length == before, count);
        part(to.count, q) = length < before ? count : equal;
        part(to.length, q) = length < before ? length : before;
    }
}

void go_up(TargetBlock& block) {
    const V none = V{} + __builtin_inf();
    for (std::size_t r = 0; r < block.row_count; ++r) {
        for (std::size_t q = 0; q < kVectors; ++q) {
            part(block.rows[r].length, q) = none;
            part(block.rows[r].count, q) = V{};
            part(block.rows[r].load, q) = V{};
        }
    }
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        if (block.target[lane] < 0) continue;
        TargetRow& row = block.rows[block.place[block.target[lane]]];
        row.length[lane] = 0;
        row.count[lane] = 1;
    }
    for (std::size_t r = 0; r < block.row_count; ++r) {
        const std::uint32_t x = block.row_rank[r];
        for (std::size_t a = block.first[x]; a < block.first[x + 1]; ++a) {
            if (block.from[a].count == 0) continue;
            add_paths(block.rows[block.place[block.later[a]]], block.from[a], block.rows[r]);
        }
    }
}

/// A vertex and its list while it is computed.
struct Vertex {
    std::size_t rank;
    TargetRow* row;  ///< Null if no target lies below it.
    const CountedPaths *begin, *end;
};

Vertex vertex(TargetBlock& block, std::size_t x) {
    const std::uint32_t place = block.place[x];
    return {x, place == kNoVertex ? nullptr : block.rows + place, block.to + block.first[x],
            block.to + block.first[x + 1]};
}

/// Finds the paths from a vertex to the targets, all of which lead over its list or down.
[[gnu::always_inline]] inline void find_paths(TargetBlock& block, const Vertex& v,
                                              V (&length)[kVectors], V (&count)[kVectors]) {
    for (std::size_t q = 0; q < kVectors; ++q) {
        length[q] = v.row != nullptr ? part(v.row->length, q) : V{} + __builtin_inf();
    }
    for (const CountedPaths* entry = v.begin; entry != v.end; ++entry) {
        for (std::size_t q = 0; q < kVectors; ++q) {
            const V over = part(block.slots[entry->slot].length, q) + entry->length;
            length[q] = over < length[q] ? over : length[q];
        }
    }
    for (std::size_t q = 0; q < kVectors; ++q) {
        count[q] = v.row != nullptr
                       ? select(part(v.row->length, q) == length[q], part(v.row->count, q))
                       : V{};
    }
    for (const CountedPaths* entry = v.begin; entry != v.end; ++entry) {
        TargetSlot& above = block.slots[entry->slot];
        Mask tight[kVectors];
        for (std::size_t q = 0; q < kVectors; ++q) {
            tight[q] = part(above.length, q) + entry->length == length[q];
        }
        if (!any(tight)) continue;
        for (std::size_t q = 0; q < kVectors; ++q) {
            count[q] += select(tight[q], part(above.count, q) * entry->count);
        }
    }
}

/// Hands on the load of a vertex: what has come up from below it, and what begins there.
[[gnu::always_inline]] inline void hand_on(TargetBlock& block, const Vertex& v,
                                           const V (&length)[kVectors], const V (&count)[kVectors],
                                           V (&passing)[kVectors], V (&pairs)[kVectors],
                                           V (&most)[kVectors]) {
    V weight[kVectors];
    for (std::size_t q = 0; q < kVectors; ++q) weight[q] = part(block.weight, q);
    for (std::size_t q = 0; v.row != nullptr && q < kVectors; ++q) {
        // The path of a target to itself is none, and other paths end there.
        const Mask other = part(block.target, q) != static_cast<std::int64_t>(v.rank);
        weight[q] = select(other, weight[q]);
        if (!block.endpoints) passing[q] = select(other, passing[q]);
    }
    const double own = block.own[v.rank];
    V share[kVectors], load[kVectors];
    Mask several[kVectors];
    for (std::size_t q = 0; q < kVectors; ++q) {
        const V begun =
            select((count[q] > V{}) & (length[q] <= V{} + block.cutoff), weight[q] * own);
        pairs[q] += begun;
        most[q] = count[q] > most[q] ? count[q] : most[q];
        share[q] = passing[q] + begun;
        load[q] = block.endpoints ? share[q] : passing[q];
        several[q] = count[q] > V{} + 1;
    }
    block.load[v.rank] += sum(load);
    if (any(several)) {
        for (std::size_t q = 0; q < kVectors; ++q) share[q] /= at_least_one(count[q]);
    }
    double* entry_load = block.to_load + block.first[v.rank];
    for (const CountedPaths* entry = v.begin; entry != v.end; ++entry, ++entry_load) {
        TargetSlot& above = block.slots[entry->slot];
        Mask tight[kVectors];
        for (std::size_t q = 0; q < kVectors; ++q) {
            tight[q] = part(above.length, q) + entry->length == length[q];
        }
        if (!any(tight)) continue;
        V over[kVectors];
        for (std::size_t q = 0; q < kVectors; ++q) {
            over[q] = select(tight[q], part(above.count, q) * entry->count * share[q]);
            part(above.load, q) += over[q];
        }
        *entry_load += sum(over);
    }
    for (std::size_t q = 0; v.row != nullptr && q < kVectors; ++q) {
        part(v.row->load, q) =
            select(part(v.row->length, q) == length[q], part(v.row->count, q) * share[q]);
    }
}

/// Keeps the paths from a vertex for those below it.
void open(TargetBlock& block, std::size_t x) {
    TargetSlot& slot = block.slots[block.depth[x]];
    V length[kVectors], count[kVectors];
    find_paths(block, vertex(block, x), length, count);
    for (std::size_t q = 0; q < kVectors; ++q) {
        part(slot.length, q) = length[q];
        part(slot.count, q) = count[q];
        part(slot.load, q) = V{};
    }
}

/// Ends a vertex below which all have handed on their loads.
void close(TargetBlock& block, std::size_t x, V (&pairs)[kVectors], V (&most)[kVectors]) {
    TargetSlot& slot = block.slots[block.depth[x]];
    V length[kVectors], count[kVectors], load[kVectors];
    for (std::size_t q = 0; q < kVectors; ++q) {
        length[q] = part(slot.length, q);
        count[q] = part(slot.count, q);
        load[q] = part(slot.load, q);
    }
    hand_on(block, vertex(block, x), length, count, load, pairs, most);
}

/// Both, for a vertex below which there is none.
void do_leaf(TargetBlock& block, std::size_t x, V (&pairs)[kVectors], V (&most)[kVectors]) {
    V length[kVectors], count[kVectors], none[kVectors] = {};
    const Vertex leaf = vertex(block, x);
    find_paths(block, leaf, length, count);
    hand_on(block, leaf, length, count, none, pairs, most);
}

void descend(TargetBlock& block, std::size_t lowest, std::size_t root) {
    V pairs[kVectors] = {}, most[kVectors] = {};
    std::size_t open_now = 0;
    for (std::size_t x = root + 1; x-- > lowest;) {
        const std::uint32_t depth = block.depth[x];
        if (x >= kAhead) {
            __builtin_prefetch(block.to + block.first[x - kAhead]);
            __builtin_prefetch(block.to_load + block.first[x - kAhead], 1);
        }
        while (open_now > depth) close(block, block.opened[--open_now], pairs, most);
        if (x == lowest || block.depth[x - 1] <= depth) {
            do_leaf(block, x, pairs, most);
        } else {
            open(block, x);
            block.opened[open_now++] = static_cast<std::uint32_t>(x);
        }
    }
    while (open_now > 0) close(block, block.opened[--open_now], pairs, most);
    block.pairs += sum(pairs);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const double count = most[lane / kEach][lane % kEach];
        block.most = count > block.most ? count : block.most;
    }
}

void go_down(TargetBlock& block) {
    for (std::size_t r = block.row_count; r-- > 0;) {
        const std::uint32_t x = block.row_rank[r];
        TargetRow& row = block.rows[r];
        V arrived[kVectors] = {};
        for (std::size_t a = block.first[x]; a < block.first[x + 1]; ++a) {
            const CountedPaths& entry = block.from[a];
            if (entry.count == 0) continue;
            TargetRow& above = block.rows[block.place[block.later[a]]];
            V over[kVectors];
            for (std::size_t q = 0; q < kVectors; ++q) {
                const Mask tight = part(row.length, q) + entry.length == part(above.length, q);
                over[q] = select(tight, part(row.count, q) * entry.count * part(above.load, q));
                arrived[q] += over[q];
            }
            block.from_load[a] += sum(over);
        }
        // From here on, the load is per path, as what goes down further needs it.
        for (std::size_t q = 0; q < kVectors; ++q) {
            part(row.load, q) = (part(row.load, q) + arrived[q]) / at_least_one(part(row.count, q));
        }
        for (std::size_t q = 0; q < kVectors && !block.endpoints; ++q) {
            const Mask other = part(block.target, q) != static_cast<std::int64_t>(x);
            arrived[q] = select(other, arrived[q]);
        }
        block.load[x] += sum(arrived);
    }
}

}  // namespace

TargetPasses target_passes() {
    return {&go_up, &descend, &go_down};
}

}  // namespace apsp::APSP_ISA
