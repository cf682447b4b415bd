// See find_paths.hpp.
#include "core/find_paths.hpp"

#include <optional>

#include "backends/backend.hpp"
#include "core/mend_paths.hpp"

namespace apsp {

void find_paths(const Graph& graph, const Matrix& distances, bool weights_kept, Engine& engine,
                Matrix& predecessors) {
    std::optional<TightArcs> arcs;
    const auto mend = [&](const TightRule& rule, bool circles) {
        const auto rows = rows_to_mend(distances, rule, circles, predecessors);
        if (rows.empty()) return;
        if (!arcs) arcs = find_tight_arcs(graph, distances);
        mend_paths(distances, *arcs, rows, predecessors);
    };
    if (weights_kept) {
        const TightRule rule = tight_rule(graph, distances);
        mend(rule, engine.find_predecessors(rule, predecessors));
    } else {
        arcs = find_tight_arcs(graph, distances);
        engine.predecessors(*arcs, predecessors);
        mend(*arcs, arcs->circles);
    }
}

void find_paths(const Graph& graph, Matrix& distances, Matrix& predecessors) {
    EngineOptions options;
    options.n = distances.n();
    options.dtype = distances.dtype();
    options.algorithm = Algorithm::kleene;
    options.paths = true;
    const auto engine = backend("cpu").open({}, options);
    engine->upload(distances);
    find_paths(graph, distances, false, *engine, predecessors);
}

}  // namespace apsp
