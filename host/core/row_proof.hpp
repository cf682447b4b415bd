// Proves one row of distances, or of predecessors, right, or finds a wrong entry. The proof needs
// no other row: d(i) = 0; no arc makes a distance shorter, so none is too long; and every vertex
// with a distance is reached from i along tight arcs, those with d(j) = d(k) + w, so none is too
// short. That every distance has a tight last arc would not do: around a cycle of length 0 all arcs
// are tight, whatever the distances there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/labels.hpp"
#include "core/tolerance.hpp"

namespace apsp {

/// Why matrices are none of this graph's; "" if they may be. `predecessors` may be null.
std::string wrong_shape(const Graph& graph, const Matrix& distances, const Matrix* predecessors);

/// Entry (i, column) of the row i at hand is wrong.
struct WrongEntry {
    std::size_t column;
    std::string why;
};

class RowProof {
  public:
    RowProof(const Graph& graph, const Tolerance& tolerance, const Labels* labels)
        : graph_(graph), tolerance_(tolerance), labels_(labels) {}

    /// O(n + m). `d` is row i, "no path" as infinity.
    std::optional<WrongEntry> distances(std::size_t i, std::span<const double> d);
    /// O(n log n): each predecessor is -1 where there is no path and on the diagonal, else the
    /// source of a tight last arc; and following them ends in i. `d` must have been proved right.
    std::optional<WrongEntry> predecessors(std::size_t i, std::span<const double> d,
                                           std::span<const std::int32_t> p);

  private:
    std::string name(std::size_t vertex) const;
    WrongEntry wrong_distance(std::size_t i, std::size_t j, double found,
                              const std::string& why) const;
    std::string fault_of(std::size_t i, std::size_t j, std::span<const double> d,
                         std::int32_t p) const;
    template <bool kExact>
    std::optional<WrongEntry> grow(std::size_t i, std::span<const double> d, double reach);
    WrongEntry explain(std::size_t i, std::span<const double> d) const;

    const Graph& graph_;
    const Tolerance& tolerance_;
    const Labels* labels_;
    std::vector<std::uint32_t> tight_;     // targets of tight arcs, by source
    std::vector<std::size_t> tight_from_;  // those of k begin here
    std::vector<char> reached_;
    std::vector<std::size_t> queue_;
    std::vector<double> along_;  // length of the path by which a vertex was reached
};

}  // namespace apsp
