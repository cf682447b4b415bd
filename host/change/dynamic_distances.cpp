// See apsp/dynamic_distances.hpp.
#include "apsp/dynamic_distances.hpp"

#include <optional>
#include <utility>

#include "base/stop.hpp"
#include "base/text.hpp"
#include "base/threads_for.hpp"
#include "change/change_step.hpp"
#include "change/changing_graph.hpp"

namespace apsp {

struct DynamicDistances::State {
    ChangingGraph graph;
    Matrix distances;
    Paths paths;
    SolveOptions options;
    std::optional<Device> device = {};  ///< Else the best one.
    double largest = -1;                ///< See Changing; negative while it is not known.

    Solution solve_anew() const;
    template <class T>
    ChangeReport change(std::span<const ArcChange> changes);
};

namespace {

void check(const SolveOptions& options) {
    const char* why = nullptr;
    if (options.semiring != Semiring::min_plus) why = "over min-plus only";
    if (!options.rows.empty() || !options.keep_distances) why = "of all rows only";
    if (!options.workspace.empty()) why = "in memory only";
    if (why == nullptr) return;
    throw Error(ErrorKind::usage, fmt::format("distances are changed {}", why));
}

SolveOptions checked(SolveOptions options) {
    check(options);
    options.elimination.reset();  // of other arcs, after a change
    options.statistics = options.summary = false;
    options.take_rows = {};
    return options;
}

/// Of a graph, and where.
template <class... Where>
Solution first_solution(const SolveOptions& options, const Where&... where) {
    check(options);
    return solve(where..., options);
}

/// Elements of another type. @throws Error bad_input where that does not hold them
Matrix converted(const Matrix& from, Dtype dtype) {
    Matrix to(from.n(), dtype);
    visit(dtype, [&](auto to_zero) {
        using T = decltype(to_zero);
        visit(from.dtype(), [&](auto from_zero) {
            using F = decltype(from_zero);
            for (std::size_t i = 0; i < from.n(); ++i) {
                const auto row = from.row<F>(i);
                for (std::size_t j = 0; j < from.n(); ++j) {
                    const auto sum =
                        row[j] == infinity<F>() ? no_sum<T>() : static_cast<Sum<T>>(row[j]);
                    to.row<T>(i)[j] = fitted<T>(sum, i, j);
                }
            }
        });
    });
    return to;
}

}  // namespace

DynamicDistances::DynamicDistances(Graph graph, const SolveOptions& options)
    : DynamicDistances(graph, first_solution(options, graph), options) {}

DynamicDistances::DynamicDistances(Graph graph, const Device& device, const SolveOptions& options)
    : DynamicDistances(graph, first_solution(options, graph, device), options) {
    state_->device = device;
}

DynamicDistances::DynamicDistances(Graph graph, Solution solution, const SolveOptions& options)
    : DynamicDistances(std::move(graph), std::move(solution.distances), std::move(solution.paths),
                       options) {}

DynamicDistances::DynamicDistances(Graph graph, Matrix distances, Paths paths,
                                   const SolveOptions& options) {
    const std::size_t n = graph.vertices();
    const bool fits =
        distances.n() == n && distances.rows() == n && (paths.n() == 0 || paths.n() == n);
    if (!fits) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: distances of {} rows and {} columns, predecessors of {}; "
                                "expected {} vertices",
                                graph.origin(), distances.rows(), distances.n(), paths.n(), n));
    }
    if (is_integral(distances.dtype()) && !graph.integral()) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: weights are not integers, but distances are {}",
                                graph.origin(), name(distances.dtype())));
    }
    state_ = std::make_unique<State>(State{ChangingGraph(std::move(graph)), std::move(distances),
                                           std::move(paths), checked(options)});
    state_->options.dtype = state_->distances.dtype();
    state_->options.paths = state_->paths.n() != 0;
}

DynamicDistances::DynamicDistances(DynamicDistances&&) noexcept = default;
DynamicDistances& DynamicDistances::operator=(DynamicDistances&&) noexcept = default;
DynamicDistances::~DynamicDistances() = default;

/// In its type where that is proven to hold the distances before they are known, else in the one
/// that is.
Solution DynamicDistances::State::solve_anew() const {
    const Graph now = graph.graph();
    SolveOptions anew = options;
    try {
        choose_dtype(now, Semiring::min_plus, options.dtype);
    } catch (const NegativeCycle&) {
        throw;
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::bad_input) throw;
        anew.dtype.reset();
    }
    Solution solution = device ? solve(now, *device, anew) : solve(now, anew);
    if (solution.distances.dtype() != *options.dtype) {
        solution.distances = converted(solution.distances, *options.dtype);
    }
    return solution;
}

template <class T>
ChangeReport DynamicDistances::State::change(std::span<const ArcChange> changes) {
    ChangeReport report;
    Matrix predecessors = std::move(paths).release();
    struct Returned {
        Paths& paths;
        Matrix& predecessors;
        ~Returned() { paths = predecessors.n() != 0 ? Paths(std::move(predecessors)) : Paths(); }
    } const give_back{paths, predecessors};
    ChangeStep<T> step(
        {graph, distances, predecessors.n() != 0 ? &predecessors : nullptr, largest});
    step.make(changes, report);
    if (report.solved) {
        Solution solution = solve_anew();
        distances = std::move(solution.distances);
        predecessors = std::move(solution.paths).release();
        largest = -1;
    }
    step.keep();
    return report;
}

ChangeReport DynamicDistances::change(std::span<const ArcChange> changes) {
    const StopScope scope(state_->options.stop);
    const ThreadsFor threads(state_->graph.vertices());
    check_stop();
    return visit(state_->distances.dtype(),
                 [&](auto zero) { return state_->template change<decltype(zero)>(changes); });
}

Graph DynamicDistances::graph() const {
    return state_->graph.graph();
}
const Matrix& DynamicDistances::distances() const noexcept {
    return state_->distances;
}
const Paths& DynamicDistances::paths() const noexcept {
    return state_->paths;
}
Matrix DynamicDistances::release_distances() && noexcept {
    return std::move(state_->distances);
}
Paths DynamicDistances::release_paths() && noexcept {
    return std::move(state_->paths);
}

}  // namespace apsp
