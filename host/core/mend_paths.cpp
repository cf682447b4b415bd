// See mend_paths.hpp. From the vertices of a row that are right the others are reached by
// Dijkstra's algorithm over the reduced lengths d(i, u) + w - d(i, v) of the tight arcs, which are
// 0 but for roundings: where sums are exact it is a plain search along arcs of 0.
#include "core/mend_paths.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "apsp/paths.hpp"

namespace apsp {
namespace {

/// Tight arcs by their sources.
struct ArcsOut {
    std::vector<std::size_t> first;
    std::vector<std::uint32_t> targets;
    std::vector<double> weights;
};

template <class T>
ArcsOut arcs_out(const TightArcs& arcs) {
    ArcsOut out;
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
            out.weights[place] = static_cast<double>(arcs.weights_of<T>()[a]);
        }
    }
    return out;
}

template <class T>
class RowMender {
  public:
    explicit RowMender(const TightArcs& arcs) : arcs_(arcs), state_(arcs.n) {}

    /// The vertices of row i from which following predecessors does not lead to i.
    bool find_lost(std::size_t i, const T* d, const std::int32_t* p) {
        const T far = static_cast<T>(arcs_.no_path_from);
        std::ranges::fill(state_, State::unknown);
        state_[i] = State::right;
        lost_.clear();
        for (std::size_t j = 0; j < arcs_.n; ++j) {
            if (!(d[j] < far)) continue;
            way_.clear();
            std::size_t v = j;
            while (state_[v] == State::unknown && p[v] != kNoPredecessor) {
                state_[v] = State::followed;
                way_.push_back(v);
                v = static_cast<std::size_t>(p[v]);
            }
            const bool right = state_[v] == State::right;
            if (state_[v] == State::unknown) way_.push_back(v);
            for (const std::size_t u : way_) state_[u] = right ? State::right : State::lost;
            if (!right) lost_.insert(lost_.end(), way_.begin(), way_.end());
        }
        return !lost_.empty();
    }

    /// Gives the vertices that `find_lost` found predecessors from which i is reached.
    void mend(const ArcsOut& out, const T* d, std::int32_t* p) {
        length_.assign(arcs_.n, kInfinity);
        for (const std::size_t v : lost_) p[v] = kNoPredecessor;
        for (const std::size_t v : lost_) {
            if (state_[v] == State::right) continue;
            for (std::size_t a = arcs_.first[v]; a < arcs_.first[v + 1]; ++a) {
                const std::size_t u = arcs_.sources[a];
                if (state_[u] != State::right) continue;
                reach(u, v, 0, static_cast<double>(arcs_.weights_of<T>()[a]), d, p);
                if (arcs_.exact && length_[v] == 0) break;
            }
            if (arcs_.exact) grow(out, d, p);
        }
        grow(out, d, p);
    }

  private:
    enum class State : char { unknown, followed, right, lost };
    static constexpr double kInfinity = std::numeric_limits<double>::infinity();

    /// v may be reached over u, whose reduced length is given.
    void reach(std::size_t u, std::size_t v, double length, double w, const T* d, std::int32_t* p) {
        if (state_[v] == State::right || !(d[u] < static_cast<T>(arcs_.no_path_from))) return;
        const double over_u = static_cast<double>(d[u]) + w - static_cast<double>(d[v]);
        if (arcs_.exact && over_u != 0) return;
        length += std::max(over_u, 0.0);
        if (!(length < length_[v])) return;
        length_[v] = length;
        p[v] = static_cast<std::int32_t>(u);
        length == 0 ? nearest_.push_back(v) : heap_.push({length, v});
    }

    void grow(const ArcsOut& out, const T* d, std::int32_t* p) {
        while (!nearest_.empty() || !heap_.empty()) {
            const auto [length, u] = next();
            if (state_[u] == State::right) continue;
            state_[u] = State::right;
            for (std::size_t a = out.first[u]; a < out.first[u + 1]; ++a) {
                reach(u, out.targets[a], length, out.weights[a], d, p);
            }
        }
    }

    using Entry = std::pair<double, std::size_t>;
    Entry next() {
        Entry entry = {0, 0};
        if (nearest_.empty()) {
            entry = heap_.top();
            heap_.pop();
        } else {
            entry.second = nearest_.back();
            nearest_.pop_back();
        }
        return entry;
    }

    const TightArcs& arcs_;
    std::vector<State> state_;
    std::vector<std::size_t> lost_, way_;
    std::vector<double> length_;
    std::vector<std::size_t> nearest_;  // reached over a reduced length of 0
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap_;
};

}  // namespace

void mend_paths(const Matrix& distances, const TightArcs& arcs, Matrix& predecessors) {
    visit(arcs.dtype, [&](auto sample) {
        using T = decltype(sample);
        std::vector<char> lost(arcs.n, 0);
#pragma omp parallel
        {
            RowMender<T> mender(arcs);
#pragma omp for schedule(dynamic, 16)
            for (std::size_t i = 0; i < arcs.n; ++i) {
                lost[i] = mender.find_lost(i, distances.row<T>(i).data(),
                                           predecessors.row<std::int32_t>(i).data());
            }
        }
        if (std::ranges::find(lost, 1) == lost.end()) return;
        const ArcsOut out = arcs_out<T>(arcs);
#pragma omp parallel
        {
            RowMender<T> mender(arcs);
#pragma omp for schedule(dynamic, 16)
            for (std::size_t i = 0; i < arcs.n; ++i) {
                if (!lost[i]) continue;
                const T* const d = distances.row<T>(i).data();
                std::int32_t* const p = predecessors.row<std::int32_t>(i).data();
                mender.find_lost(i, d, p);
                mender.mend(out, d, p);
            }
        }
    });
}

}  // namespace apsp
