// Holds distances that change, in the host's memory or in a device's.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "apsp/matrix.hpp"
#include "change/sums.hpp"
#include "solve/held_matrix.hpp"

namespace apsp {

/// An arc with its weight before it becomes longer, or after it becomes shorter.
template <class T>
struct ChangedArc {
    std::uint32_t source;
    std::uint32_t target;
    Sum<T> weight;
};

/// A source and its row of the distances.
template <class T>
struct SourceRow {
    std::uint32_t source;
    const T* distances;
};

/// The distances from and to the ends of k arcs. They are valid until distances change.
template <class T>
struct ArcEnds {
    std::vector<const T*> from_source, from_target;  ///< A row for each arc.
    Matrix rows;        ///< Used where those are not the distances' own.
    std::vector<T> to;  ///< For each vertex, entries for k sources and for k targets.

    std::size_t vertices() const { return to.empty() ? 0 : to.size() / (2 * from_source.size()); }
    const T* to_sources(std::size_t vertex) const {
        return to.data() + vertex * 2 * from_source.size();
    }
    const T* to_targets(std::size_t vertex) const {
        return to_sources(vertex) + from_source.size();
    }
};

/// Memory for an exchange of entries on a device.
template <class T>
struct ExchangeBuffers {
    std::vector<std::uint64_t> places;
    std::vector<T> before, after;
};

template <class T>
struct DepthProduct;
template <class T>
struct RepairedRow;

class HeldDistances : public HeldMatrix {
  public:
    using HeldMatrix::HeldMatrix;
    explicit HeldDistances(HeldMatrix held) : HeldMatrix(std::move(held)) {}

    template <class T>
    ArcEnds<T> ends_of(const std::vector<ChangedArc<T>>& arcs) const;
    /// Calls f(rows) with the rows of these sources, all or some at a time, as long as f returns
    /// true.
    template <class T, class F>
    void for_rows(std::span<const std::uint32_t> sources, F&& f) const;

    /// The largest magnitude of a distance.
    template <class T>
    double largest() const;

    // As HeldMatrix::assign.

    /// Swaps entries with those of the rows. To swap them back with the same buffers takes no more
    /// memory of the host's.
    template <class T>
    void exchange(std::vector<RepairedRow<T>>& rows, ExchangeBuffers<T>& buffers);
    /// `negative` means that some left or right elements may be below 0. @throws std::bad_alloc
    template <class T>
    void relax(DepthProduct<T> product, bool negative);
};

template <class T, class F>
void HeldDistances::for_rows(std::span<const std::uint32_t> sources, F&& f) const {
    std::vector<SourceRow<T>> rows;
    const std::size_t most = on_device() ? most_rows() : std::max<std::size_t>(sources.size(), 1);
    Matrix taken;
    for (std::size_t first = 0; first < sources.size(); first += most) {
        const auto some = sources.subspan(first, std::min(most, sources.size() - first));
        if (on_device()) taken = this->rows(some);
        rows.clear();
        for (std::size_t r = 0; r < some.size(); ++r) {
            const auto row = on_device() ? taken.row<T>(r) : matrix_.row<T>(some[r]);
            rows.push_back({some[r], row.data()});
        }
        if (!f(std::span<const SourceRow<T>>(rows))) return;
    }
}

}  // namespace apsp
