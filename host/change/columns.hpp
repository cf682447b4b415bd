// Columns of a dense graph's matrix, transposed into rows: the arcs into affected targets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/host_memory.hpp"
#include "change/affected_pairs.hpp"
#include "change/changing_graph.hpp"
#include "change/row_kernels.hpp"

namespace apsp {

template <class T>
class Columns {
  public:
    /// The columns of the pairs' targets; none for a sparse graph.
    /// @throws Error bad_input if a Lane does not hold one of the weights
    Columns(const ChangingGraph& graph, const AffectedPairs<T>& pairs);

    struct Nearest {
        Sum<T> label = no_sum<T>();
        std::size_t vertex = 0;
        bool too_far = false;  ///< There are sums, but the Lane holds none of them.
    };
    /// Copies a row of the distances, without those to the targets.
    void take_row(const T* row, const std::vector<std::uint32_t>& targets,
                  std::vector<Lane<T>>& taken) const;
    /// The smallest sum of an entry of such a row and an arc into the target; with the arc's source
    /// if `with_vertex`.
    Nearest nearest(const std::vector<Lane<T>>& taken, std::size_t target, bool with_vertex) const;

    /// Calls f(target, weight) for the arcs from a vertex to some targets.
    template <class F>
    void for_each_out(std::size_t source, const std::vector<std::uint32_t>& targets, F&& f) const {
        visit(graph_.matrix().dtype(), [&](auto zero) {
            using W = decltype(zero);
            const auto row = graph_.matrix().template row<W>(source);
            for (const std::uint32_t target : targets) {
                const W w = row[target];
                if (w == infinity<W>() || target == source) continue;
                f(target, static_cast<Sum<T>>(static_cast<Lane<T>>(w)));
            }
        });
    }

  private:
    const ChangingGraph& graph_;
    std::size_t n_;
    std::size_t ld_;
    std::vector<std::size_t> place_;  // where a target's column is
    HostMemory memory_;
    Lane<T>* weights_ = nullptr;  // one row of ld_ per column
};

}  // namespace apsp
