// Searches tight arcs (see paths/tight_arcs.hpp) for predecessors, in many rows of the matrix at a
// time: the rows are the lanes of vectors, so that a vertex's list of arcs is walked once for all
// of them.
//
// An arc (u, j) is tested in every row by one load (the distances to u, side by side), one addition
// and one comparison. Lanes are as wide as the elements. With 32 bits or more they hold the source
// that was found; with fewer, its place in the list, which is therefore walked in pieces, of 255
// arcs for u8.
#pragma once

#include "backends/cpu/simd.hpp"
#include "backends/cpu/write_rows.hpp"
#include "base/unsigned_of.hpp"

namespace apsp::cpu::APSP_ISA {
namespace {

/// Vectors and rows taken at once: few enough to divide every matrix's padded edge.
template <class T>
constexpr std::size_t kSearchVectors = kLanes<T> < 32 ? 4 : 128 / kLanes<T>;
template <class T>
constexpr std::size_t kSearchRows = kSearchVectors<T>* kLanes<T>;

/// Integers as wide as T.
template <class T>
using Integer = std::make_signed_t<UnsignedOf<T>>;

/// Whether lanes hold the source of an arc or its place, from 1, in the piece of the list; and the
/// value for "not found".
template <class T>
constexpr bool kHoldSources = sizeof(T) >= sizeof(std::int32_t);
template <class T>
constexpr Integer<T> kNotFound = kHoldSources<T> ? -1 : 0;
template <class T>
Vec<Integer<T>> found_at(const PredecessorSearch<T>& search, std::size_t a, std::size_t first) {
    return broadcast(static_cast<Integer<T>>(kHoldSources<T> ? search.sources[a] : a - first + 1));
}

/// The lanes of one vertex.
template <class T>
struct Lanes {
    /// All ones where a predecessor is still to be found, else zero.
    Vec<Integer<T>> open[kSearchVectors<T>];
    Vec<Integer<T>> found[kSearchVectors<T>];  ///< In the current piece of the list.

    Vec<Integer<T>> any_open() const {
        Vec<Integer<T>> all = open[0];
        for (std::size_t v = 1; v < kSearchVectors<T>; ++v) all |= open[v];
        return all;
    }
};

template <class T>
void close_lane(Lanes<T>& lanes, std::size_t r) {
    alignas(64) Integer<T> closed[kLanes<T>] = {};
    closed[r % kLanes<T>] = -1;
    lanes.open[r / kLanes<T>] &= ~load(closed);
}

/// Writes predecessors that need no search to `p`, and closes their lanes.
template <class T>
void take_direct(const PredecessorSearch<T>& search, std::size_t j, Lanes<T>& lanes,
                 std::int32_t* p) {
    constexpr std::size_t kRows = kSearchRows<T>;
    alignas(64) Integer<T> closed[kRows] = {};
    const unsigned char* const bits =
        search.direct + j * search.direct_bytes + search.first_row / 8;
    for (std::size_t eight = 0; eight < kRows; eight += 8) {
        if (bits[eight / 8] == 0) continue;  // nearly always, for sparse graphs
        for (std::size_t r = eight; r < eight + 8; ++r) {
            const int bit = bits[eight / 8] >> (r - eight) & 1;
            closed[r] = static_cast<Integer<T>>(-bit);
            p[r] = -1 + bit * static_cast<std::int32_t>(search.first_row + r + 1);
        }
    }
    for (std::size_t v = 0; v < kSearchVectors<T>; ++v) {
        lanes.open[v] &= ~load(closed + v * kLanes<T>);
    }
}

/// The same for arcs out of the rows' own vertices, where there are no bits.
template <class T>
void take_own(const PredecessorSearch<T>& search, std::size_t j, Lanes<T>& lanes, std::int32_t* p) {
    const T* const d = search.d + j * search.ld;
    for (std::size_t a = search.list[j]; a < search.list[j + 1]; ++a) {
        const std::size_t r = search.sources[a] - search.first_row;
        if (r >= kSearchRows<T> || search.weights[a] != d[r]) continue;
        p[r] = static_cast<std::int32_t>(search.sources[a]);
        close_lane(lanes, r);
    }
}

template <class T>
Lanes<T> lanes_of(const PredecessorSearch<T>& search, std::size_t j, std::int32_t* p) {
    constexpr std::size_t kRows = kSearchRows<T>;
    Lanes<T> lanes;
    const T* const d = search.d + j * search.ld;
    for (std::size_t v = 0; v < kSearchVectors<T>; ++v) {
        const auto reached = load(d + v * kLanes<T>) < broadcast(search.no_path_from);
        lanes.open[v] = (Vec<Integer<T>>)reached;
    }
    for (std::size_t r = 0; r < kRows; ++r) p[r] = -1;
    search.direct == nullptr ? take_own(search, j, lanes, p) : take_direct(search, j, lanes, p);
    if (j - search.first_row < kRows) close_lane(lanes, j - search.first_row);
    return lanes;
}

/// Finds the first arcs whose sums equal the distances, and closes their lanes.
template <class T>
void find_equal(const PredecessorSearch<T>& search, const T* d, std::size_t first, std::size_t last,
                Lanes<T>& lanes) {
    constexpr std::size_t kLook = 8;  // arcs between checks whether all are found
    Vec<T> wanted[kSearchVectors<T>];
    for (std::size_t v = 0; v < kSearchVectors<T>; ++v) {
        wanted[v] = load(d + v * kLanes<T>);
        lanes.found[v] = broadcast(kNotFound<T>);
    }
    for (std::size_t a = first; a < last && any(lanes.any_open());) {
        const std::size_t end = a + kLook < last ? a + kLook : last;
        for (; a < end; ++a) {
            const T* const via = search.d + search.sources[a] * search.ld;
            const Vec<T> w = broadcast(search.weights[a]);
            const Vec<Integer<T>> place = found_at(search, a, first);
#pragma GCC unroll 16
            for (std::size_t v = 0; v < kSearchVectors<T>; ++v) {
                const Vec<T> sum = times<Semiring::min_plus, T>(load(via + v * kLanes<T>), w);
                const auto equal = (Vec<Integer<T>>)(sum == wanted[v]) & lanes.open[v];
                lanes.found[v] = equal ? place : lanes.found[v];
                lanes.open[v] &= ~equal;
            }
        }
    }
}

/// Finds the arcs with the least sums, if those are near enough to the distances, and closes their
/// lanes; for floats, whose sums round. None is found if only a source that is no nearer than the
/// vertex has the least sum: predecessors must not form a cycle.
template <class T>
void find_least(const PredecessorSearch<T>& search, const T* d, std::size_t first, std::size_t last,
                Lanes<T>& lanes) {
    const T slack = 1 + search.relative_slack;
    Vec<T> wanted[kSearchVectors<T>], least[kSearchVectors<T>], least_of_all[kSearchVectors<T>];
    for (std::size_t v = 0; v < kSearchVectors<T>; ++v) {
        wanted[v] = load(d + v * kLanes<T>);
        lanes.found[v] = broadcast(kNotFound<T>);
        least[v] = least_of_all[v] = wanted[v] * slack;
    }
    for (std::size_t a = first; a < last; ++a) {
        const T* const via = search.d + search.sources[a] * search.ld;
        const Vec<T> w = broadcast(search.weights[a]);
        const Vec<Integer<T>> place = found_at(search, a, first);
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kSearchVectors<T>; ++v) {
            const Vec<T> to_u = load(via + v * kLanes<T>);
            const Vec<T> sum = to_u + w;
            const auto better = (sum <= least[v]) & (to_u < wanted[v]);
            least[v] = better ? sum : least[v];
            lanes.found[v] = better ? place : lanes.found[v];
            least_of_all[v] = sum < least_of_all[v] ? sum : least_of_all[v];
        }
    }
    for (std::size_t v = 0; v < kSearchVectors<T>; ++v) {
        const auto open = lanes.open[v] & (Vec<Integer<T>>)(least[v] <= least_of_all[v]);
        lanes.found[v] = open ? lanes.found[v] : broadcast(kNotFound<T>);
        lanes.open[v] &= (Vec<Integer<T>>)(lanes.found[v] == broadcast(kNotFound<T>));
    }
}

/// Turns what was found, sources or places in a list from `first` on, into predecessors.
template <class T>
void write_found(const PredecessorSearch<T>& search, std::size_t first, const Lanes<T>& lanes,
                 std::int32_t* p) {
    constexpr std::size_t kRows = kSearchRows<T>;
    if constexpr (sizeof(T) == sizeof(std::int32_t)) {
        for (std::size_t v = 0; v < kSearchVectors<T>; ++v) {
            std::int32_t* const to = p + v * kLanes<T>;
            store(to, lanes.found[v] < 0 ? load(to) : lanes.found[v]);
        }
        return;
    }
    alignas(64) Integer<T> found[kRows];
    for (std::size_t v = 0; v < kSearchVectors<T>; ++v)
        store(found + v * kLanes<T>, lanes.found[v]);
    for (std::size_t r = 0; r < kRows; ++r) {
        if constexpr (kHoldSources<T>) {
            p[r] = found[r] < 0 ? p[r] : static_cast<std::int32_t>(found[r]);
        } else if (found[r] != 0) {
            const std::size_t place = first + static_cast<UnsignedOf<T>>(found[r]) - 1;
            p[r] = static_cast<std::int32_t>(search.sources[place]);
        }
    }
}

template <class T>
bool predecessors(const PredecessorSearch<T>& search) {
    constexpr std::size_t kRows = kSearchRows<T>;
    constexpr std::size_t kPiece = sizeof(T) < 4 ? static_cast<UnsignedOf<T>>(-1) : 1u << 30;
    Vec<Integer<T>> open = {};
    alignas(64) std::int32_t columns[kRun * kRows];
    for (std::size_t j = 0; j < search.n; ++j) {
        std::int32_t* const p = columns + j % kRun * kRows;
        const T* const d = search.d + j * search.ld;
        const std::size_t end = search.list[j + 1];
        Lanes<T> lanes = lanes_of(search, j, p);
        for (std::size_t a = search.list[j]; a < end && any(lanes.any_open()); a += kPiece) {
            const std::size_t last = a + kPiece < end ? a + kPiece : end;
            if (std::is_floating_point_v<T> && !search.exact) {
                if constexpr (std::is_floating_point_v<T>) find_least(search, d, a, last, lanes);
            } else {
                find_equal(search, d, a, last, lanes);
            }
            write_found(search, a, lanes, p);
        }
        open |= lanes.any_open();
        if ((j + 1) % kRun != 0) continue;
        write_rows(columns, kRows, kRun, kRows, search.p + (j + 1 - kRun), search.ldp, true);
    }
    return !any(open);
}

}  // namespace
}  // namespace apsp::cpu::APSP_ISA
