// Elimination on a device: ways up the tree from some targets, and rows of distances down from the
// core, as in kernels_cl/sweep.cl.
#pragma once

#include "algorithms/sweep_schedule.hpp"
#include "backends/cuda/formats.cuh"
#include "backends/cuda/kernels.hpp"
#include "backends/cuda/matrix.cuh"

namespace apsp::cuda {

/// Each thread goes up from one target. The ways of neighbouring threads soon meet and then read
/// the same lists.
template <class Ring>
__global__ void go_up(typename Ring::Cell* ways, std::size_t ld, unsigned targets,
                      const unsigned* ranks, const unsigned* first, const unsigned* parent,
                      const unsigned* height, const unsigned* row,
                      const typename Ring::Cell* numbers, unsigned entries, unsigned heights,
                      unsigned core, unsigned core_row) {
    using Cell = typename Ring::Cell;
    const unsigned j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= targets) return;
    ways += j;
    unsigned x = ranks[j];
    if (x >= core) {
        ways[(core_row + x - core) * ld] = numbers[entries];
        return;
    }
    unsigned here = height[x];
    ways[here * ld] = numbers[entries];
    for (unsigned h = heights; h-- > 0;) {
        if (h != here) continue;
        const auto way = Ring::value(ways[here * ld]);
        const unsigned last = first[x + 1];
#pragma unroll 4
        for (unsigned a = first[x]; a < last; ++a) {
            Cell& above = ways[row[a] * ld];
            above = Ring::cell(
                relax<Ring::kSemiring>(Ring::value(above), Ring::value(numbers[a]), way));
        }
        x = parent[x];
        --here;
    }
}

/// Stores N contiguous cells in one access, past the first-level cache.
template <class Cells>
APSP_DEVICE void stream(Cells* to, const Cells& cells) {
    if constexpr (sizeof(Cells) == 8) {
        __stcs(reinterpret_cast<uint2*>(to), *reinterpret_cast<const uint2*>(&cells));
    } else {
        static_assert(sizeof(Cells) == 4);
        __stcs(reinterpret_cast<unsigned*>(to), *reinterpret_cast<const unsigned*>(&cells));
    }
}

/// Each warp computes the rows of a part for some targets; no thread waits for another. A row's
/// first group of entries is read while the row before it is computed.
template <class Ring>
__global__ void __launch_bounds__(kWarp)
    go_down(typename Ring::Cell* result, std::size_t column, std::size_t ld,
            const typename Ring::Cell* ways, const typename Ring::Cell* through,
            std::size_t ld_ways, const unsigned* ranks, const unsigned* places, unsigned targets,
            const uint4* parts, const uint4* rows, unsigned count, const ushort4* slots,
            const Vector<typename Ring::Cell, 4>* numbers, const uint2* loads,
            const unsigned* core_vertices, unsigned core) {
    using Cell = typename Ring::Cell;
    using Value = typename Ring::Value;
    constexpr Semiring S = Ring::kSemiring;
    constexpr int N = kSweepLanes<sizeof(Cell)>;
    using Cells = Vector<Cell, N>;
    using Numbers = Vector<Cell, 4>;
    constexpr unsigned kMostGroups = (1u << SweepSchedule::kGroupBits) - 1;
    extern __shared__ __align__(16) unsigned char near[];
    Cells* const own = reinterpret_cast<Cells*>(near) + threadIdx.x;
    const std::size_t j = (std::size_t{blockIdx.x} * kWarp + threadIdx.x) * N;
    Cell* const d = result + column + j;

    // Columns after the last target have no paths.
    unsigned rank[N], place[N];
#pragma unroll
    for (int c = 0; c < N; ++c) {
        const bool is_one = j + c < targets;
        place[c] = is_one ? places[j + c] : static_cast<unsigned>(j + c);
        rank[c] = is_one ? ranks[place[c]] : count + core;
    }
    const auto of_core = [&](std::size_t k) {
        Cells cells;
#pragma unroll
        for (int c = 0; c < N; ++c) cells.at[c] = __ldg(through + k * ld_ways + place[c]);
        return cells;
    };
#pragma unroll 4
    for (unsigned k = blockIdx.y; k < core; k += gridDim.y) {
        stream(reinterpret_cast<Cells*>(d + __ldg(core_vertices + k) * ld), of_core(k));
    }
    // The slot that is read for entries that stand for nothing.
#pragma unroll
    for (int c = 0; c < N; ++c) own->at[c] = kZero<Ring>;

    const uint4 part = __ldg(parts + blockIdx.y);
    const unsigned last = count - __ldg(parts + blockIdx.y + 1).x;
    rows += part.x;
    slots += part.y;
    numbers += part.y;
    loads += part.z;
    uint4 next = __ldg(rows);
    ushort4 next_slots = __ldg(slots);
    Numbers next_numbers = *numbers;
    for (unsigned x = count - part.x; x-- > last;) {
        const uint4 row = next;
        const ushort4 slot = next_slots;
        const Numbers number = next_numbers;
        const unsigned keep = row.w & SweepSchedule::kNoSlot;
        const unsigned groups = row.w >> SweepSchedule::kSlotBits & kMostGroups;
        const unsigned bring = row.w >> (SweepSchedule::kSlotBits + SweepSchedule::kGroupBits);
        next = __ldg(++rows);
        next_slots = __ldg(slots + groups);
        next_numbers = numbers[groups];

        for (unsigned k = 0; k < bring; ++k) {
            const uint2 load = __ldg(loads++);
            own[load.y * kWarp] = (load.x & SweepSchedule::kOfCore) != 0
                                      ? of_core(load.x & ~SweepSchedule::kOfCore)
                                      : *reinterpret_cast<const Cells*>(d + load.x * ld);
        }
        Value best[N];
        bool below = false;
#pragma unroll
        for (int c = 0; c < N; ++c) {
            best[c] = Ring::value(kZero<Ring>);
            below = below || x - rank[c] < row.y;
        }
        if (below) {
#pragma unroll
            for (int c = 0; c < N; ++c) {
                if (x - rank[c] < row.y) {
                    best[c] = Ring::value(ways[row.z * ld_ways + place[c]]);
                }
            }
        }
        const auto relax_all = [&](const ushort4& from, const Numbers& by) {
            const Cells above[4] = {own[from.x * kWarp], own[from.y * kWarp], own[from.z * kWarp],
                                    own[from.w * kWarp]};
#pragma unroll
            for (int c = 0; c < N; ++c) {
                const auto through_entry = [&](int k) {
                    return times<S>(Ring::value(by.at[k]), Ring::value(above[k].at[c]));
                };
                // Four as two and two: a shorter chain than one after the other.
                const Value low = plus<S>(through_entry(0), through_entry(1));
                const Value high = plus<S>(through_entry(2), through_entry(3));
                best[c] = plus<S>(best[c], plus<S>(low, high));
            }
        };
        relax_all(slot, number);
        for (unsigned k = 1; k < groups; ++k) relax_all(__ldg(slots + k), numbers[k]);
        slots += groups;
        numbers += groups;
        Cells cells;
#pragma unroll
        for (int c = 0; c < N; ++c) cells.at[c] = Ring::cell(best[c]);
        stream(reinterpret_cast<Cells*>(d + row.x * ld), cells);
        if (keep != SweepSchedule::kNoSlot) own[keep * kWarp] = cells;
    }
}

}  // namespace apsp::cuda
