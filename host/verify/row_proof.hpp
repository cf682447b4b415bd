// Proves that a row of distances, or of predecessors, is right, or finds a wrong entry; over
// min_plus.
//
// If sums are exact, the proof needs no other row and no search: d(i) = 0; no arc makes a distance
// shorter, so none is too long; and every vertex with a distance is reached from i along tight
// arcs, those with d(j) = d(k) + w, so none is too short. It would not be enough that every
// distance has a tight last arc: around a cycle of length 0 all arcs are tight, whatever the
// distances there.
//
// If sums are rounded, a row is compared with one in twice a double's precision, each entry to
// within the roundings of its own path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/labels.hpp"
#include "apsp/semiring.hpp"
#include "negative/reference_row.hpp"

namespace apsp {

/// Why the matrices cannot be results for this graph; "" if they can. The distances have `rows`
/// rows; `predecessors` may be null.
std::string wrong_shape(const Graph& graph, const Matrix& distances, std::size_t rows,
                        const Matrix* predecessors);

/// Entry (i, column) of the row i at hand is wrong.
struct WrongEntry {
    std::size_t column;
    std::string why;
};

WrongEntry wrong_distance(const Labels& labels, std::size_t i, std::size_t j, double found,
                          const std::string& why);

/// Row i of the matrix as doubles; the extremes of the type's order become those of f64.
std::vector<double> row_of(const Matrix& matrix, std::size_t i,
                           Semiring semiring = Semiring::min_plus);

/// Potentials of a graph with negative weights; null for other graphs. If it finds a negative
/// cycle, it describes that in `failure`.
std::unique_ptr<const Potentials> potentials_to_check(const Graph& graph, const Labels& labels,
                                                      std::string& failure);

class RowProof {
  public:
    /// For distances of this type, with the potentials that potentials_to_check finds. Each thread
    /// needs its own.
    RowProof(const Graph& graph, Dtype dtype, const Potentials* potentials, const Labels& labels)
        : graph_(graph),
          dtype_(dtype),
          potentials_(potentials),
          labels_(labels),
          reference_(graph, potentials) {}

    /// `d` is row i, with infinity for no path. Entries that the graph's NegativeReach puts at
    /// minus infinity must be there. Takes O(n + m) if sums are exact; otherwise, and if `search`
    /// asks for it, it runs Johnson's algorithm.
    std::optional<WrongEntry> distances(std::size_t i, std::span<const double> d, bool search);
    /// Takes O(n log n). Each predecessor must be -1 on the diagonal and where there is no path or
    /// no shortest one, else the source of a tight last arc; and following predecessors must end in
    /// i. Row i of the distances must have been found right just before.
    std::optional<WrongEntry> predecessors(std::size_t i, std::span<const double> d,
                                           std::span<const std::int32_t> p);

    /// Finds row i by Johnson's algorithm, for what follows.
    void search(std::size_t i);
    /// What is wrong with the distance of j in the row that was searched for.
    std::optional<WrongEntry> distance(std::size_t j, double d);
    /// The same of its predecessor, by itself: it must be the source of a tight last arc.
    std::optional<WrongEntry> predecessor(std::size_t j, std::int32_t p);
    /// Whether following the predecessors of the row that were right by themselves never ends, as
    /// they may along arcs of weight 0.
    std::optional<WrongEntry> circle();
    /// What the search found, and by how much a distance of the type may differ from it.
    const std::vector<double>& found() const { return found_; }
    double slack(std::size_t j) { return exact_ ? 0 : reference_.slack(j, dtype_); }

  private:
    bool exact(std::size_t i, std::span<const double> d) const;
    WrongEntry wrong_length(std::size_t i, std::size_t j, double found, double expected) const;
    WrongEntry wrong_predecessor(std::size_t i, std::size_t j, std::int32_t p,
                                 const std::string& why) const;
    std::optional<WrongEntry> no_number(std::size_t i, std::span<const double> d) const;
    std::optional<WrongEntry> numbers(std::size_t i, std::span<const double> d, bool search);
    std::optional<WrongEntry> beside_minus_infinity(std::size_t i, std::span<const double> d,
                                                    bool search);
    std::string fault_of(std::size_t i, std::size_t j, std::span<const double> d, std::int32_t p);
    std::optional<WrongEntry> circle(std::size_t i, std::span<const std::int32_t> p);
    std::optional<WrongEntry> compare(std::size_t i, std::span<const double> d);
    std::optional<WrongEntry> grow(std::size_t i, std::span<const double> d);
    WrongEntry explain(std::size_t i, std::span<const double> d) const;

    const Graph& graph_;
    Dtype dtype_;
    const Potentials* potentials_;
    const Labels& labels_;
    ReferenceRow reference_;
    std::size_t source_ = 0;               // of the row that was searched for,
    std::vector<double> found_;            // its distances,
    std::vector<std::int32_t> before_;     // and those predecessors that were right so far
    bool exact_ = true;                    // all sums of the row at hand are
    std::vector<std::uint32_t> tight_;     // targets of tight arcs, by source
    std::vector<std::size_t> tight_from_;  // where those of each source begin
    std::vector<char> reached_;
    std::vector<std::size_t> queue_;
};

}  // namespace apsp
