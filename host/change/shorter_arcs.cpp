// See shorter_arcs.hpp.
#include "change/shorter_arcs.hpp"

#include <algorithm>

#include "base/parallel_rows.hpp"

namespace apsp {
template <class T>
ShorterArcs<T>::ShorterArcs(const std::vector<ChangedArc<T>>& arcs, const ArcEnds<T>& ends)
    : arcs_(arcs), ends_(ends), n_(arcs.empty() ? 0 : ends.to_source.size() / arcs.size()) {}

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
        parallel_rows_of(k, {0, k}, [&](std::size_t a) {
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
    parallel_rows({0, rows.size()}, [&](std::size_t r) {
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

/// Rows, and what is on their left: no path begins with an arc that is no shorter than the distance
/// between its ends from there.
template <class T>
void ShorterArcs<T>::set_left(DepthProduct<T>& product) const {
    const std::size_t k = arcs_.size();
    std::vector<Sum<T>> left(n_ * k);
    std::vector<char> changes(n_);
    parallel_rows_of(k, {0, n_}, [&](std::size_t i) {
        for (std::size_t a = 0; a < k; ++a) {
            const T to = ends_.to_source[i * k + a];
            const Sum<T> sum = to == infinity<T>() ? no_sum<T>() : sum_of(to) + arcs_[a].weight;
            const bool shorter = sum < sum_of(ends_.to_target[i * k + a]);
            left[i * k + a] = shorter ? sum : no_sum<T>();
            if (shorter) changes[i] = 1;
        }
    });
    for (std::uint32_t i = 0; i < n_; ++i) {
        if (changes[i] == 0) continue;
        product.rows.push_back(i);
        for (std::size_t a = 0; a < k; ++a) {
            const Sum<T> sum = left[i * k + a];
            const bool there = sum < no_sum<T>();
            if (there) product.farthest = std::max(product.farthest, sum);
            if (there) product.nearest = std::min(product.nearest, sum);
            product.left.push_back(there && fits<T>(sum) ? static_cast<T>(sum) : infinity<T>());
        }
    }
}

/// The closed arcs' ways onwards, and the columns.
template <class T>
void ShorterArcs<T>::set_right(DepthProduct<T>& product) const {
    const std::size_t k = arcs_.size();
    product.right = Matrix(k, n_, kDtypeOf<T>);
    std::vector<Sum<T>> farthest(k, 0), nearest(k, 0);
    parallel_rows_of(k * n_, {0, k}, [&](std::size_t a) {
        std::vector<Sum<T>> onwards(n_, no_sum<T>());
        for (std::size_t b = 0; b < k; ++b) {
            const Sum<T> there = between_[a * k + b];
            if (there >= no_sum<T>() / 2) continue;
            const T* const row = ends_.from_target[b];
            for (std::size_t j = 0; j < n_; ++j) {
                const Sum<T> sum = there + sum_of(row[j]);
                onwards[j] = sum < onwards[j] ? sum : onwards[j];
            }
        }
        const auto right = product.right.template row<T>(a);
        for (std::size_t j = 0; j < n_; ++j) {
            right[j] = fitted<T>(onwards[j], arcs_[a].target, j);
            if (right[j] == infinity<T>()) continue;
            farthest[a] = std::max(farthest[a], sum_of(right[j]));
            nearest[a] = std::min(nearest[a], sum_of(right[j]));
        }
    });
    product.farthest += *std::ranges::max_element(farthest);
    product.nearest += *std::ranges::min_element(nearest);
    std::vector<char> changes(n_);
    for (std::size_t a = 0; a < k; ++a) {
        const T* const from = ends_.from_source[a];
        const T* const onwards = ends_.from_target[a];
        for (std::size_t j = 0; j < n_; ++j) {
            const bool shorter = onwards[j] != infinity<T>() &&
                                 arcs_[a].weight + sum_of(onwards[j]) < sum_of(from[j]);
            changes[j] = static_cast<char>(changes[j] | static_cast<char>(shorter));
        }
    }
    for (std::uint32_t j = 0; j < n_; ++j) {
        if (changes[j] != 0) product.columns.push_back(j);
    }
}

template <class T>
DepthProduct<T> ShorterArcs<T>::product() const {
    DepthProduct<T> product;
    product.depth = arcs_.size();
    set_left(product);
    set_right(product);
    return product;
}

template class ShorterArcs<float>;
template class ShorterArcs<double>;
template class ShorterArcs<std::int32_t>;
template class ShorterArcs<std::int16_t>;
template class ShorterArcs<std::uint8_t>;

}  // namespace apsp
