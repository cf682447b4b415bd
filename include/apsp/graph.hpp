// The input of a solve: a directed graph with weights, sparse (arcs) or dense (a matrix).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "apsp/export.h"
#include "apsp/matrix.hpp"
#include "apsp/potentials.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

/// An arc from `source` to `target`, vertices counted from 0.
struct Arc {
    std::uint32_t source;
    std::uint32_t target;
    double weight;
};

/// Which of parallel arcs counts; semirings that prefer large weights want the largest.
enum class Parallel { smallest, largest };

/// A directed graph. Whatever it is made from, it then holds: at most one arc a pair (of parallel
/// ones the smallest, or the largest if asked), no self-loop of weight >= 0, no NaN, no -0.0;
/// weights finite in f64.
class APSP_EXPORT Graph {
  public:
    /// More vertices than this are refused on sight: their matrix would take terabytes.
    static constexpr std::size_t kMaxVertices = std::size_t{1} << 22;

    /// A sparse graph of n vertices. `origin` names it in messages: a file, or how it was made.
    /// @throws Error bad_input for n = 0, an end outside 0..n-1 or a weight that is not finite;
    ///         out_of_memory for n > kMaxVertices
    static Graph from_arcs(std::size_t n, std::vector<Arc> arcs, std::string origin,
                           Parallel parallel = Parallel::smallest);

    /// A dense graph: entry (i, j) is the weight of arc i -> j, `infinity<T>()` is no arc.
    /// @throws Error bad_input for n = 0, NaN, -infinity or an integer above the sentinel
    static Graph from_matrix(Matrix weights, std::string origin);

    std::size_t vertices() const noexcept { return n_; }
    std::size_t arcs() const noexcept { return arcs_; }
    const std::string& origin() const noexcept { return origin_; }
    bool dense() const noexcept { return dense_.n() != 0; }
    /// The matrix of a dense graph, null for a sparse one.
    const Matrix* matrix() const noexcept { return dense() ? &dense_ : nullptr; }

    /// Over all arcs; 0 and 0 when there is none.
    double min_weight() const noexcept { return min_weight_; }
    double max_weight() const noexcept { return max_weight_; }
    /// The smallest |weight| that is not 0; 0 when there is none.
    double smallest_magnitude() const noexcept { return smallest_magnitude_; }
    /// Whether every weight is an integer.
    bool integral() const noexcept { return integral_; }

    /// Calls f(target, weight) for each arc out of `source`, targets ascending.
    template <class F>
    void for_each_arc(std::size_t source, F&& f) const;

    /// The weight of the arc source -> target, +infinity where there is none. O(log degree).
    double weight(std::size_t source, std::size_t target) const;

    /// Potentials turn weights into costs that are not negative, whose shortest paths are the same:
    /// costs are what matrices are made of from then on. Without potentials they are the weights.
    void set_potentials(Potentials potentials);
    const std::shared_ptr<const Potentials>& potentials() const noexcept { return potentials_; }
    /// As for_each_arc, f(target, cost).
    template <class F>
    void for_each_cost(std::size_t source, F&& f) const;
    /// No cost is below, or above.
    double min_cost() const noexcept { return potentials_ ? 0 : min_weight_; }
    double max_cost() const noexcept {
        return potentials_ ? max_weight_ + potentials_->spread() : max_weight_;
    }
    /// Whether every cost is an integer.
    bool integral_costs() const noexcept {
        return integral_ && (!potentials_ || potentials_->integral());
    }

    /// Whether every arc has a reverse of the same weight. Looks at every arc.
    bool symmetric() const;

    /// The matrix that algorithms start from: `one<T>` on the diagonal, costs, and `zero<T>` where
    /// there is no arc. A cost beyond `path_limit` is left out, too; whether that matters is what
    /// `choose_dtype` finds out.
    /// @throws Error bad_input for fractions in integer types
    Matrix to_matrix(Dtype dtype, Semiring semiring = Semiring::min_plus) const&;
    /// The same, and a dense graph gives up its matrix: without a copy if it is of that type.
    /// A sparse graph keeps its arcs.
    Matrix to_matrix(Dtype dtype, Semiring semiring = Semiring::min_plus) &&;

    /// The same into a matrix of n vertices that is there already.
    void fill_matrix(Matrix& matrix, Semiring semiring = Semiring::min_plus) const {
        fill_rows(matrix, {0, n_}, semiring);
    }
    /// Only these rows of it; memory of others is not touched.
    void fill_rows(Matrix& matrix, Range rows, Semiring semiring = Semiring::min_plus) const;
    /// The same to any memory, where rows are as far apart as those of a Matrix.
    void write_rows(void* to, Dtype dtype, Range rows, Semiring semiring) const;
    /// A dense graph gives up its matrix, and keeps the number of vertices and the weights' range;
    /// a sparse one has none, with n() = 0, and keeps its arcs.
    Matrix release() && { return std::move(dense_); }
    /// Whether the matrix of a dense graph is what algorithms start from, as it is.
    bool starts_as(Dtype dtype, Semiring semiring) const noexcept {
        return dense() && dense_.dtype() == dtype && !is_integral(dtype) &&
               semiring == Semiring::min_plus && !potentials_;
    }

    /// A copy: as much memory again.
    Graph clone() const;

  private:
    friend struct Members;
    template <class F>
    void for_each_member(F&& f) {
        f(origin_), f(n_), f(arcs_), f(min_weight_), f(max_weight_), f(integral_);
        f(smallest_magnitude_);
        f(offsets_), f(targets_), f(weights_);
    }
    void note_weights(double smallest, double largest, double magnitude, bool integral);
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
    Matrix dense_;                      // dense graphs only
    std::vector<std::size_t> offsets_;  // sparse: arcs of i are offsets_[i] .. offsets_[i + 1] - 1
    std::vector<std::uint32_t> targets_;
    std::vector<double> weights_;
    std::shared_ptr<const Potentials> potentials_;
};

template <class F>
void Graph::for_each_arc(std::size_t source, F&& f) const {
    if (!dense()) {
        for (std::size_t a = offsets_[source]; a < offsets_[source + 1]; ++a) {
            f(std::size_t{targets_[a]}, weights_[a]);
        }
        return;
    }
    visit(dense_.dtype(), [&](auto zero) {
        using T = decltype(zero);
        auto row = dense_.row<T>(source);
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
