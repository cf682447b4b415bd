// See shorter_arcs.hpp.
#include "change/shorter_arcs.hpp"

#include <algorithm>
#include <iterator>

#include "base/parallel_rows.hpp"

namespace apsp {
namespace {

/// As parallel_rows, but of a few sums by this thread: waking others takes longer.
template <class F>
void for_each_arc(std::size_t arcs, std::size_t sums, F&& f) {
    constexpr std::size_t kWorthThreads = std::size_t{1} << 16;
    if (arcs > 1 && arcs * sums >= kWorthThreads) return parallel_rows({0, arcs}, f);
    for (std::size_t a = 0; a < arcs; ++a) f(a);
}

}  // namespace

template <class T>
ShorterArcs<T>::ShorterArcs(const Matrix& distances, const std::vector<ChangedArc<T>>& arcs)
    : distances_(distances) {
    std::ranges::copy_if(arcs, std::back_inserter(arcs_), [&](const ChangedArc<T>& arc) {
        return arc.weight < sum_of(distances.row<T>(arc.source)[arc.target]);
    });
}

template <class T>
Sum<T> ShorterArcs<T>::close() {
    const std::size_t k = arcs_.size();
    between_.assign(k * k, no_sum<T>());
    Sum<T> shortest = no_sum<T>();
    for (std::size_t a = 0; a < k; ++a) {
        const auto row = distances_.row<T>(arcs_[a].target);
        for (std::size_t b = 0; b < k; ++b) {
            const T d = row[arcs_[b].source];
            if (d != infinity<T>()) between_[a * k + b] = sum_of(d) + arcs_[b].weight;
        }
    }
    for (std::size_t via = 0; via < k; ++via) {
        shortest = std::min(shortest, between_[via * k + via]);
        if (shortest < 0) return shortest;
        const Sum<T>* const onwards = &between_[via * k];
        for_each_arc(k, k, [&](std::size_t a) {
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

/// Refuses what would be distances that are not the type's: where there was no path, and where
/// `near`, some that are too far below 0.
template <class T>
void ShorterArcs<T>::check_sums(const DepthProduct<T>& product, bool near) const {
    parallel_rows({0, product.rows.size()}, [&](std::size_t r) {
        const std::uint32_t i = product.rows[r];
        const auto row = distances_.row<T>(i);
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

template <class T>
DepthProduct<T> ShorterArcs<T>::product(bool refuse) const {
    const std::size_t n = distances_.n(), k = arcs_.size();
    DepthProduct<T> product;
    product.depth = k;
    // Rows, and what is on their left: no path begins with an arc that is no shorter than the
    // distance between its ends from there.
    std::vector<Sum<T>> left(n * k);
    std::vector<char> changes(n);
    parallel_rows({0, n}, [&](std::size_t i) {
        const T* const row = distances_.row<T>(i).data();
        for (std::size_t a = 0; a < k; ++a) {
            const auto [u, v, w] = arcs_[a];
            const Sum<T> sum = row[u] == infinity<T>() ? no_sum<T>() : sum_of(row[u]) + w;
            const bool shorter = sum < sum_of(row[v]);
            left[i * k + a] = shorter ? sum : no_sum<T>();
            if (shorter) changes[i] = 1;
        }
    });
    Sum<T> far = 0, near = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
        if (changes[i] == 0) continue;
        product.rows.push_back(i);
        for (std::size_t a = 0; a < k; ++a) {
            const Sum<T> sum = left[i * k + a];
            const bool there = sum < no_sum<T>();
            if (there) far = std::max(far, sum);
            if (there) near = std::min(near, sum);
            product.left.push_back(there && fits<T>(sum) ? static_cast<T>(sum) : infinity<T>());
        }
    }
    // What is on their right.
    product.right = Matrix(k, n, kDtypeOf<T>);
    std::vector<Sum<T>> far_of(k, 0), near_of(k, 0);
    for_each_arc(k, k * n, [&](std::size_t a) {
        std::vector<Sum<T>> onwards(n, no_sum<T>());
        for (std::size_t b = 0; b < k; ++b) {
            const Sum<T> there = between_[a * k + b];
            if (there >= no_sum<T>() / 2) continue;
            const T* const row = distances_.row<T>(arcs_[b].target).data();
            for (std::size_t j = 0; j < n; ++j) {
                const Sum<T> sum = there + sum_of(row[j]);
                onwards[j] = sum < onwards[j] ? sum : onwards[j];
            }
        }
        const auto right = product.right.template row<T>(a);
        for (std::size_t j = 0; j < n; ++j) {
            right[j] = fitted<T>(onwards[j], arcs_[a].target, j);
            if (right[j] == infinity<T>()) continue;
            far_of[a] = std::max(far_of[a], sum_of(right[j]));
            near_of[a] = std::min(near_of[a], sum_of(right[j]));
        }
    });
    std::ranges::fill(changes, 0);
    for (const auto& [u, v, w] : arcs_) {
        const T* const from = distances_.row<T>(u).data();
        const T* const onwards = distances_.row<T>(v).data();
        for (std::size_t j = 0; j < n; ++j) {
            const bool shorter =
                onwards[j] != infinity<T>() && w + sum_of(onwards[j]) < sum_of(from[j]);
            changes[j] = static_cast<char>(changes[j] | static_cast<char>(shorter));
        }
    }
    for (std::uint32_t j = 0; j < n; ++j) {
        if (changes[j] != 0) product.columns.push_back(j);
    }
    const Sum<T> farthest = far + *std::ranges::max_element(far_of);
    const Sum<T> nearest = near + *std::ranges::min_element(near_of);
    product.largest = static_cast<double>(std::max(farthest, -nearest));
    const bool all_fit = fits<T>(farthest) && fits<T>(nearest);
    if (refuse && !all_fit) check_sums(product, !fits<T>(nearest));
    return product;
}

template class ShorterArcs<float>;
template class ShorterArcs<double>;
template class ShorterArcs<std::int32_t>;
template class ShorterArcs<std::int16_t>;
template class ShorterArcs<std::uint8_t>;

}  // namespace apsp
