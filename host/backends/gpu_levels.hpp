// Breadth-first searches that count shortest paths on OpenCL and CUDA, by level_search.cl.
// gpu_queue.hpp describes Queue and Slabs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/betweenness_engine.hpp"
#include "algorithms/engine_options.hpp"
#include "backends/gpu_queue.hpp"
#include "backends/result_shape.hpp"
#include "base/stop.hpp"

namespace apsp {

inline KernelOptions level_options() {
    return {Dtype::i32, Semiring::min_plus, {{"GROUP", kLevelGroup}}};
}

/// Session is as for GpuBatches.
template <class Session>
class GpuLevels final : public LevelEngine {
    using Queue = decltype(Session::queue);
    using Memory = typename Queue::Memory;

  public:
    /// The question must outlive the object.
    template <class... Arguments>
    explicit GpuLevels(const LevelQuestion& question, Arguments&&... arguments)
        : question_(question),
          n_(question.ends.size()),
          out_first_(question.first.begin(), question.first.end()),
          in_first_(n_ + 1, 0),
          tails_(question.target.size()),
          session_(options_for(n_), std::forward<Arguments>(arguments)...) {
        turn_arcs();
        std::tie(begin_, next_, end_, hand_back_, add_vertices_, add_arcs_, add_columns_) =
            queue().kernels("level_search.cl", level_options(), "begin_search", "next_level",
                            "end_level", "hand_back", "add_vertices", "add_arcs", "add_columns");
        columns_ = columns_on(queue().description());
        out_first_there_ = on_device(out_first_);
        heads_there_ = on_device(question.target);
        in_first_there_ = on_device(in_first_);
        tails_there_ = on_device(tails_);
        ends_there_ = on_device(question.ends);
        levels_ = make<std::uint32_t>(n_ * columns_);
        counts_ = make<double>(n_ * columns_);
        shares_ = make<double>(n_ * columns_);
        load_ = zeros(n_);
        squares_ = zeros(n_);
        arc_load_ = zeros(question.of_arcs ? question.target.size() : 0);
        last_ = make<std::uint32_t>(1);
        totals_ = make<double>(2 * columns_);
        sums_.load.assign(n_, 0);
        if (question.squares) sums_.squares.assign(n_, 0);
    }
    ~GpuLevels() override { queue().drain(); }

    std::size_t most_sources() const override { return columns_; }

    void add(std::span<const std::uint32_t> sources, std::span<const double> weights) override {
        session_.restart();
        const std::size_t ld = whole_groups(sources.size());
        std::vector<std::uint32_t> padded_sources(sources.begin(), sources.end());
        std::vector<double> padded_weights(weights.begin(), weights.end());
        padded_sources.resize(ld, static_cast<std::uint32_t>(-1));
        padded_weights.resize(ld, 0);
        const Memory own = on_device(padded_sources), own_weights = on_device(padded_weights);
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
        const auto totals = read<double>(totals_, 2 * sources.size());
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
        add(sums_.load, read<double>(load_, n_));
        if (question_.squares) add(sums_.squares, read<double>(squares_, n_));
        if (question_.of_arcs) {
            sums_.arc_load = read<double>(arc_load_, question_.target.size());
        }
        return std::move(sums_);
    }

  private:
    static constexpr const char* kWhat = "paths from sources";

    static EngineOptions options_for(std::size_t n) {
        EngineOptions options;
        options.n = n;
        options.dtype = Dtype::i32;
        options.piece = std::size_t{4} << 20;
        return options;
    }
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
    std::size_t columns_on(const Device& device) const {
        const std::uint64_t memory = device.memory != 0 ? device.memory : std::uint64_t{1} << 32;
        const std::uint64_t largest =
            device.largest_allocation != 0 ? device.largest_allocation : memory / 4;
        constexpr std::size_t kCell = sizeof(std::uint32_t) + 2 * sizeof(double);
        // Groups are numbered in 31 bits.
        const std::uint64_t fit =
            std::min({memory / 2 / (n_ * kCell), largest / (n_ * sizeof(double)),
                      (std::uint64_t{1} << 31) / n_ * kLevelGroup / 2});
        return std::clamp<std::size_t>(fit / kLevelGroup * kLevelGroup, kLevelGroup,
                                       whole_groups(question_.sources));
    }

    /// Returns the last level.
    std::uint32_t search(std::uint32_t width, const typename Queue::Range& cells) {
        queue().clear(last_, sizeof(std::uint32_t));
        for (std::uint32_t level = 0; level < question_.deepest; ++level) {
            check_stop();
            queue().launch(next_, cells, {kLevelGroup}, width, in_first_there_, tails_there_, level,
                           levels_, counts_, last_);
            queue().launch(end_, cells, {kLevelGroup}, width, level, levels_, counts_);
            if (read<std::uint32_t>(last_, 1).front() != level + 1) return level;
        }
        return count(question_.deepest);
    }

    Queue& queue() { return session_.queue; }

    template <class Element>
    Memory on_device(const std::vector<Element>& elements) {
        const std::size_t bytes = elements.size() * sizeof(Element);
        if (bytes == 0) return queue().allocate(0, kWhat);
        return session_.slabs.on_device(elements.data(), bytes, "a graph");
    }
    template <class Element>
    Memory make(std::size_t size) {
        return queue().allocate(size * sizeof(Element), kWhat);
    }
    Memory zeros(std::size_t size) {
        Memory memory = make<double>(size);
        if (size != 0) queue().clear(memory, size * sizeof(double));
        return memory;
    }
    template <class Element>
    std::vector<Element> read(const Memory& memory, std::size_t size) {
        std::vector<Element> values(size);
        if (size != 0) queue().read(memory, values.data(), size * sizeof(Element));
        return values;
    }

    const LevelQuestion& question_;
    std::size_t n_;
    std::vector<std::uint32_t> out_first_, in_first_, tails_;
    Session session_;  // after what its kernels may be reading
    typename Queue::Kernel begin_, next_, end_, hand_back_, add_vertices_, add_arcs_, add_columns_;
    std::size_t columns_ = 0;
    Memory out_first_there_, heads_there_, in_first_there_, tails_there_, ends_there_;
    Memory levels_, counts_, shares_, load_, squares_, arc_load_, last_, totals_;
    LevelSums sums_;
};

}  // namespace apsp
