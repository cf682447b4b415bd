// See shorter_arcs.hpp.
#include "change/shorter_arcs.hpp"

#include <algorithm>
#include <numeric>

#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"

namespace apsp {
namespace {

constexpr std::size_t kBlock = 2048;  // vertices, whose sums stay in the cache

/// The places where the mark is 1.
std::vector<std::uint32_t> places_of(const std::vector<char>& marks) {
    const auto count = static_cast<std::size_t>(std::ranges::count(marks, 1));
    std::vector<std::uint32_t> places(count);
    if (count == marks.size()) {
        std::iota(places.begin(), places.end(), 0);
        return places;
    }
    std::size_t next = 0;
    for (std::uint32_t i = 0; next < count; ++i) {
        places[next] = i;
        next += marks[i] != 0;
    }
    return places;
}

}  // namespace
template <class T>
ShorterArcs<T>::ShorterArcs(const std::vector<ChangedArc<T>>& arcs, const ArcEnds<T>& ends,
                            Slack slack)
    : arcs_(arcs), ends_(ends), slack_(slack), n_(ends.vertices()) {}

template <class T>
bool ShorterArcs<T>::may_overflow() const {
    if constexpr (!std::is_same_v<T, double>) return false;
    double largest = 0;
    const auto look_at = [&](double d) {
        const double size = std::abs(d);
        largest = size < kInfinity && size > largest ? size : largest;
    };
    for (const T d : ends_.to) look_at(static_cast<double>(d));
    for (std::size_t a = 0; a < arcs_.size(); ++a) {
        look_at(static_cast<double>(arcs_[a].weight));
        for (std::size_t j = 0; j < n_; ++j) {
            look_at(static_cast<double>(ends_.from_target[a][j]));
        }
    }
    // A path is a distance and, for each of its arcs, the weight and a distance.
    return largest > path_limit<double>() / static_cast<double>(2 * arcs_.size() + 1);
}

template <class T>
Sum<T> ShorterArcs<T>::close() {
    const std::size_t k = arcs_.size();
    between_.assign(k * k, no_sum<T>());
    Sum<T> shortest = no_sum<T>();
    for (std::size_t a = 0; a < k; ++a) {
        const T* const row = ends_.from_target[a];
        for (std::size_t b = 0; b < k; ++b) {
            const T d = row[arcs_[b].source];
            if (d != infinity<T>()) between_[a * k + b] = sum_of(d) + arcs_[b].weight;
        }
    }
    for (std::size_t via = 0; via < k; ++via) {
        shortest = std::min(shortest, between_[via * k + via]);
        if (shortest < 0) return shortest;
        const Sum<T>* const onwards = &between_[via * k];
        parallel_for({0, k}, static_cast<double>(k), [&](std::size_t a) {
            Sum<T>* const row = &between_[a * k];
            const Sum<T> there = row[via];
            if (there >= no_sum<T>() / 2 || a == via) return;
            for (std::size_t b = 0; b < k; ++b) {
                const Sum<T> sum = there + onwards[b];
                row[b] = sum < row[b] ? sum : row[b];
            }
        });
    }
    for (std::size_t a = 0; a < k; ++a) {
        shortest = std::min(shortest, between_[a * k + a]);
        between_[a * k + a] = 0;
    }
    return shortest;
}

template <class T>
void ShorterArcs<T>::check(const DepthProduct<T>& product,
                           std::span<const SourceRow<T>> rows) const {
    const bool near = !fits<T>(product.nearest);
    parallel_for({0, rows.size()}, static_cast<double>(product.columns.size()), [&](std::size_t r) {
        const auto [i, row] = rows[r];
        for (const std::uint32_t j : product.columns) {
            if (row[j] != infinity<T>() && !near) continue;
            Sum<T> least = sum_of(row[j]);
            for (std::size_t a = 0; a < product.depth; ++a) {
                const T to = row[arcs_[a].source], onwards = product.right.template row<T>(a)[j];
                if (to == infinity<T>() || onwards == infinity<T>()) continue;
                least = std::min(least, sum_of(to) + arcs_[a].weight + sum_of(onwards));
            }
            fitted<T>(least, i, j);
        }
    });
}

/// Sets the rows and the left factor. No path from i needs an arc through which its end is no
/// nearer to i than before. Roundings decide nothing here: an arc that they hide would leave the
/// roundings of a longer path in the distances beyond it, and each change would add some.
template <class T>
void ShorterArcs<T>::set_left(DepthProduct<T>& product) const {
    const std::size_t k = arcs_.size();
    std::vector<T> left(n_ * k);
    std::vector<char> changes(n_);
    const std::size_t blocks = (n_ + kBlock - 1) / kBlock;
    std::vector<Sum<T>> farthest(blocks, 0), nearest(blocks, 0);
    parallel_for({0, blocks}, static_cast<double>(kBlock * k), [&](std::size_t block) {
        Sum<T> far = 0, near = 0;
        for (std::size_t i = block * kBlock; i < std::min(n_, (block + 1) * kBlock); ++i) {
            const T* const to = ends_.to_sources(i);
            const T* const there = ends_.to_targets(i);
            bool any = false;
            for (std::size_t a = 0; a < k; ++a) {
                const Sum<T> sum = sum_of(to[a]) + arcs_[a].weight;
                const bool shorter =
                    to[a] != infinity<T>() && slack_.shorter(sum, sum_of(there[a]));
                any = any || shorter;
                far = std::max(far, shorter ? sum : far);
                near = std::min(near, shorter ? sum : near);
                left[i * k + a] = shorter && fits<T>(sum) ? static_cast<T>(sum) : infinity<T>();
            }
            changes[i] = any ? 1 : 0;
        }
        farthest[block] = far;
        nearest[block] = near;
    });
    product.farthest = *std::ranges::max_element(farthest);
    product.nearest = *std::ranges::min_element(nearest);
    product.rows = places_of(changes);
    product.left = std::move(left);
    if (product.rows.size() == n_) return;
    for (std::size_t r = 0; r < product.rows.size(); ++r) {
        std::copy_n(&product.left[product.rows[r] * k], k, &product.left[r * k]);
    }
    product.left.resize(product.rows.size() * k);
}

/// Sets the right factor, the shortest paths onwards from the closed arcs, and the columns.
template <class T>
void ShorterArcs<T>::set_right(DepthProduct<T>& product) const {
    const std::size_t k = arcs_.size();
    product.right = Matrix(k, n_, kDtypeOf<T>);
    const std::size_t blocks = (n_ + kBlock - 1) / kBlock;
    std::vector<Sum<T>> farthest(k * blocks, 0), nearest(k * blocks, 0);
    parallel_for({0, k * blocks}, static_cast<double>(k * kBlock), [&](std::size_t part) {
        const std::size_t a = part / blocks, first = part % blocks * kBlock;
        const std::size_t count = std::min(kBlock, n_ - first);
        Sum<T> onwards[kBlock], far = 0, near = 0;
        std::fill_n(onwards, count, no_sum<T>());
        for (std::size_t b = 0; b < k; ++b) {
            const Sum<T> there = between_[a * k + b];
            if (there >= no_sum<T>() / 2) continue;
            const T* const row = ends_.from_target[b] + first;
            for (std::size_t j = 0; j < count; ++j) {
                const Sum<T> sum = there + sum_of(row[j]);
                onwards[j] = sum < onwards[j] ? sum : onwards[j];
            }
        }
        T* const right = product.right.template row<T>(a).data() + first;
        for (std::size_t j = 0; j < count; ++j) {
            const bool none = onwards[j] >= no_sum<T>() / 2;
            far = std::max(far, none ? far : onwards[j]);
            near = std::min(near, onwards[j]);
            right[j] = none ? infinity<T>() : static_cast<T>(onwards[j]);
        }
        farthest[part] = far;
        nearest[part] = near;
        if (fits<T>(far) && fits<T>(near)) return;
        for (std::size_t j = 0; j < count; ++j) fitted<T>(onwards[j], arcs_[a].target, first + j);
    });
    product.farthest += *std::ranges::max_element(farthest);
    product.nearest += *std::ranges::min_element(nearest);
    std::vector<char> changes(n_);
    parallel_for({0, blocks}, static_cast<double>(k * kBlock), [&](std::size_t block) {
        for (std::size_t a = 0; a < k; ++a) {
            const T* const from = ends_.from_source[a];
            const T* const onwards = ends_.from_target[a];
            for (std::size_t j = block * kBlock; j < std::min(n_, (block + 1) * kBlock); ++j) {
                const bool shorter =
                    onwards[j] != infinity<T>() &&
                    slack_.shorter(arcs_[a].weight + sum_of(onwards[j]), sum_of(from[j]));
                changes[j] = static_cast<char>(changes[j] | static_cast<char>(shorter));
            }
        }
    });
    product.columns = places_of(changes);
}

template <class T>
DepthProduct<T> ShorterArcs<T>::product() const {
    DepthProduct<T> product;
    product.depth = arcs_.size();
    set_left(product);
    set_right(product);
    return product;
}

#define APSP_SHORTER_ARCS(T) template class ShorterArcs<T>;
APSP_FOR_DTYPES(APSP_SHORTER_ARCS)

}  // namespace apsp
