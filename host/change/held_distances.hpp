// Where the distances lie that change: in the host's memory, or in a device's.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/change_engine.hpp"
#include "apsp/devices.hpp"
#include "apsp/dynamic_distances.hpp"
#include "apsp/matrix.hpp"
#include "change/sums.hpp"

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

/// The distances from and to the ends of k arcs. They live until distances change.
template <class T>
struct ArcEnds {
    std::vector<const T*> from_source, from_target;  ///< A row for each arc.
    Matrix rows;                                     ///< Where those are not the distances' own.
    std::vector<T> to;  ///< For each vertex entries for k sources and for k targets.

    std::size_t vertices() const { return to.empty() ? 0 : to.size() / (2 * from_source.size()); }
    const T* to_sources(std::size_t vertex) const {
        return to.data() + vertex * 2 * from_source.size();
    }
    const T* to_targets(std::size_t vertex) const {
        return to_sources(vertex) + from_source.size();
    }
};

template <class T>
struct DepthProduct;
template <class T>
struct RepairedRow;

class HeldDistances {
  public:
    /// In the host's memory, or where the device is given and has kernels for it, in its own.
    HeldDistances(Matrix distances, const Device* device);

    std::size_t n() const { return n_; }
    Dtype dtype() const { return dtype_; }
    /// Null where they lie on a device.
    Matrix* in_host() { return engine_ ? nullptr : &matrix_; }
    Matrix release() &&;

    // What writes to a device that fails loses the distances: those below then throw Error
    // no_device. Where the device has no memory for it, all is as it was.

    /// Others of the same size and type.
    void assign(Matrix distances);

    /// All of them; of a device's a copy, made anew after a change. Until the next change.
    const Matrix& all() const;
    /// Rows of these vertices.
    Matrix rows(std::span<const std::uint32_t> vertices) const;
    /// With the components of the graph's vertices by their smallest ones.
    Statistics statistics(const std::vector<std::uint32_t>& roots) const;

    template <class T>
    std::vector<T> entries(std::span<const VertexPair> pairs) const;
    template <class T>
    ArcEnds<T> ends_of(const std::vector<ChangedArc<T>>& arcs) const;
    /// Calls f(rows) with the rows of these sources, all or some at a time, while it returns true.
    template <class T, class F>
    void for_rows(std::span<const std::uint32_t> sources, F&& f) const;

    /// Swaps entries for those of the rows.
    template <class T>
    void exchange(std::vector<RepairedRow<T>>& rows);
    /// `negative`: some left or right elements may be below 0. @throws std::bad_alloc
    template <class T>
    void relax(DepthProduct<T> product, bool negative);

  private:
    /// Rows of so many bytes at a time come from a device.
    static constexpr std::size_t kBlockBytes = std::size_t{256} << 20;
    std::uint64_t place(const VertexPair& pair) const;
    ChangeEngine& engine() const;
    template <class F>
    void write(F&& f);

    std::size_t n_;
    Dtype dtype_;
    std::unique_ptr<ChangeEngine> engine_;
    Slab slab_;
    bool lost_ = false;
    mutable Matrix matrix_;  // with an engine a copy, or none
};

template <class T, class F>
void HeldDistances::for_rows(std::span<const std::uint32_t> sources, F&& f) const {
    std::vector<SourceRow<T>> rows;
    const std::size_t most = engine_ ? std::max<std::size_t>(kBlockBytes / sizeof(T) / slab_.ld, 1)
                                     : std::max<std::size_t>(sources.size(), 1);
    Matrix taken;
    for (std::size_t first = 0; first < sources.size(); first += most) {
        const auto some = sources.subspan(first, std::min(most, sources.size() - first));
        if (engine_) taken = this->rows(some);
        rows.clear();
        for (std::size_t r = 0; r < some.size(); ++r) {
            const auto row = engine_ ? taken.row<T>(r) : matrix_.row<T>(some[r]);
            rows.push_back({some[r], row.data()});
        }
        if (!f(std::span<const SourceRow<T>>(rows))) return;
    }
}

}  // namespace apsp
