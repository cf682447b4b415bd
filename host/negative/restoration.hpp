// Turns costs under potentials (see Graph::set_potentials), which devices add up, into distances.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "apsp/graph.hpp"

namespace apsp {

/// Turns rows of costs into rows of distances: d(i, j) = cost - h(i) + h(j), or minus infinity
/// where the graph's NegativeReach says so.
///
/// Rounded costs may be large compared with the weights that they are made of, and the distance is
/// what remains when they cancel. Such rows are searched again, in twice a double's precision, so
/// that no distance is further from the truth than ReferenceRow::slack.
class Restoration {
  public:
    /// Whether the graph's rows are costs, or distances but for those that are minus infinity.
    static bool restores(const Graph& graph) {
        return graph.potentials() != nullptr || graph.negative_reach() != nullptr;
    }
    /// For rows of this type; null if they are distances already. The graph must outlive it if
    /// `needs_weights`.
    static std::unique_ptr<const Restoration> of(const Graph& graph, Dtype dtype);
    Restoration(const Graph& graph, Dtype dtype);

    /// Whether costs may be rounded, so that rows may have to be searched again.
    static bool needs_weights(const Graph& graph, Dtype dtype);

    /// Several threads may restore rows.
    /// @throws Error bad_input, naming a type, if this one does not hold the distances
    template <class T>
    void restore(std::span<T> row, std::size_t i) const;

  private:
    template <class T>
    void restore_costs(std::span<T> row, std::size_t i) const;
    template <class T>
    bool restore_rounded(std::span<T> row, std::size_t i) const;
    template <class T>
    void search_again(std::span<T> row, std::size_t i) const;
    bool exact(double cost) const;
    double least_out_of(std::size_t i) const;
    const std::vector<double>& least_into() const;
    [[noreturn]] void refuse(const char* why) const;

    const Graph& graph_;  // not used if costs are exact
    std::shared_ptr<const Potentials> potentials_;
    std::shared_ptr<const NegativeReach> negative_reach_;
    Dtype dtype_;
    bool rounded_;
    mutable std::atomic<double> work_ = 0;  // of rows that were searched again
    mutable std::once_flag once_;
    mutable std::vector<double> least_into_;  // by target: the smallest |weight| of an arc into it
};

/// The same for some rows of a matrix like `like`, which lie in `memory` as its own rows do.
/// @throws Error as Restoration::restore
void restore_rows(const Restoration& restoration, const Matrix& like, Range rows, void* memory);

}  // namespace apsp
