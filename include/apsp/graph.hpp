// The input of a solve: a directed graph with weights, sparse (arcs) or dense (a matrix).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apsp/export.h"
#include "apsp/matrix.hpp"
#include "apsp/potentials.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

template <class T>
struct WeightRange;
class NegativeReach;

/// An arc from `source` to `target`, vertices counted from 0.
struct Arc {
    std::uint32_t source;
    std::uint32_t target;
    double weight;
};

/// Which of parallel arcs counts; semirings that prefer large weights want the largest.
enum class Parallel { smallest, largest };

/// A directed graph. Whatever it is made from, it then holds: at most one arc per pair (of parallel
/// arcs the smallest, or the largest if asked), no self-loop of weight >= 0, no NaN, no -0.0;
/// weights are finite in f64.
/// Copies share their arcs and their matrix, which never change, so that a copy costs next to
/// nothing; several threads may use one graph.
class APSP_EXPORT Graph {
  public:
    /// Graphs of more vertices are refused outright. (Whether a matrix fits is checked where one is
    /// asked for.)
    static constexpr std::size_t kMaxVertices = std::size_t{1} << 28;

    /// A sparse graph of n vertices. `origin` names it in messages: a file, or how it was made.
    /// @throws Error bad_input for n = 0, an arc's end outside 0..n-1 or a weight that is not
    ///         finite; out_of_memory for n > kMaxVertices
    static Graph from_arcs(std::size_t n, std::vector<Arc> arcs, std::string origin,
                           Parallel parallel = Parallel::smallest);

    /// The same from compressed rows: the arcs out of vertex i are the elements offsets[i] to
    /// offsets[i + 1] - 1 of `targets` and `weights`, in any order.
    /// @throws Error as `from_arcs`, and bad_input for offsets that are not such places
    static Graph from_csr(std::span<const std::size_t> offsets,
                          std::span<const std::uint32_t> targets, std::span<const double> weights,
                          std::string origin, Parallel parallel = Parallel::smallest);

    /// This sparse graph with other weights, given in the order of `weights()`.
    /// @throws Error bad_input for another number of weights, one that is not finite, or a dense
    ///         graph
    Graph reweighted(std::span<const double> weights) const;

    /// A dense graph: entry (i, j) is the weight of arc i -> j, or `infinity<T>()` for no arc.
    /// @throws Error bad_input for n = 0, another number of rows, NaN, -infinity or an integer
    ///         above the sentinel
    static Graph from_matrix(Matrix weights, std::string origin);

    std::size_t vertices() const noexcept { return n_; }
    std::size_t arcs() const noexcept { return arcs_; }
    const std::string& origin() const noexcept { return origin_; }
    bool dense() const noexcept { return dense_ != nullptr; }
    /// The matrix of a dense graph, null for a sparse one.
    const Matrix* matrix() const noexcept { return dense_.get(); }
    /// Compressed rows of a sparse graph, as `from_csr` takes them, with targets in ascending
    /// order; empty for a dense one.
    std::span<const std::size_t> offsets() const noexcept { return rows().offsets; }
    std::span<const std::uint32_t> targets() const noexcept { return rows().targets; }
    std::span<const double> weights() const noexcept { return rows().weights; }

    /// The smallest and the largest weight; 0 and 0 when there are no arcs.
    double min_weight() const noexcept { return min_weight_; }
    double max_weight() const noexcept { return max_weight_; }
    /// The largest |weight|.
    double largest_magnitude() const noexcept { return std::max(-min_weight_, max_weight_); }
    /// The smallest |weight| that is not 0; 0 when there is none.
    double smallest_magnitude() const noexcept { return smallest_magnitude_; }
    /// Whether every weight is an integer.
    bool integral() const noexcept { return integral_; }

    /// Calls f(target, weight) for each arc out of `source`, targets ascending.
    template <class F>
    void for_each_arc(std::size_t source, F&& f) const;

    /// The weight of the arc source -> target, +infinity where there is none. O(log degree).
    double weight(std::size_t source, std::size_t target) const;

    /// Potentials turn weights into costs that are not negative and have the same shortest paths.
    /// From then on, matrices are made of costs. Without potentials, the costs are the weights.
    void set_potentials(Potentials potentials);
    const std::shared_ptr<const Potentials>& potentials() const noexcept { return potentials_; }
    /// As for_each_arc, f(target, cost).
    template <class F>
    void for_each_cost(std::size_t source, F&& f) const;
    /// Bounds: no cost is below the first or above the second.
    double min_cost() const noexcept { return potentials_ ? 0 : min_weight_; }
    double max_cost() const noexcept { return max_weight_ + potentials_spread(); }
    /// The most by which a distance may differ from its path's cost.
    double potentials_spread() const noexcept { return potentials_ ? potentials_->spread() : 0; }
    /// Whether every cost is an integer.
    bool integral_costs() const noexcept {
        return integral_ && (!potentials_ || potentials_->integral());
    }

    /// Which distances are minus infinity, for a graph that had negative cycles and has lost the
    /// arcs of their vertices; null for any other graph.
    void set_negative_reach(std::shared_ptr<const NegativeReach> reach) noexcept {
        negative_reach_ = std::move(reach);
    }
    const std::shared_ptr<const NegativeReach>& negative_reach() const noexcept {
        return negative_reach_;
    }

    /// Whether every arc has a reverse of the same weight. Looks at every arc.
    bool symmetric() const;

    /// The matrix that algorithms start from: `one<T>` on the diagonal, costs, and `zero<T>` where
    /// there is no arc. A cost beyond `path_limit` is left out, too; `choose_dtype` finds out
    /// whether that matters.
    /// @throws Error bad_input for fractions in integer types
    Matrix to_matrix(Dtype dtype, Semiring semiring = Semiring::min_plus) const&;
    /// The same, but a dense graph gives up its matrix: without a copy if that has the type asked
    /// for and no other Graph shares it. A sparse graph keeps its arcs.
    Matrix to_matrix(Dtype dtype, Semiring semiring = Semiring::min_plus) &&;

    /// Writes rows of that matrix to `to`, where each row begins `ld` elements after the one
    /// before.
    /// @throws Error as `to_matrix`
    template <class T>
    void write_rows(Range rows, T* to, std::size_t ld, Semiring semiring) const;
    /// Whether this is a dense graph whose matrix no other Graph shares.
    bool owns_matrix() const noexcept;
    /// Gives up the matrix if no other Graph shares it (else returns one with n() = 0), and keeps
    /// the number of vertices and the weights' range; a sparse graph keeps its arcs.
    Matrix release() &&;
    /// Whether algorithms can start from the matrix of a dense graph as it is.
    bool starts_as(Dtype dtype, Semiring semiring) const noexcept {
        return dense() && dense_->dtype() == dtype && !is_integral(dtype) &&
               semiring == Semiring::min_plus && !potentials_;
    }

  private:
    struct CompressedRows {
        std::vector<std::size_t> offsets;
        std::vector<std::uint32_t> targets;
        std::vector<double> weights;
        mutable signed char symmetric = -1;  // not known yet; by several threads
    };
    const CompressedRows& rows() const noexcept;
    template <class T>
    void note_weights(const WeightRange<T>& range);
    template <class T, class Row>
    void fill_row(Row row, std::size_t i, Semiring semiring) const;
    void check_integral(Dtype dtype) const;

    std::string origin_;
    std::size_t n_ = 0;
    std::size_t arcs_ = 0;
    double min_weight_ = 0;
    double max_weight_ = 0;
    double smallest_magnitude_ = 0;
    bool integral_ = true;
    std::shared_ptr<Matrix> dense_;  // dense graphs only; changed only by a sole owner
    std::shared_ptr<const CompressedRows> sparse_;  // sparse graphs only
    std::shared_ptr<const Potentials> potentials_;
    std::shared_ptr<const NegativeReach> negative_reach_;
};

template <class F>
void Graph::for_each_arc(std::size_t source, F&& f) const {
    if (!dense()) {
        const CompressedRows& rows = *sparse_;
        for (std::size_t a = rows.offsets[source]; a < rows.offsets[source + 1]; ++a) {
            f(std::size_t{rows.targets[a]}, rows.weights[a]);
        }
        return;
    }
    visit(dense_->dtype(), [&](auto zero) {
        using T = decltype(zero);
        const std::span<const T> row = matrix()->row<T>(source);
        for (std::size_t j = 0; j < n_; ++j) {
            const bool absent = row[j] == infinity<T>() || (j == source && row[j] == zero);
            if (!absent) f(j, static_cast<double>(row[j]));
        }
    });
}

template <class F>
void Graph::for_each_cost(std::size_t source, F&& f) const {
    if (!potentials_) return for_each_arc(source, f);
    const Potentials& h = *potentials_;
    for_each_arc(source, [&](std::size_t j, double w) { f(j, h.cost(source, j, w)); });
}

}  // namespace apsp
