// Graph: arcs in compressed rows (sparse), or the matrix itself (dense), normalised once on entry.
#include "apsp/graph.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "base/parallel_for.hpp"
#include "base/text.hpp"
#include "graph/square.hpp"
#include "graph/weight_range.hpp"

namespace apsp {
namespace {

void check_vertex_count(std::size_t n, const std::string& origin) {
    if (n == 0) {
        throw Error(ErrorKind::bad_input,
                    origin + ": the graph has no vertices; at least one is needed");
    }
    if (n > Graph::kMaxVertices) {
        throw Error(ErrorKind::out_of_memory,
                    fmt::format("{}: n = {} is beyond the {} vertices whose matrix any machine "
                                "could hold",
                                origin, n, Graph::kMaxVertices));
    }
}

struct Neighbour {
    std::uint32_t target;
    double weight;
};

/// Sorts one row by target, keeps one of equal targets and returns the row's new size.
std::size_t sort_and_merge(Neighbour* first, std::size_t count, Parallel parallel) {
    const double sign = parallel == Parallel::smallest ? 1 : -1;
    std::sort(first, first + count, [&](const Neighbour& a, const Neighbour& b) {
        return a.target != b.target ? a.target < b.target : sign * a.weight < sign * b.weight;
    });
    return static_cast<std::size_t>(
        std::unique(first, first + count,
                    [](const Neighbour& a, const Neighbour& b) { return a.target == b.target; }) -
        first);
}

}  // namespace

template <class T>
void Graph::note_weights(const WeightRange<T>& range) {
    arcs_ = range.count;
    min_weight_ = arcs_ != 0 ? static_cast<double>(range.smallest) : 0;
    max_weight_ = arcs_ != 0 ? static_cast<double>(range.largest) : 0;
    // The type's largest number stands for "none", unless some weight has it.
    const bool any = range.magnitude < std::numeric_limits<T>::max() ||
                     range.largest == std::numeric_limits<T>::max() ||
                     range.smallest == std::numeric_limits<T>::lowest();
    smallest_magnitude_ = any ? static_cast<double>(range.magnitude) : 0;
    integral_ = range.integral;
}

Graph Graph::from_arcs(std::size_t n, std::vector<Arc> arcs, std::string origin,
                       Parallel parallel) {
    check_vertex_count(n, origin);
    Graph graph;
    graph.n_ = n;
    graph.origin_ = std::move(origin);

    // Counting sort by source, then each row by target.
    std::vector<std::size_t> end(n, 0);  // of each row, or where its next arc goes
    std::size_t count = 0;
    for (const Arc& arc : arcs) {
        if (arc.source >= n || arc.target >= n) {
            throw Error(ErrorKind::bad_input,
                        fmt::format("{}: arc {} -> {} is outside the vertices 0 .. {}",
                                    graph.origin_, arc.source, arc.target, n - 1));
        }
        if (!std::isfinite(arc.weight)) {
            throw Error(ErrorKind::bad_input,
                        fmt::format("{}: arc {} -> {} has weight {}, expected a finite number",
                                    graph.origin_, arc.source, arc.target, arc.weight));
        }
        if (arc.source == arc.target && arc.weight >= 0) continue;
        ++end[arc.source];
        ++count;
    }
    std::exclusive_scan(end.begin(), end.end(), end.begin(), std::size_t{0});

    check_stop();
    std::vector<Neighbour> rows(count);
    for (const Arc& arc : arcs) {
        if (arc.source == arc.target && arc.weight >= 0) continue;
        // + 0.0 turns -0.0 into 0.0, whose bits order as its value does.
        rows[end[arc.source]++] = {arc.target, arc.weight + 0.0};
    }
    arcs = {};

    check_stop();
    CompressedRows sparse;
    auto& offsets = sparse.offsets;
    offsets.resize(n + 1);
    const auto row = [&](std::size_t i) { return rows.data() + (i == 0 ? 0 : end[i - 1]); };
    const double arcs_each = static_cast<double>(count) / static_cast<double>(n);
    parallel_for({0, n}, 2 * arcs_each, [&](std::size_t i) {
        const auto size = static_cast<std::size_t>(rows.data() + end[i] - row(i));
        offsets[i + 1] = sort_and_merge(row(i), size, parallel);
    });
    std::inclusive_scan(offsets.begin(), offsets.end(), offsets.begin());
    sparse.targets.resize(offsets[n]);
    sparse.weights.resize(offsets[n]);
    for (std::size_t i = 0; i < n; ++i) {
        const Neighbour* from = row(i);
        for (std::size_t to = offsets[i]; to < offsets[i + 1]; ++to, ++from) {
            sparse.targets[to] = from->target;
            sparse.weights[to] = from->weight;
        }
    }
    WeightRange<double> range;
    range.add(sparse.weights);
    graph.note_weights(range);
    graph.sparse_ = std::make_shared<const CompressedRows>(std::move(sparse));
    return graph;
}

Graph Graph::from_csr(std::span<const std::size_t> offsets, std::span<const std::uint32_t> targets,
                      std::span<const double> weights, std::string origin, Parallel parallel) {
    const std::size_t n = offsets.empty() ? 0 : offsets.size() - 1;
    check_vertex_count(n, origin);
    if (offsets.front() != 0 || offsets.back() != targets.size() ||
        targets.size() != weights.size() || !std::ranges::is_sorted(offsets)) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: offsets of {} targets and {} weights: expected ascending "
                                "places from 0 to the number of both",
                                origin, targets.size(), weights.size()));
    }
    std::vector<Arc> arcs;
    arcs.reserve(targets.size());
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t a = offsets[i]; a < offsets[i + 1]; ++a) {
            arcs.push_back({static_cast<std::uint32_t>(i), targets[a], weights[a]});
        }
    }
    return from_arcs(n, std::move(arcs), std::move(origin), parallel);
}

Graph Graph::reweighted(std::span<const double> weights) const {
    if (dense() || weights.size() != arcs_) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: {} weights for {}", origin_, weights.size(),
                                dense() ? "a dense graph" : fmt::format("{} arcs", arcs_)));
    }
    return from_csr(offsets(), targets(), weights, origin_);
}

Graph Graph::from_matrix(Matrix weights, std::string origin) {
    check_vertex_count(weights.n(), origin);
    check_square(weights, origin);
    Graph graph;
    graph.n_ = weights.n();
    graph.origin_ = std::move(origin);
    visit(weights.dtype(), [&](auto zero) {
        using T = decltype(zero);
        const std::size_t n = weights.n();
        WeightRange<T> range;
        struct Own {
            WeightRange<T> range;
            std::size_t bad_row = SIZE_MAX;
        };
        const auto add = [&](Own& own, std::size_t i) {
            const auto row = weights.row<T>(i);
            // Written only where that changes something: other processes may share the memory.
            T& loop = row[i];
            const bool none = loop >= zero;  // NaN stays, to be found
            if (none && (loop != zero || std::signbit(static_cast<double>(loop)))) loop = zero;
            own.range.add(row.first(i));
            own.range.add(row.subspan(none ? i + 1 : i));
            if (!own.range.numbers) own.bad_row = std::min(own.bad_row, i);
            if (std::is_floating_point_v<T> && own.range.smallest <= zero) {
                for (T& w : row) w += zero;  // -0.0 to 0.0
            }
        };
        std::size_t bad_row = SIZE_MAX;
        parallel_with(
            {0, n}, static_cast<double>(n), [](std::size_t) { return Own(); }, add,
            [&](const Own& own) {
                range.add(own.range);
                bad_row = std::min(bad_row, own.bad_row);
            });
        if (const std::size_t i = bad_row; i < n) {
            auto row = weights.row<T>(i);
            std::size_t j = 0;
            while (row[j] >= std::numeric_limits<T>::lowest() && row[j] <= infinity<T>()) ++j;
            throw Error(ErrorKind::bad_input,
                        fmt::format("{}: entry ({}, {}) is {}, expected a number up to {}, which "
                                    "means no arc",
                                    graph.origin_, i, j, row[j], infinity<T>()));
        }
        graph.note_weights(range);
    });
    graph.dense_ = std::make_shared<Matrix>(std::move(weights));
    return graph;
}

double Graph::weight(std::size_t source, std::size_t target) const {
    constexpr double kNone = std::numeric_limits<double>::infinity();
    if (dense()) {
        const double w = visit(dense_->dtype(), [&](auto zero) {
            using T = decltype(zero);
            const T entry = dense_->row<T>(source)[target];
            return entry == infinity<T>() ? kNone : static_cast<double>(entry);
        });
        return source == target && w == 0 ? kNone : w;
    }
    const std::size_t first = offsets()[source];
    const auto row = targets().subspan(first, offsets()[source + 1] - first);
    const auto place = std::ranges::lower_bound(row, target);
    if (place == row.end() || *place != target) return kNone;
    return weights()[first + static_cast<std::size_t>(place - row.begin())];
}

const Graph::CompressedRows& Graph::rows() const noexcept {
    static const CompressedRows none;
    return sparse_ ? *sparse_ : none;
}

bool Graph::owns_matrix() const noexcept {
    const bool alone = dense_.use_count() == 1;
    // This owner's writes must not overtake the reads of other owners, which are now gone.
    std::atomic_thread_fence(std::memory_order_acquire);
    return alone;
}

Matrix Graph::release() && {
    Matrix matrix;
    if (owns_matrix()) matrix = std::move(*dense_);
    dense_.reset();
    return matrix;
}

void Graph::set_potentials(Potentials potentials) {
    potentials_ = std::make_shared<const Potentials>(std::move(potentials));
}

bool Graph::symmetric() const {
    std::atomic<bool> same{true};
    if (!dense()) {
        const std::atomic_ref known(sparse_->symmetric);
        if (known >= 0) return known != 0;
        const double cost = 15 * static_cast<double>(arcs()) / static_cast<double>(n_ + 1);
        parallel_for({0, n_}, cost, [&](std::size_t i) {
            if (!same) return;
            for_each_arc(i, [&](std::size_t j, double w) {
                if (weight(j, i) != w) same = false;
            });
        });
        known = same;
        return same;
    }
    constexpr std::size_t kSide = 64;  // of squares that stay in the cache
    const Matrix& matrix = *dense_;
    const double cost = static_cast<double>(n_) * kSide / 2;
    visit(matrix.dtype(), [&](auto zero) {
        using T = decltype(zero);
        parallel_for({0, (n_ + kSide - 1) / kSide}, cost, [&](std::size_t part) {
            const std::size_t i0 = part * kSide;
            for (std::size_t j0 = i0; j0 < n_ && same; j0 += kSide) {
                bool equal = true;
                for (std::size_t i = i0; i < std::min(i0 + kSide, n_); ++i) {
                    const auto row = matrix.row<T>(i);
                    for (std::size_t j = j0; j < std::min(j0 + kSide, n_); ++j) {
                        equal &= row[j] == matrix.row<T>(j)[i];
                    }
                }
                if (!equal) same = false;
            }
        });
    });
    return same;
}

}  // namespace apsp
