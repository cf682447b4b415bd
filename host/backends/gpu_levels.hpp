// Breadth-first searches that count shortest paths on OpenCL and CUDA, by level_search.cl.
// gpu_queue.hpp describes Queue and Slabs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/betweenness_engine.hpp"
#include "backends/gpu_counting.hpp"
#include "backends/kernel_shapes.hpp"
#include "base/stop.hpp"

namespace apsp {

/// Session is a GpuSession.
template <class Session>
class GpuLevels final : public LevelEngine {
    using Host = CountingDevice<Session>;
    using Queue = typename Host::Queue;
    using Memory = typename Host::Memory;

  public:
    /// The question must outlive the object.
    GpuLevels(const LevelQuestion& question, const Device& device)
        : question_(question),
          n_(question.ends.size()),
          out_first_(question.first.begin(), question.first.end()),
          in_first_(n_ + 1, 0),
          tails_(question.target.size()),
          device_(n_, Dtype::i32, "paths from sources", device) {
        turn_arcs();
        std::tie(begin_, next_, end_, hand_back_, add_vertices_, add_arcs_, add_columns_) =
            queue().kernels("level_search.cl",
                            {Dtype::i32, Semiring::min_plus, {{"GROUP", kLevelGroup}}},
                            "begin_search", "next_level", "end_level", "hand_back", "add_vertices",
                            "add_arcs", "add_columns");
        columns_ = most_columns();
        out_first_there_ = device_.put(out_first_);
        heads_there_ = device_.put(question.target);
        in_first_there_ = device_.put(in_first_);
        tails_there_ = device_.put(tails_);
        ends_there_ = device_.put(question.ends);
        levels_ = device_.template make<std::uint32_t>(n_ * columns_);
        counts_ = device_.template make<double>(n_ * columns_);
        shares_ = device_.template make<double>(n_ * columns_);
        load_ = device_.zeros(n_);
        squares_ = device_.zeros(n_);
        arc_load_ = device_.zeros(question.of_arcs ? question.target.size() : 0);
        last_ = device_.template make<std::uint32_t>(1);
        totals_ = device_.template make<double>(2 * columns_);
        sums_.load.assign(n_, 0);
        if (question.squares) sums_.squares.assign(n_, 0);
    }

    ~GpuLevels() override { queue().drain(); }

    std::size_t most() const override { return columns_; }

    void add(std::span<const std::uint32_t> sources, std::span<const double> weights) override {
        device_.restart();
        const std::size_t ld = whole_groups(sources.size());
        std::vector<std::uint32_t> padded_sources(sources.begin(), sources.end());
        std::vector<double> padded_weights(weights.begin(), weights.end());
        padded_sources.resize(ld, static_cast<std::uint32_t>(-1));
        padded_weights.resize(ld, 0);
        const Memory own = device_.put(padded_sources), own_weights = device_.put(padded_weights);
        const std::uint32_t width = count(ld);
        const typename Queue::Range cells = {n_ * ld}, group = {kLevelGroup},
                                    vertices = {n_ * kLevelGroup};
        queue().launch(begin_, cells, group, width, own, levels_, counts_, shares_);
        const std::uint32_t deepest = search(width, cells);
        for (std::uint32_t level = deepest; level-- > 1;) {
            check_stop();
            queue().launch(hand_back_, cells, group, width, out_first_there_, heads_there_, level,
                           ends_there_, levels_, counts_, shares_);
        }
        queue().launch(add_vertices_, vertices, group, width, own_weights, ends_there_,
                       std::uint32_t{question_.endpoints ? 1U : 0U}, levels_, counts_, shares_,
                       load_, squares_);
        if (question_.of_arcs) {
            queue().launch(add_arcs_, vertices, group, width, out_first_there_, heads_there_,
                           own_weights, ends_there_, levels_, counts_, shares_, arc_load_);
        }
        queue().launch(add_columns_, {ld}, group, width, count(n_), ends_there_, levels_, counts_,
                       totals_);
        const auto totals = read<double>(queue(), totals_, 2 * sources.size());
        for (std::size_t j = 0; j < sources.size(); ++j) {
            const double pairs = weights[j] * totals[2 * j];
            sums_.pairs += pairs;
            sums_.most = std::max(sums_.most, totals[2 * j + 1]);
            if (question_.endpoints) {
                sums_.load[sources[j]] += pairs;
                if (question_.squares) sums_.squares[sources[j]] += pairs * pairs;
            }
        }
        queue().finish();
    }

    LevelSums sums() override {
        const auto add = [](std::vector<double>& sums, const std::vector<double>& more) {
            for (std::size_t k = 0; k < more.size(); ++k) sums[k] += more[k];
        };
        add(sums_.load, read<double>(queue(), load_, n_));
        if (question_.squares) add(sums_.squares, read<double>(queue(), squares_, n_));
        if (question_.of_arcs) {
            sums_.arc_load = read<double>(queue(), arc_load_, question_.target.size());
        }
        return std::move(sums_);
    }

  private:
    static std::size_t whole_groups(std::size_t columns) {
        return (columns + kLevelGroup - 1) / kLevelGroup * kLevelGroup;
    }

    /// Sorts the arcs by their heads.
    void turn_arcs() {
        for (const std::uint32_t head : question_.target) ++in_first_[head + 1];
        std::partial_sum(in_first_.begin(), in_first_.end(), in_first_.begin());
        std::vector<std::uint32_t> next(in_first_.begin(), in_first_.end() - 1);
        for (std::uint32_t u = 0; u < n_; ++u) {
            for (std::size_t a = question_.first[u]; a < question_.first[u + 1]; ++a) {
                tails_[next[question_.target[a]]++] = u;
            }
        }
    }

    /// As many as fit, for all sources at most.
    std::size_t most_columns() {
        const std::uint64_t fit =
            device_.fitting(n_, sizeof(std::uint32_t) + 2 * sizeof(double), sizeof(double));
        const std::uint64_t numbered = (std::uint64_t{1} << 30) / n_ * kLevelGroup;  // groups
        return std::clamp<std::size_t>(std::min(fit, numbered) / kLevelGroup * kLevelGroup,
                                       kLevelGroup, whole_groups(question_.sources));
    }

    /// Returns the last level.
    std::uint32_t search(std::uint32_t width, const typename Queue::Range& cells) {
        queue().clear(last_, sizeof(std::uint32_t));
        for (std::uint32_t level = 0; level < question_.deepest; ++level) {
            check_stop();
            queue().launch(next_, cells, {kLevelGroup}, width, in_first_there_, tails_there_, level,
                           levels_, counts_, last_);
            queue().launch(end_, cells, {kLevelGroup}, width, level, levels_, counts_);
            if (read<std::uint32_t>(queue(), last_, 1).front() != level + 1) return level;
        }
        return count(question_.deepest);
    }

    Queue& queue() { return device_.queue(); }

    const LevelQuestion& question_;
    std::size_t n_;
    std::vector<std::uint32_t> out_first_, in_first_, tails_;
    Host device_;  // after what its kernels may be reading
    typename Queue::Kernel begin_, next_, end_, hand_back_, add_vertices_, add_arcs_, add_columns_;
    std::size_t columns_ = 0;
    Memory out_first_there_, heads_there_, in_first_there_, tails_there_, ends_there_;
    Memory levels_, counts_, shares_, load_, squares_, arc_load_, last_, totals_;
    LevelSums sums_;
};

}  // namespace apsp
