// See changing_graph.hpp.
#include "change/changing_graph.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "graph/rounding.hpp"
#include "graph/vertex_error.hpp"

namespace apsp {

ChangingGraph::ChangingGraph(Graph graph)
    : origin_(graph.origin()),
      n_(graph.vertices()),
      negative_(graph.min_weight() < 0),
      integral_(graph.integral()),
      largest_magnitude_(graph.largest_magnitude()) {
    if (graph.dense()) {
        weights_ = graph.owns_matrix() ? std::move(graph).release() : graph.matrix()->clone();
        return;
    }
    out_.resize(n_);
    into_.resize(n_);
    arcs_ = graph.arcs();
    for (std::uint32_t i = 0; i < n_; ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double w) {
            out_[i].push_back({static_cast<std::uint32_t>(j), w});
            into_[j].push_back({i, w});
        });
    }
}

Graph ChangingGraph::graph() const {
    if (dense()) return Graph::from_matrix(weights_.clone(), origin_);
    std::vector<Arc> arcs;
    arcs.reserve(arcs_);
    for (std::uint32_t i = 0; i < n_; ++i) {
        for (const End& end : out_[i]) arcs.push_back({i, end.vertex, end.weight});
    }
    return Graph::from_arcs(n_, std::move(arcs), origin_);
}

double ChangingGraph::mean_degree() const {
    const auto n = static_cast<double>(n_);
    return dense() ? n : static_cast<double>(arcs_) / n;
}

bool ChangingGraph::exact(Dtype dtype) const {
    return is_integral(dtype) || (integral_ && exact_paths(dtype, n_, largest_magnitude_));
}

double ChangingGraph::weight(std::size_t source, std::size_t target) const {
    if (dense()) {
        return visit(weights_.dtype(), [&](auto zero) {
            using T = decltype(zero);
            const T w = weights_.row<T>(source)[target];
            const bool none = w == infinity<T>() || (source == target && w == 0);
            return none ? kInfinity : static_cast<double>(w);
        });
    }
    const List& list = out_[source];
    const auto found = std::ranges::lower_bound(list, target, {}, &End::vertex);
    return found != list.end() && found->vertex == target ? found->weight : kInfinity;
}

double ChangingGraph::checked(const ArcChange& change) const {
    const auto refuse = [&](const std::string& why) {
        throw VertexError(ErrorKind::bad_input, origin_ + ": changed arc",
                          {change.source, change.target}, ' ' + why);
    };
    if (change.source >= n_ || change.target >= n_) {
        refuse(fmt::format("is outside the vertices 0 .. {}", n_ - 1));
    }
    const double w = change.weight + 0.0;  // -0.0 becomes 0.0
    if (!(w > -kInfinity)) {
        refuse(fmt::format("has weight {}, expected a finite number, or infinity for no arc", w));
    }
    if (w == kInfinity || (change.source == change.target && w >= 0)) return kInfinity;
    if (!dense()) return w;
    return visit(weights_.dtype(), [&](auto zero) {
        using T = decltype(zero);
        const bool fraction = std::is_integral_v<T> && w != std::trunc(w);
        if (fraction || w > path_limit<T>() ||
            w < static_cast<double>(std::numeric_limits<T>::lowest())) {
            refuse(fmt::format("has weight {}, which the graph's matrix of {} does not hold", w,
                               name(kDtypeOf<T>)));
        }
        return static_cast<double>(static_cast<T>(w));
    });
}

ChangingGraph::List::iterator ChangingGraph::place(List& list, std::size_t vertex) {
    return std::ranges::lower_bound(list, vertex, {}, &End::vertex);
}

void ChangingGraph::set(List& list, std::size_t vertex, double weight) {
    const auto found = place(list, vertex);
    const bool there = found != list.end() && found->vertex == vertex;
    if (weight == kInfinity) {
        if (there) list.erase(found);
    } else if (there) {
        found->weight = weight;
    } else {
        list.insert(found, {static_cast<std::uint32_t>(vertex), weight});
    }
}

void ChangingGraph::set(std::size_t source, std::size_t target, double weight) {
    if (dense()) {
        visit(weights_.dtype(), [&](auto zero) {
            using T = decltype(zero);
            const T none = source == target ? T{0} : infinity<T>();
            weights_.row<T>(source)[target] = weight == kInfinity ? none : static_cast<T>(weight);
        });
    } else {
        // Undoing a change must not need memory.
        const bool inserts = weight != kInfinity && this->weight(source, target) == kInfinity;
        if (inserts) into_[target].reserve(into_[target].size() + 1);
        const std::size_t before = out_[source].size();
        set(out_[source], target, weight);
        set(into_[target], source, weight);
        arcs_ += out_[source].size() - before;
    }
    if (weight == kInfinity) return;
    negative_ = negative_ || weight < 0;
    integral_ = integral_ && weight == std::trunc(weight);
    largest_magnitude_ = std::max(largest_magnitude_, std::abs(weight));
}

}  // namespace apsp
