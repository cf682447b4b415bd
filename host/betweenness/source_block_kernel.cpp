// The search of source_block.hpp. This file is compiled once for each instruction set.
#include "betweenness/lanes.hpp"
#include "betweenness/source_block.hpp"

namespace apsp::APSP_ISA {
namespace {

// Levels fill vectors of half as many bits.
typedef std::int32_t W __attribute__((vector_size(APSP_VECTOR_BYTES), may_alias));
constexpr std::size_t kWords = kLanes * sizeof(std::int32_t) / sizeof(W);

W& part(Levels& levels, std::size_t p) {
    return reinterpret_cast<W*>(&levels[0])[p];
}
bool any(const W (&masks)[kWords]) {
    W all = masks[0];
    for (std::size_t p = 1; p < kWords; ++p) all |= masks[p];
    const Mask both[kVectors] = {reinterpret_cast<Mask>(all)};
    return any(both);
}
void widen(const W (&masks)[kWords], Mask (&wide)[kVectors]) {
    typedef std::int32_t Half __attribute__((vector_size(APSP_VECTOR_BYTES / 2)));
    Half halves[kVectors];
    static_assert(sizeof halves == sizeof masks);
    __builtin_memcpy(halves, masks, sizeof halves);
    for (std::size_t q = 0; q < kVectors; ++q) wide[q] = __builtin_convertvector(halves[q], Mask);
}

void begin(SourceBlock& block) {
    std::size_t end = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const std::uint32_t s = block.source[lane];
        if (s == kNoVertex) continue;
        block.levels[s].of[lane] = 0;
        block.labels[s].count[lane] = 1;
        if (block.queued[s] != 0) block.reached[end++] = s;
        block.queued[s] = 0;
    }
    block.level[0] = 0;
    block.level[1] = end;
}

/// Leaves the memory as it was found.
void clear(SourceBlock& block, std::size_t levels) {
    for (std::size_t k = 0; k < block.level[levels]; ++k) {
        const std::uint32_t v = block.reached[k];
        for (std::size_t p = 0; p < kWords; ++p) part(block.levels[v].of, p) = W{} + kNoLevel;
        for (std::size_t q = 0; q < kVectors; ++q) part(block.labels[v].count, q) = V{};
        block.queued[v] = kNotQueued;
    }
}

/// The lanes that reach the vertex on level d: the next level there, and -1 in the others.
void next_levels(SourceBlock& block, std::uint32_t u, std::size_t d, W (&next)[kWords]) {
    const W level = W{} + static_cast<std::int32_t>(d);
    for (std::size_t p = 0; p < kWords; ++p) {
        next[p] = part(block.levels[u].of, p) == level ? level + 1 : W{} - 1;
    }
}

/// Returns the number of levels.
std::size_t search(SourceBlock& block) {
    for (std::size_t d = 0;; ++d) {
        std::size_t end = block.level[d + 1];
        if (end == block.level[d]) return d;
        if (d == block.deepest) return d + 1;
        for (std::size_t k = block.level[d]; k < block.level[d + 1]; ++k) {
            const std::uint32_t u = block.reached[k];
            W next[kWords];
            next_levels(block, u, d, next);
            V count[kVectors];
            for (std::size_t q = 0; q < kVectors; ++q) count[q] = part(block.labels[u].count, q);
            for (std::size_t a = block.first[u]; a < block.first[u + 1]; ++a) {
                const std::uint32_t v = block.target[a];
                W fresh[kWords], tight[kWords];
                for (std::size_t p = 0; p < kWords; ++p) {
                    const W before = part(block.levels[v].of, p);
                    fresh[p] = (before == kNoLevel) & (next[p] > 0);
                    tight[p] = fresh[p] | (before == next[p]);
                }
                if (!any(tight)) continue;
                Mask wide[kVectors];
                widen(tight, wide);
                for (std::size_t q = 0; q < kVectors; ++q) {
                    part(block.labels[v].count, q) += select(wide[q], count[q]);
                }
                if (!any(fresh)) continue;
                for (std::size_t p = 0; p < kWords; ++p) {
                    W& to = part(block.levels[v].of, p);
                    to = fresh[p] ? next[p] : to;
                }
                if (block.queued[v] == d + 1) continue;
                block.queued[v] = static_cast<std::uint32_t>(d + 1);
                block.reached[end++] = v;
            }
        }
        block.level[d + 2] = end;
    }
}

/// The load of the paths that begin at each source and pass the vertex, or end there.
void hand_back(SourceBlock& block, std::uint32_t u, std::size_t d, V (&pairs)[kVectors], V& most) {
    SourceLabel& label = block.labels[u];
    V passing[kVectors] = {};
    W next[kWords];
    next_levels(block, u, d, next);
    for (std::size_t a = block.first[u]; a < block.first[u + 1]; ++a) {
        const std::uint32_t v = block.target[a];
        W tight[kWords];
        for (std::size_t p = 0; p < kWords; ++p) tight[p] = part(block.levels[v].of, p) == next[p];
        if (!any(tight)) continue;
        Mask wide[kVectors];
        widen(tight, wide);
        V over[kVectors];
        for (std::size_t q = 0; q < kVectors; ++q) {
            over[q] = select(wide[q], part(block.labels[v].share, q));
            passing[q] += over[q];
        }
        if (block.arc_load == nullptr) continue;
        for (std::size_t q = 0; q < kVectors; ++q) {
            over[q] *= part(label.count, q) * part(block.weight, q);
        }
        block.arc_load[a] += sum(over);
    }
    if (d == 0) return;
    for (std::size_t p = 0; p < kWords; ++p) next[p] = next[p] > 0;
    Mask wide[kVectors];
    widen(next, wide);
    V load[kVectors];
    for (std::size_t q = 0; q < kVectors; ++q) {
        const Mask here = wide[q];
        const V count = part(label.count, q), ending = V{} + block.ends[u];
        const V through = passing[q] * count;
        load[q] =
            select(here, part(block.weight, q) * (block.endpoints ? through + ending : through));
        part(label.share, q) = here ? (through + ending) / count : part(label.share, q);
        pairs[q] += select(here, part(block.weight, q) * ending);
        most = (here & (count > most)) ? count : most;
    }
    block.load[u] += sum(load);
    if (block.squares == nullptr) return;
    for (std::size_t q = 0; q < kVectors; ++q) load[q] *= load[q];
    block.squares[u] += sum(load);
}

}  // namespace

void search_sources(SourceBlock& block) {
    begin(block);
    V pairs[kVectors] = {}, most = {};
    const std::size_t levels = search(block);
    for (std::size_t d = levels; d-- > 0;) {
        for (std::size_t k = block.level[d]; k < block.level[d + 1]; ++k) {
            hand_back(block, block.reached[k], d, pairs, most);
        }
    }
    block.pairs += sum(pairs);
    for (std::size_t k = 0; k < kEach; ++k)
        block.most = most[k] > block.most ? most[k] : block.most;
    for (std::size_t lane = 0; lane < kLanes && block.endpoints; ++lane) {
        const std::uint32_t s = block.source[lane];
        if (s == kNoVertex) continue;
        const double load = pairs[lane / kEach][lane % kEach];
        block.load[s] += load;
        if (block.squares != nullptr) block.squares[s] += load * load;
    }
    clear(block, levels);
}

}  // namespace apsp::APSP_ISA
