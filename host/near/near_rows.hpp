// Collects near pairs, row by row, from several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "algorithms/elimination_tree.hpp"
#include "apsp/near_pairs.hpp"
#include "base/host_memory.hpp"
#include "base/parallel_for.hpp"
#include "base/stop.hpp"
#include "base/team.hpp"

namespace apsp {

/// @param what what they are called, such as "source"
/// @throws Error bad_input for vertices that are not there
void check_vertices(std::span<const std::size_t> vertices, std::size_t n, const char* what);

/// A question about near pairs in terms of one graph, and its answer so far.
class NearRows {
  public:
    /// @throws Error bad_input for vertices that are not there
    NearRows(const NearOptions& options, std::size_t n, Dtype dtype);

    const NearOptions& options() const { return options_; }
    std::size_t n() const { return answer_.n; }
    Dtype dtype() const { return answer_.dtype; }
    std::size_t size() const { return answer_.rows.size(); }
    std::size_t source(std::size_t row) const {
        return options_.sources.empty() ? row : options_.sources[row];
    }
    /// The rows in the order of their sources' ranks: neighbours share most of what they find.
    std::vector<std::size_t> by_rank(const EliminationTree& tree) const;
    /// Distances of pairs are below this: the least number of the type above the cutoff, or
    /// no_path.
    double limit() const { return limit_; }
    bool counts(std::size_t source, std::size_t target) const {
        return among_.empty() ? source != target : among_[target] != 0;
    }
    /// Whether all vertices count as targets, each source itself excepted.
    bool among_all() const { return among_.empty(); }

    /// Whether only the sizes of rows are wanted now, which `count` takes.
    bool count_only() const { return options_.count_only || pass_ == Pass::counts; }
    /// Whether each row that is taken now needs its predecessors, too.
    bool wants_predecessors() const {
        return options_.predecessors && !count_only() && !predecessors_follow_;
    }
    /// If predecessors are wanted, they will be found at the end; until then, rows are held.
    void predecessors_follow() {
        predecessors_follow_ = options_.predecessors && !options_.count_only;
    }
    bool lacks_predecessors() const { return predecessors_follow_; }
    /// Calls `find`, which finds all rows: twice where a sink needs their sizes first.
    template <class F>
    void in_passes(const F& find) {
        if (options_.sink != nullptr && options_.nearest == 0 && !predecessors_follow_) {
            pass_ = Pass::counts;
            find();
            options_.sink->begin(answer_);
            pass_ = Pass::gives;
        }
        find();
    }

    /// Calls f(own, turn) for all turns, of so many rows each, as parallel_with does. A thread
    /// takes several turns one after the other, so that the sink gets more rows at once; arena(own)
    /// is where it takes rows.
    template <class Make, class ArenaOf, class F>
    static void in_runs(std::size_t turns, std::size_t rows, double cost, const Make& make,
                        const ArenaOf& arena, const F& f) {
        constexpr std::size_t kRows = 4096;
        const std::size_t most = std::max<std::size_t>(kRows / rows, 1);
        const std::size_t each = std::clamp<std::size_t>(turns / (4 * team_limit()), 1, most);
        parallel_with({0, (turns + each - 1) / each}, cost * static_cast<double>(each), make,
                      [&](auto& own, std::size_t run) {
                          const std::size_t last = std::min((run + 1) * each, turns);
                          for (std::size_t turn = run * each; turn < last; ++turn) {
                              check_stop();
                              f(own, turn);
                              arena(own).give(true);
                          }
                          arena(own).give();
                      });
    }

    /// Memory for the pairs of one thread.
    class Arena {
      public:
        explicit Arena(NearRows& rows) : rows_(rows) {}
        /// Room for so many pairs of row `row`. @throws Error out_of_memory
        template <class T>
        std::pair<std::uint32_t*, T*> take(std::size_t row, std::size_t count);
        /// Room for the predecessors of row `row`: of the last one taken, or with
        /// `predecessors_follow` of any.
        std::int32_t* take_predecessors(std::size_t row);
        /// The rows taken so far are complete: gives them to the sink if it is their time. Those
        /// that are few can wait for more.
        void give(bool few_wait = false);

      private:
        std::byte* room(std::size_t bytes);

        NearRows& rows_;
        std::byte* next_ = nullptr;
        std::size_t left_ = 0;
        std::vector<std::pair<std::size_t, NearPairs::Row>> taken_;  // for the sink
        std::vector<NearPairs::Row> run_;
        std::vector<HostMemory> own_;  // of those
    };
    /// Takes the pairs of a row: those of `found` that count, in any order, which may be changed.
    template <class T>
    void take(Arena& arena, std::size_t row, std::vector<std::pair<std::uint32_t, T>>& found);
    /// Only notes how many a row has.
    void count(std::size_t row, std::size_t size) { answer_.rows[row].size = size; }
    /// What was found so far, if it is held.
    const NearPairs& answer() const { return answer_; }

    /// They are found on this device, not on the processor.
    void found_on(const Device& device) { answer_.device = device; }
    NearPairs finish(Algorithm algorithm) &&;

  private:
    enum class Pass { keeps, counts, gives };

    std::byte* allocate(std::size_t bytes);

    const NearOptions& options_;
    NearPairs answer_;
    Pass pass_ = Pass::keeps;
    bool predecessors_follow_ = false;
    double limit_;
    std::vector<char> among_;  // by vertex; empty if all count
    std::mutex mutex_;
    std::uint64_t bytes_ = 0, most_bytes_;
};

}  // namespace apsp
