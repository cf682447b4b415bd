// See mend_paths.hpp. From the vertices of a row that are right, the others are reached along arcs
// with d(i, u) + w = d(i, v), by a plain search; or, if sums are rounded, by Dijkstra's algorithm
// over the lengths d(i, u) + w - d(i, v), which are 0 but for the roundings.
#include "paths/mend_paths.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "apsp/paths.hpp"
#include "base/parallel_for.hpp"
#include "graph/rounding.hpp"
#include "paths/predecessor_walk.hpp"

namespace apsp {
namespace {

/// Tight arcs by their sources.
template <class T>
struct ArcsOut {
    std::vector<std::size_t> first;
    std::vector<std::uint32_t> targets;
    std::vector<T> weights;
};

template <class T>
ArcsOut<T> arcs_out(const TightArcs& arcs) {
    ArcsOut<T> out;
    out.first.assign(arcs.n + 1, 0);
    for (const std::uint32_t u : arcs.sources) ++out.first[u + 1];
    for (std::size_t u = 0; u < arcs.n; ++u) out.first[u + 1] += out.first[u];
    out.targets.resize(arcs.sources.size());
    out.weights.resize(arcs.sources.size());
    std::vector<std::size_t> next(out.first.begin(), out.first.end() - 1);
    for (std::size_t j = 0; j < arcs.n; ++j) {
        for (std::size_t a = arcs.first[j]; a < arcs.first[j + 1]; ++a) {
            const std::size_t place = next[arcs.sources[a]]++;
            out.targets[place] = static_cast<std::uint32_t>(j);
            out.weights[place] = arcs.weights_of<T>()[a];
        }
    }
    return out;
}

/// Follows the predecessors of a row, and mends it.
template <class T>
class RowMender {
  public:
    explicit RowMender(const TightRule& rule) : rule_(rule), walk_(rule.n) {}

    /// Finds the vertices of row i from which following predecessors does not lead to i, if any.
    bool find_lost(std::size_t i, const T* d, const std::int32_t* p) {
        const T far = static_cast<T>(rule_.no_path_from);
        return walk_.find_lost(i, p, [&](std::size_t j) { return d[j] < far; });
    }

    /// Gives predecessors that lead to i to the vertices that `find_lost` found.
    void mend(const TightArcs& arcs, const ArcsOut<T>& out, const T* d, std::int32_t* p) {
        rule_.exact ? search(arcs, out, d, p) : search_nearest(arcs, out, d, p);
    }

  private:
    using State = PredecessorWalk::State;

    void search(const TightArcs& arcs, const ArcsOut<T>& out, const T* d, std::int32_t* p) {
        const T* const weights = arcs.weights_of<T>();
        const auto settle = [&](std::size_t u, std::size_t v) {
            p[v] = static_cast<std::int32_t>(u);
            walk_.states[v] = State::right;
            way_.push_back(v);
        };
        for (const std::size_t lost : walk_.lost) {
            way_.clear();
            for (std::size_t a = arcs.first[lost]; a < arcs.first[lost + 1]; ++a) {
                const std::size_t u = arcs.sources[a];
                if (walk_.states[lost] == State::right) break;
                if (walk_.states[u] == State::right && d[u] + weights[a] == d[lost])
                    settle(u, lost);
            }
            for (std::size_t next = 0; next < way_.size(); ++next) {
                const std::size_t u = way_[next];
                for (std::size_t a = out.first[u]; a < out.first[u + 1]; ++a) {
                    const std::size_t v = out.targets[a];
                    if (walk_.states[v] == State::lost && d[u] + out.weights[a] == d[v])
                        settle(u, v);
                }
            }
        }
    }

    void search_nearest(const TightArcs& arcs, const ArcsOut<T>& out, const T* d, std::int32_t* p) {
        length_.assign(arcs.n, kInfinity);
        const auto reach = [&](std::size_t u, std::size_t v, double length, T w) {
            const double to_u = static_cast<double>(d[u]), to_v = static_cast<double>(d[v]);
            length += std::max(to_u + static_cast<double>(w) - to_v, 0.0);
            if (walk_.states[v] != State::lost || !(length < length_[v])) return;
            length_[v] = length;
            p[v] = static_cast<std::int32_t>(u);
            heap_.push({length, v});
        };
        for (const std::size_t v : walk_.lost) {
            for (std::size_t a = arcs.first[v]; a < arcs.first[v + 1]; ++a) {
                const std::size_t u = arcs.sources[a];
                if (walk_.states[u] == State::right) reach(u, v, 0, arcs.weights_of<T>()[a]);
            }
        }
        while (!heap_.empty()) {
            const auto [length, u] = heap_.top();
            heap_.pop();
            if (walk_.states[u] == State::right) continue;
            walk_.states[u] = State::right;
            for (std::size_t a = out.first[u]; a < out.first[u + 1]; ++a) {
                reach(u, out.targets[a], length, out.weights[a]);
            }
        }
    }

    using Entry = std::pair<double, std::size_t>;
    const TightRule& rule_;
    PredecessorWalk walk_;
    std::vector<std::size_t> way_;
    std::vector<double> length_;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap_;
};

/// Whether a vertex with a distance has no predecessor, other than i itself. There are no branches,
/// so that the compiler vectorizes the loop.
template <class T>
bool some_missing(const T* d, const std::int32_t* p, std::size_t n, T far) {
    std::uint32_t missing = 0;
#pragma omp simd reduction(+ : missing)
    for (std::size_t j = 0; j < n; ++j)
        missing += static_cast<std::uint32_t>((d[j] < far) & (p[j] < 0));
    return missing > 1;
}

}  // namespace

std::vector<char> rows_to_mend(const Matrix& distances, const TightRule& rule, bool circles,
                               const Matrix& predecessors) {
    if (rule.exact && !circles) return {};
    std::vector<char> rows(rule.n, 0);
    visit(rule.dtype, [&](auto sample) {
        using T = decltype(sample);
        const T far = static_cast<T>(rule.no_path_from);
        const auto look = [&](RowMender<T>& walk, std::size_t i) {
            const T* const d = distances.row<T>(i).data();
            const std::int32_t* const p = predecessors.row<std::int32_t>(i).data();
            rows[i] = circles ? walk.find_lost(i, d, p) : some_missing(d, p, rule.n, far);
        };
        const double cost = static_cast<double>(circles ? 5 * rule.n : rule.n);
        parallel_with(
            rule.rows, cost, [&](std::size_t) { return RowMender<T>(rule); }, look);
    });
    if (std::ranges::find(rows, 1) == rows.end()) rows.clear();
    return rows;
}

void mend_paths(const Matrix& distances, const TightArcs& arcs, const std::vector<char>& rows,
                Matrix& predecessors) {
    visit(arcs.dtype, [&](auto sample) {
        using T = decltype(sample);
        const ArcsOut<T> out = arcs_out<T>(arcs);
        const auto mend = [&](RowMender<T>& mender, std::size_t i) {
            if (!rows[i]) return;
            const T* const d = distances.row<T>(i).data();
            std::int32_t* const p = predecessors.row<std::int32_t>(i).data();
            mender.find_lost(i, d, p);
            mender.mend(arcs, out, d, p);
        };
        const double cost = static_cast<double>(5 * arcs.n);
        parallel_with(
            arcs.rows, cost, [&](std::size_t) { return RowMender<T>(arcs); }, mend);
    });
}

}  // namespace apsp
