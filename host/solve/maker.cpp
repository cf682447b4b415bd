// See maker.hpp.
#include "solve/maker.hpp"

#include <fmt/core.h>

namespace apsp {

ResultRows::Coming Maker::coming() const {
    using enum ResultRows::Coming;
    if (plan_.whole_matrix) return all_to_stay;
    return plan_.layout == Layout::by_rows ? wanted : all;
}

void Maker::give(ResultRows& result) {
    const Stopwatch watch;
    result.take({0, plan_.matrix.n}, distances().data());
    seconds().download += watch.seconds();
}

Matrix Maker::find_predecessors() {
    Matrix predecessors(plan_.matrix.n, Dtype::i32);
    find_paths(distances(), find_tight_arcs(graph_, distances()), predecessor_search(),
               predecessors);
    return predecessors;
}

void Maker::warn_of_nothing_to_resume() {
    solution_.warnings.push_back(
        fmt::format("workspace {}: found nothing to resume; the solve started anew",
                    plan_.options.workspace.string()));
}

Matrix Maker::take_matrix() {
    const Semiring semiring = plan_.options.semiring;
    return plan_.keep_graph ? graph_.to_matrix(dtype(), semiring)
                            : std::move(graph_).to_matrix(dtype(), semiring);
}

std::unique_ptr<Maker> make_maker(const SolvePlan& plan, Graph& graph, Solution& solution) {
    if (plan.whole_matrix && !plan.options.workspace.empty())
        return make_file_maker(plan, graph, solution);
    switch (plan.layout) {
        case Layout::whole: return make_whole_maker(plan, graph, solution);
        case Layout::shares: return make_share_maker(plan, graph, solution);
        case Layout::streamed: return make_stream_maker(plan, graph, solution);
        case Layout::by_rows: break;
    }
    return make_row_maker(plan, graph, solution);
}

}  // namespace apsp
