// See ladder.hpp.
#include "measure/ladder.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "apsp/generate.hpp"
#include "apsp/verify.hpp"
#include "base/spread.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "graph/equal_matrices.hpp"

namespace apsp {
namespace {

/// Runs shorter than that say more about launches than about the work.
constexpr double kEnoughToEstimate = 0.05;
constexpr std::size_t kSmallest = 128;  // vertices of the first estimate

double cubed(double x) {
    return x * x * x;
}

/// Long paths, in any type: dense random graphs are solved after two hops.
Graph make_input(std::size_t n, Dtype dtype, bool symmetric) {
    if (!symmetric && dtype != Dtype::u8) return ring_graph(n);
    const Graph sparse = random_graph(n, std::min(1.0, 16.0 / static_cast<double>(n)));
    if (!symmetric) return sparse;
    std::vector<Arc> arcs;
    for (std::uint32_t i = 0; i < n; ++i) {
        sparse.for_each_arc(i, [&](std::size_t target, double weight) {
            const auto j = static_cast<std::uint32_t>(target);
            if (j < i) return;
            arcs.push_back({i, j, weight});
            arcs.push_back({j, i, weight});
        });
    }
    return Graph::from_arcs(n, std::move(arcs), "undirected");
}

/// A graph and what the program's own `cpu` says of it.
struct Problem {
    Graph graph;
    Matrix expected;
};

class Climb {
  public:
    Climb(const Device& device, const Device& cpu, const LadderOptions& options)
        : device_(device), cpu_(cpu), options_(options), measured_limit_(measured_limit(0.2)) {}

    std::vector<LadderRow> run() {
        std::vector<Attempt> attempts;
        for (const LadderStep& step : ladder_steps()) attempts.push_back(estimate(step));
        std::vector<Attempt*> by_time;
        for (Attempt& attempt : attempts) by_time.push_back(&attempt);
        std::ranges::stable_sort(by_time, {}, [](const Attempt* a) { return a->seconds; });
        for (Attempt* attempt : by_time) first_run(*attempt);
        for (std::size_t round = 0; round < options_.repeat; ++round) {
            for (Attempt* attempt : by_time) timed_run(*attempt);
        }
        std::vector<LadderRow> rows;
        for (Attempt& attempt : attempts) rows.push_back(std::move(attempt.row));
        return rows;
    }

  private:
    struct Attempt {
        LadderRow row;
        SolveOptions options;
        double seconds = 0;  // that a run takes: estimated, then measured
    };
    using Key = std::pair<Dtype, bool>;

    const Device& device_of(const LadderStep& step) const { return step.on_cpu ? cpu_ : device_; }
    double left() const { return options_.budget - watch_.seconds(); }

    /// What a run of n vertices takes, from runs of fewer.
    Attempt estimate(const LadderStep& step) {
        const Device& device = device_of(step);
        Attempt attempt;
        attempt.row.step = &step;
        attempt.row.dtype = step.dtype.value_or(options_.dtype);
        attempt.row.limit = nominal_limit(device, attempt.row.dtype);
        if (device.kind == DeviceKind::cpu) attempt.row.limit = measured_limit_;
        attempt.options.algorithm = step.algorithm;
        attempt.options.variant = step.variant;
        attempt.options.dtype = attempt.row.dtype;
        attempt.options.tile = step.tile;
        attempt.options.symmetric = step.symmetric;
        if (!has(device, step)) {
            attempt.row.status = LadderRow::Status::unsupported;
            attempt.row.reason = device.backend + " does not have it";
            return attempt;
        }
        guarded(attempt, [&] {
            for (std::size_t n = std::min(kSmallest, options_.n); n < options_.n; n *= 2) {
                const Graph graph = make_input(n, attempt.row.dtype, step.symmetric);
                double seconds = solve_once(graph, attempt).seconds.compute;
                if (seconds < kEnoughToEstimate) {  // the first may have compiled a kernel
                    seconds = std::min(seconds, solve_once(graph, attempt).seconds.compute);
                }
                const double share = static_cast<double>(options_.n) / static_cast<double>(n);
                attempt.seconds = seconds * cubed(share);
                // More vertices take eight times as long, and may show that launches were most of
                // it.
                const double fair = options_.budget / static_cast<double>(ladder_steps().size());
                const bool close = attempt.seconds < fair || 8 * seconds > fair / 2;
                if (seconds >= kEnoughToEstimate && close) return;
            }
        });
        return attempt;
    }

    void first_run(Attempt& attempt) {
        if (attempt.row.status != LadderRow::Status::measured) return;
        if (attempt.seconds > left()) {
            attempt.row.status = LadderRow::Status::skipped;
            attempt.row.reason = fmt::format("estimated {:.3g} s, {:.3g} s left of the budget",
                                             attempt.seconds, std::max(0.0, left()));
            return;
        }
        const Problem& problem = problem_of(attempt.row);
        guarded(attempt, [&] {
            const Solution solution = solve_once(problem.graph, attempt);
            attempt.seconds = solution.seconds.compute;
            attempt.row.seconds = {attempt.seconds};
            attempt.row.warm = false;
            if (equal_matrices(solution.distances, problem.expected)) return;
            attempt.row.status = LadderRow::Status::wrong;
            attempt.row.reason = "another result than cpu's";
            attempt.row.seconds.clear();
        });
    }

    void timed_run(Attempt& attempt) {
        if (attempt.row.seconds.empty() || attempt.seconds > left()) return;
        guarded(attempt, [&] {
            const Solution solution = solve_once(problem_of(attempt.row).graph, attempt);
            attempt.seconds = solution.seconds.compute;
            if (!std::exchange(attempt.row.warm, true)) attempt.row.seconds.clear();
            attempt.row.seconds.push_back(attempt.seconds);
        });
    }

    Solution solve_once(const Graph& graph, const Attempt& attempt) {
        if (options_.tick) options_.tick();
        return solve(graph, device_of(*attempt.row.step), attempt.options);
    }

    static bool has(const Device& device, const LadderStep& step) {
        if (step.variant.empty()) return !variants(device, step.algorithm).empty();
        for (const auto& known :
             {variants(device, step.algorithm), ladder_variants(device, step.algorithm)}) {
            if (std::ranges::find(known, step.variant) != known.end()) return true;
        }
        return false;
    }

    /// What the device cannot do becomes the row's status.
    template <class F>
    static void guarded(Attempt& attempt, F&& f) {
        try {
            f();
        } catch (const Error& error) {
            using enum LadderRow::Status;
            const bool cannot =
                error.kind() == ErrorKind::no_device || error.kind() == ErrorKind::usage;
            constexpr std::string_view kPrefix = "unsupported: ";
            const std::string_view what = error.what();
            attempt.row.status = cannot ? unsupported : failed;
            attempt.row.reason = what.substr(what.starts_with(kPrefix) ? kPrefix.size() : 0);
            attempt.row.seconds.clear();
        }
    }

    const Problem& problem_of(const LadderRow& row) {
        auto& problem = problems_[{row.dtype, row.step->symmetric}];
        if (problem) return *problem;
        Graph graph = make_input(options_.n, row.dtype, row.step->symmetric);
        SolveOptions options;
        options.dtype = row.dtype;
        Matrix expected = solve(graph, cpu_, options).distances;
        if (const auto checked = verify(graph, expected, {.budget = 2e9}); !checked.ok) {
            throw Error(ErrorKind::verification, "cpu is wrong: " + checked.failure);
        }
        problem = std::make_unique<Problem>(Problem{std::move(graph), std::move(expected)});
        return *problem;
    }

    const Device& device_;
    const Device& cpu_;
    LadderOptions options_;
    Stopwatch watch_;
    Limit measured_limit_;
    std::map<Key, std::unique_ptr<Problem>> problems_;
};

}  // namespace

double LadderRow::median() const {
    return seconds.empty() ? 0 : spread(seconds).median;
}

std::vector<LadderRow> climb(const Device& device, const Device& cpu,
                             const LadderOptions& options) {
    return Climb(device, cpu, options).run();
}

}  // namespace apsp
