// Chooses how to find a table, and has it found.
#include "apsp/table.hpp"

#include <numeric>

#include "algorithms/row_maker.hpp"
#include "base/host_memory.hpp"
#include "base/parallel_for.hpp"
#include "base/stop.hpp"
#include "near/near_rows.hpp"
#include "near/predecessors.hpp"
#include "near/table_descent.hpp"
#include "near/turned_round.hpp"
#include "near/whole_rows.hpp"

namespace apsp {
namespace {

std::vector<std::uint32_t> vertices_of(const std::vector<std::size_t>& named, std::size_t n,
                                       const char* what) {
    check_vertices(named, n, what);
    if (named.empty()) return vertices_in({0, n});
    return {named.begin(), named.end()};
}

class TableAnswer {
  public:
    TableAnswer(const Graph& graph, const TableOptions& options)
        : graph_(graph),
          options_(options),
          sources_(vertices_of(options.sources, graph.vertices(), "source")),
          targets_(vertices_of(options.targets, graph.vertices(), "target")),
          elimination_(graph, options.elimination) {
        table_.rows = sources_.size();
        table_.columns = targets_.size();
        table_.dtype = choose_dtype(graph, Semiring::min_plus, options.dtype).dtype;
        table_.memory = allocate_host(table_.rows * table_.columns * size_of(table_.dtype));
    }

    DistanceTable find() {
        table_.algorithm = choose_way(graph_, options_, std::min(sources_.size(), targets_.size()),
                                      elimination_, [&](const Fill& fill) {
                                          constexpr double kSources = 16;  // that share a vector
                                          return static_cast<double>(sources_.size()) / kSources *
                                                 fill.entries * measured::pairs::kVector;
                                      });
        if (table_.algorithm == Algorithm::sparse) {
            const auto tree = elimination_.tree();
            descend_table(graph_, *tree, sources_, targets_, options_.progress, table_);
        } else if (graph_.min_weight() >= 0 && targets_.size() < sources_.size()) {
            solve_for(turned_round(graph_), targets_, [&](std::size_t j, auto row) {
                using T = typename decltype(row)::value_type;
                for (std::size_t i = 0; i < sources_.size(); ++i) {
                    table_.row<T>(i)[j] = row[sources_[i]];
                }
            });
        } else {
            solve_for(graph_, sources_, [&](std::size_t i, auto row) {
                using T = typename decltype(row)::value_type;
                const std::span<T> to = table_.row<T>(i);
                for (std::size_t j = 0; j < targets_.size(); ++j) to[j] = row[targets_[j]];
            });
        }
        if (options_.predecessors) find_predecessors(graph_, sources_, targets_, table_);
        return std::move(table_);
    }

  private:
    template <class Use>
    void solve_for(const Graph& graph, const std::vector<std::uint32_t>& vertices, const Use& use) {
        table_.algorithm = solve_for_rows(graph, options_, table_.dtype, vertices, use);
    }

    const Graph& graph_;
    const TableOptions& options_;
    std::vector<std::uint32_t> sources_, targets_;
    DistanceTable table_;
    WholeElimination elimination_;
};

}  // namespace

DistanceTable distance_table(const Graph& graph, const TableOptions& options) {
    const StopScope stop(options.stop);
    return TableAnswer(graph, options).find();
}

}  // namespace apsp
