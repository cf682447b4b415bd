// See held_distances.hpp.
#include "change/held_distances.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "change/relax_product.hpp"
#include "change/repair.hpp"
#include "change/shorter_arcs.hpp"

namespace apsp {
template <class T>
ArcEnds<T> HeldDistances::ends_of(const std::vector<ChangedArc<T>>& arcs) const {
    const std::size_t k = arcs.size();
    ArcEnds<T> ends;
    ends.to.resize(n_ * 2 * k);
    if (k == 0) return ends;
    std::vector<std::uint32_t> vertices;
    for (const ChangedArc<T>& arc : arcs) vertices.push_back(arc.source);
    for (const ChangedArc<T>& arc : arcs) vertices.push_back(arc.target);
    if (on_device()) {
        ends.rows = rows(vertices);
        engine().take_columns(vertices, ends.to.data());
    } else {
        parallel_for({0, n_}, static_cast<double>(2 * k), [&](std::size_t i) {
            const T* const row = matrix_.row<T>(i).data();
            T* const to = &ends.to[i * 2 * k];
            for (std::size_t e = 0; e < 2 * k; ++e) to[e] = row[vertices[e]];
        });
    }
    for (std::size_t a = 0; a < k; ++a) {
        const auto row = [&](std::size_t e) {
            return (on_device() ? ends.rows.template row<T>(e) : matrix_.row<T>(vertices[e]))
                .data();
        };
        ends.from_source.push_back(row(a));
        ends.from_target.push_back(row(k + a));
    }
    return ends;
}

template <class T>
double HeldDistances::largest() const {
    std::vector<std::uint32_t> sources(n_);
    std::iota(sources.begin(), sources.end(), 0);
    double largest = 0;
    for_rows<T>(sources, [&](std::span<const SourceRow<T>> rows) {
        for (const SourceRow<T>& row : rows) {
            for (std::size_t j = 0; j < n_; ++j) {
                if (row.distances[j] == infinity<T>()) continue;
                largest = std::max(largest, std::abs(static_cast<double>(row.distances[j])));
            }
        }
        return true;
    });
    return largest;
}

template <class T>
void HeldDistances::exchange(std::vector<RepairedRow<T>>& rows, ExchangeBuffers<T>& buffers) {
    if (!on_device()) {
        for (RepairedRow<T>& each : rows) {
            const auto row = matrix_.row<T>(each.source);
            for (std::size_t k = 0; k < each.targets.size(); ++k) {
                std::swap(row[each.targets[k]], each.distances[k]);
            }
        }
        return;
    }
    auto& [places, before, after] = buffers;
    places.clear();
    after.clear();
    for (const RepairedRow<T>& each : rows) {
        for (const std::uint32_t j : each.targets) places.push_back(place({each.source, j}));
        after.insert(after.end(), each.distances.begin(), each.distances.end());
    }
    if (places.empty()) return;
    before.resize(places.size());
    engine().take_entries(places, before.data());
    write([&](ChangeEngine& engine) { engine.put_entries(places, after.data()); });
    auto taken = before.begin();
    for (RepairedRow<T>& each : rows) {
        std::copy_n(taken, each.distances.size(), each.distances.begin());
        taken += static_cast<std::ptrdiff_t>(each.distances.size());
    }
}

template <class T>
void HeldDistances::relax(DepthProduct<T> product, bool negative) {
    if (!on_device()) return ProductRelaxation<T>(std::move(product), negative)(matrix_);
    if (product.rows.empty()) return;
    for (std::size_t a = 0; a < product.depth; ++a) {
        T* const row = product.right.template row<T>(a).data();
        std::fill(row + n_, row + ld(), infinity<T>());
    }
    write([&](ChangeEngine& engine) {
        engine.relax(product.rows, product.depth, product.left.data(), product.right.data());
    });
}

#define APSP_INSTANTIATE(T)                                                                   \
    template ArcEnds<T> HeldDistances::ends_of(const std::vector<ChangedArc<T>>&) const;      \
    template double HeldDistances::largest<T>() const;                                        \
    template void HeldDistances::exchange(std::vector<RepairedRow<T>>&, ExchangeBuffers<T>&); \
    template void HeldDistances::relax(DepthProduct<T>, bool);
APSP_FOR_DTYPES(APSP_INSTANTIATE)
#undef APSP_INSTANTIATE

}  // namespace apsp
