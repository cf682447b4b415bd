// See apsp/dynamic_distances.hpp.
#include "apsp/dynamic_distances.hpp"

#include <optional>
#include <utility>

#include "backends/backend.hpp"
#include "base/rates.hpp"
#include "base/stop.hpp"
#include "base/text.hpp"
#include "change/change_step.hpp"
#include "change/changing_graph.hpp"
#include "change/held_distances.hpp"
#include "solve/estimate.hpp"
#include "solve/plan.hpp"

namespace apsp {

struct DynamicDistances::State {
    ChangingGraph graph;
    HeldDistances distances;
    Paths paths;
    SolveOptions options;
    std::optional<Device> device;  ///< If empty, the best one is used.
    double most_for_solve;         ///< See Changing.
    double largest = -1;           ///< See Changing; negative while it is not known.

    Solution solve_anew();
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
    throw Error(ErrorKind::usage, fmt::format("distances can be changed {}", why));
}

SolveOptions checked(SolveOptions options) {
    check(options);
    options.elimination.reset();  // it would be of other arcs after a change
    options.statistics = options.summary = false;
    options.take_rows = {};
    return options;
}

/// Solves a graph. Distances stay on the device, if one is given and there are no predecessors.
Solution solved(const Graph& graph, const Device* device, SolveOptions options) {
    check(options);
    if (device == nullptr) return solve(graph, options);
    options.leave_on_device = !options.paths;
    return solve(graph, *device, options);
}

/// The distances of a solution, which is left without.
HeldDistances held(Solution& solution, const Device* device) {
    if (solution.on_device && !solution.on_device->in_host()) {
        return HeldDistances(std::move(*std::move(*solution.on_device).release()));
    }
    if (solution.on_device) {
        solution.distances = std::move(*std::move(*solution.on_device).release()).release();
    }
    return {std::move(solution.distances), solution.paths.n() != 0 ? nullptr : device};
}

Solution solution_of(Matrix distances, Paths paths) {
    Solution solution;
    solution.distances = std::move(distances);
    solution.paths = std::move(paths);
    return solution;
}

/// See Changing: as the solve has estimated it, or what the dense closure takes on the device.
double most_for_solve(const Graph& graph, const Solution& solution, const Device* device) {
    double seconds = kInfinity;
    if (!solution.estimates.empty()) {
        seconds = solution.estimates.front().seconds;
    } else if (device != nullptr && !is_processor(*device)) {
        EngineOptions engine;
        engine.n = graph.vertices();
        engine.dtype = solution.dtype();
        seconds = estimate(graph, {*device}, engine, {}).seconds();
    }
    const double copies = device == nullptr || is_processor(*device) ? 0 : 2;
    return measured::changes::kStart + measured::changes::kSumsASecond * seconds +
           copies * measured::changes::kSumsOfACopiedByte *
               static_cast<double>(plan(graph.vertices(), solution.dtype()).matrix_bytes);
}

/// The matrix with elements of another type. @throws Error bad_input if that does not hold them
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
    : DynamicDistances(graph, solved(graph, nullptr, options), options, nullptr) {}

DynamicDistances::DynamicDistances(Graph graph, const Device& device, const SolveOptions& options)
    : DynamicDistances(graph, solved(graph, &device, options), options, &device) {}

DynamicDistances::DynamicDistances(Graph graph, Matrix distances, Paths paths,
                                   const SolveOptions& options)
    : DynamicDistances(std::move(graph), solution_of(std::move(distances), std::move(paths)),
                       options, nullptr) {}

DynamicDistances::DynamicDistances(Graph graph, Solution solution, const SolveOptions& options,
                                   const Device* device) {
    const std::size_t n = graph.vertices();
    const Matrix& distances = solution.distances;
    const Dtype dtype = solution.dtype();
    const bool with_paths = solution.paths.n() != 0;
    const bool square = solution.on_device || (distances.n() == n && distances.rows() == n);
    if (!square || (with_paths && solution.paths.n() != n)) {
        throw Error(
            ErrorKind::bad_input,
            fmt::format("{}: distances of {} rows and {} columns, predecessors of {}; "
                        "expected {} vertices",
                        graph.origin(), distances.rows(), distances.n(), solution.paths.n(), n));
    }
    if (is_integral(dtype) && !graph.integral()) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: weights are not integers, but distances are {}",
                                graph.origin(), name(dtype)));
    }
    const double most = most_for_solve(graph, solution, device);
    state_ = std::make_unique<State>(State{
        .graph = ChangingGraph(std::move(graph)),
        .distances = held(solution, device),
        .paths = std::move(solution.paths),
        .options = checked(options),
        .device = device != nullptr ? std::optional(*device) : std::nullopt,
        .most_for_solve = most,
    });
    state_->options.dtype = dtype;
    state_->options.paths = with_paths;
}

DynamicDistances::DynamicDistances(DynamicDistances&&) noexcept = default;
DynamicDistances& DynamicDistances::operator=(DynamicDistances&&) noexcept = default;
DynamicDistances::~DynamicDistances() = default;

/// Solves in the type of the distances if it is known beforehand to hold them, otherwise in a type
/// that does, and converts the result.
Solution DynamicDistances::State::solve_anew() {
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
    Solution solution = solved(now, device ? &*device : nullptr, anew);
    if (!solution.estimates.empty()) {
        most_for_solve = apsp::most_for_solve(now, solution, device ? &*device : nullptr);
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
    ChangeStep<T> step({graph, distances, predecessors.n() != 0 ? &predecessors : nullptr, largest,
                        most_for_solve});
    step.make(changes, report);
    if (report.solved) {
        Solution solution = solve_anew();
        HeldDistances found = held(solution, device ? &*device : nullptr);
        if (found.dtype() == *options.dtype) {
            distances = std::move(found);
        } else {
            distances.assign(converted(found.all(), *options.dtype));
        }
        predecessors = std::move(solution.paths).release();
        largest = -1;
    }
    step.keep();
    return report;
}

ChangeReport DynamicDistances::change(std::span<const ArcChange> changes) {
    const StopScope scope(state_->options.stop);
    check_stop();
    return visit(dtype(),
                 [&](auto zero) { return state_->template change<decltype(zero)>(changes); });
}

std::size_t DynamicDistances::vertices() const noexcept {
    return state_->distances.n();
}
Dtype DynamicDistances::dtype() const noexcept {
    return state_->distances.dtype();
}
Graph DynamicDistances::graph() const {
    return state_->graph.graph();
}

Matrix DynamicDistances::rows(std::span<const std::uint32_t> vertices) const {
    return state_->distances.rows(vertices);
}

std::vector<double> DynamicDistances::entries(std::span<const VertexPair> pairs) const {
    return state_->distances.real_entries(pairs);
}

Statistics DynamicDistances::statistics(const StatisticsOptions& options) const {
    return state_->distances.statistics(options);
}

const Matrix& DynamicDistances::distances() const {
    return state_->distances.all();
}
const Paths& DynamicDistances::paths() const noexcept {
    return state_->paths;
}
Matrix DynamicDistances::release_distances() && {
    return std::move(state_->distances).release();
}
Paths DynamicDistances::release_paths() && noexcept {
    return std::move(state_->paths);
}

}  // namespace apsp
