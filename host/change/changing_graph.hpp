// A graph whose arcs change one by one, in O(degree) each. It is stored by rows and, if it is
// sparse, by columns, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "apsp/dynamic_distances.hpp"
#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"

namespace apsp {

class ChangingGraph {
  public:
    explicit ChangingGraph(Graph graph);

    /// The graph with all changes. Takes O(m), or O(n^2) if it is dense.
    Graph graph() const;

    std::size_t vertices() const { return n_; }
    bool dense() const { return weights_.n() != 0; }
    /// The matrix of a dense graph, as Graph::matrix.
    const Matrix& matrix() const { return weights_; }
    /// The mean number of arcs into a vertex; n for a dense graph.
    double mean_degree() const;
    /// Whether some weight is, or has been, below 0.
    bool negative() const { return negative_; }
    /// Whether no sum along a path is, or has been, rounded in the type.
    bool exact(Dtype dtype) const;
    /// +infinity where there is no arc.
    double weight(std::size_t source, std::size_t target) const;

    /// The weight that the arc will have after the change.
    /// @throws Error bad_input if the arc or the weight is not valid, or if the graph's matrix does
    /// not hold the weight
    double checked(const ArcChange& change) const;
    /// Gives an arc a weight that has been checked. @throws std::bad_alloc, and then nothing has
    /// changed; not where it gives an arc the weight back that it had before
    void set(std::size_t source, std::size_t target, double weight);

    /// Calls f(source, weight) for the arcs into a vertex of a sparse graph.
    template <class F>
    void for_each_into(std::size_t target, F&& f) const {
        for (const End& end : into_[target]) f(std::size_t{end.vertex}, end.weight);
    }
    /// Calls f(target, weight) for the arcs out of a vertex of a sparse graph.
    template <class F>
    void for_each_out(std::size_t source, F&& f) const {
        for (const End& end : out_[source]) f(std::size_t{end.vertex}, end.weight);
    }

  private:
    struct End {
        std::uint32_t vertex;
        double weight;
    };
    using List = std::vector<End>;  // vertices ascending
    static List::iterator place(List& list, std::size_t vertex);
    static void set(List& list, std::size_t vertex, double weight);

    std::string origin_;
    std::size_t n_;
    std::size_t arcs_ = 0;  // of a sparse graph
    bool negative_;
    bool integral_;
    double largest_magnitude_;
    Matrix weights_;
    std::vector<List> out_, into_;
};

}  // namespace apsp
