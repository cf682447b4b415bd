// See sweep.hpp. The cells of a group take turns: the first run of each, then the second. So what
// disturbs the machine for a while disturbs all of them.
#include "measure/sweep.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/libraries.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "measure/environment.hpp"
#include "measure/estimate.hpp"
#include "measure/ladder.hpp"
#include "measure/run_cell.hpp"

namespace apsp::sweep {
namespace {

// Verifying takes some seconds at most; larger results are checked in a sample of their rows. The
// ladder has many steps, and most of its graphs are sparse, so that they are checked quickly.
constexpr double kVerifyWork = 5e9;
constexpr double kLadderVerifyWork = 5e8;

// For the ladder: the vertices that are tried first, and the seconds from which on a run tells more
// about the work than about launches.
constexpr std::size_t kFewVertices = 256;
constexpr double kEnoughToEstimate = 0.05;

class Sweep {
  public:
    Sweep(const Options& options, const Devices& devices, const SweepSettings& settings)
        : options_(options),
          devices_(devices),
          settings_(settings),
          groups_(plan_cells(options, devices)) {
        for (const Group& group : groups_) progress_.cells += group.size();
    }

    Results run() {
        check_system_has("apsp-ocl sweep");
        open();
        for (const Group& group : groups_) run_group(group);
        std::vector<Cell> order;
        for (const Group& group : groups_) order.insert(order.end(), group.begin(), group.end());
        std::ranges::stable_sort(results_.rows, {}, [&](const Row& row) {
            return std::ranges::find(order, row.cell) - order.begin();
        });
        keep();
        return std::move(results_);
    }

  private:
    double left() const { return settings_.budget - watch_.seconds(); }

    /// Begins the file, or reads it if it exists.
    void open() {
        results_.head = make_head(options_, devices_, settings_.kernels);
        if (settings_.file.empty() || !std::filesystem::exists(settings_.file)) return keep();
        Results old = read_results(settings_.file);
        const std::string other = difference(old.head, results_.head);
        if (!other.empty()) {
            throw Error(ErrorKind::usage,
                        fmt::format("{} holds another sweep: {}; give -o another file, or remove "
                                    "this one",
                                    settings_.file, other));
        }
        results_ = std::move(old);
    }

    /// Whether the file has all runs of a cell, so that the budget left none out.
    bool complete(const Cell& cell) {
        const Row* row = results_.find(cell);
        if (row == nullptr || row->status == Status::skipped) return false;
        return row->status != Status::measured || row->runs.size() == options_.repeat;
    }

    void keep() {
        if (!settings_.file.empty()) write_results(results_, settings_.file);
    }

    /// One run of each cell, then one more of each, until all have theirs.
    void run_group(const Group& group) {
        std::vector<Row> open;
        agreed_.clear();
        for (const Cell& cell : group) {
            if (complete(cell)) {
                ++progress_.done;
                continue;
            }
            Row& row = open.emplace_back();
            row.cell = cell;
            const Device& device = device_of(cell);
            if (has_variant(device, cell.algorithm, cell.variant)) continue;
            row.status = Status::unsupported;
            row.reason = device.backend + " does not support it";
        }
        if (options_.ladder) try_few(open);
        while (!open.empty()) {
            for (Row& row : open) {
                if (!finished(row)) turn(row, open);
                if (finished(row)) finish(row);
            }
            std::erase_if(open, [&](const Row& row) { return finished(row); });
        }
        relate(group);
    }

    /// Runs cells with few vertices, and puts those first that should take the least; if that makes
    /// no difference, the top of the ladder comes first.
    void try_few(std::vector<Row>& open) {
        const auto count = std::ranges::count_if(open, [&](const Row& r) { return !finished(r); });
        const double fair = left() / static_cast<double>(std::max<std::ptrdiff_t>(count, 1));
        for (Row& row : open) {
            if (finished(row)) continue;
            for (std::size_t n = kFewVertices; 2 * n <= row.cell.n && left() > 0; n *= 2) {
                Row small;
                small.cell = row.cell;
                small.cell.n = n;
                run(small, {.warm_up = false});
                if (small.runs.empty()) break;  // the row itself will say why
                const double seconds = small.runs.front().of("compute");
                small_rows_.push_back(std::move(small));
                // With more vertices, launches may turn out to be most of this time.
                const double expected = estimate(row.cell, small_rows_)->further;
                if (expected < fair || expected > 8 * left()) break;
                if (seconds >= kEnoughToEstimate && 16 * seconds > fair) break;
            }
            skip_beyond_reach(row);
        }
        std::ranges::reverse(open);
        std::ranges::stable_sort(open, {}, [&](const Row& row) {
            const auto expected = estimate(row.cell, small_rows_);
            return expected ? expected->further : 0;
        });
    }

    /// Records how the rows of a group compare.
    void relate(const Group& group) {
        std::vector<const Row*> rows;
        double first = 0;
        double previous = 0;
        for (const Cell& cell : group) {
            Row& row = *results_.find(cell);
            const double seconds =
                row.status == Status::measured ? spread(row.seconds()).median : 0;
            if (rows.empty()) first = seconds;
            const auto ratio = [](double a, double b) {
                return a > 0 && b > 0 ? Json(a / b) : Json(nullptr);
            };
            if (options_.ladder) {
                const LadderStep& step = ladder_steps()[rows.size()];
                row.relation = {{"step", step.name},
                                {"source", step.source},
                                {"what", step.what},
                                {"options", options_of(step)},
                                {"speedup_over_serial", ratio(first, seconds)},
                                {"speedup_over_previous", ratio(previous, seconds)}};
            } else if (group.size() > 1) {
                row.relation = {{"time_to_first", ratio(seconds, first)}};
            }
            if (seconds > 0) previous = seconds;
            rows.push_back(&row);
        }
        keep();
        if (settings_.group_done) settings_.group_done(rows);
    }

    bool finished(const Row& row) const {
        return row.status != Status::measured || row.runs.size() == options_.repeat ||
               !row.reason.empty();
    }

    void finish(Row& row) {
        row.measured_at = utc_time();
        Row* before = results_.find(row.cell);
        if (before == nullptr) {
            results_.rows.push_back(row);
        } else if (before->runs.size() <= row.runs.size()) {  // else the budget cut it shorter
            *before = row;
        }
        keep();
        ++progress_.done;
    }

    void skip_beyond_reach(Row& row) {
        row.reason = options_.ladder
                         ? beyond_reach(row.cell, small_rows_, 1, settings_.time_limit, left())
                         : beyond_reach(row.cell, results_.rows, options_.repeat,
                                        settings_.time_limit, left());
        if (!row.reason.empty()) row.status = Status::skipped;
    }

    void turn(Row& row, const std::vector<Row>& open) {
        if (row.runs.empty()) {
            skip_beyond_reach(row);
        } else if (row.runs.back().process - row.runs.back().of("verify") > left()) {
            row.reason = budget_spent(row);
        }
        if (finished(row)) return;
        progress_.remaining = remaining(open);
        run_once(row);
    }

    const Device& device_of(const Cell& cell) const {
        return *std::ranges::find(devices_.all, cell.device, device_id);
    }

    std::string budget_spent(const Row& row) const {
        return fmt::format("{} of {} runs, then the budget was spent", row.runs.size(),
                           options_.repeat);
    }

    /// @returns the seconds that the run was allowed
    double run(Row& row, const RunOptions& how) {
        progress_.cell = &row.cell;
        const double time = std::min(settings_.time_limit, left());
        run_cell(row, settings_.program, how, time, [&] {
            if (settings_.progress) settings_.progress(progress_);
        });
        return time;
    }

    void run_once(Row& row) {
        const Limit limit =
            settings_.limit ? settings_.limit(device_of(row.cell), row.cell) : Limit();
        const std::size_t before = row.runs.size();
        const double work = options_.ladder ? kLadderVerifyWork : kVerifyWork;
        const double time = run(row, {.verify_work = before == 0 ? work : 0});
        if (row.runs.size() > before) {
            row.runs.back().limit = limit.rate;
            row.limit_meaning = limit.meaning;
            if (before == 0 && !row.rounded) check_agreed(row);
        } else if (row.status == Status::timeout && time < settings_.time_limit) {
            row.status = before == 0 ? Status::skipped : Status::measured;
            row.reason = budget_spent(row);
        }
    }

    /// Checks that the cells of the group with the same graph and type have the same result, too.
    void check_agreed(Row& row) {
        const Cell& c = row.cell;
        const std::string problem =
            fmt::format("{} {} {}", input_of(c), name(c.dtype), name(c.semiring));
        const auto& [result, other] =
            agreed_.try_emplace(problem, row.result, to_text(c)).first->second;
        if (result == row.result) return;
        row.status = Status::wrong;
        row.reason = fmt::format("the result differs from {}: {}", other, row.result.dump());
    }

    /// Seconds of the work that is left, as far as they are known.
    std::optional<double> remaining(const std::vector<Row>& open) {
        double seconds = 0;
        bool known = false;
        const auto add = [&](const Cell& cell, std::size_t runs) {
            const auto expected = estimate(cell, results_.rows);
            if (!expected || expected->further > settings_.time_limit) return;
            known = true;
            seconds += expected->all(runs);
        };
        for (const Row& row : open) {
            if (!finished(row)) add(row.cell, options_.repeat - row.runs.size());
        }
        for (const Group& group : groups_) {
            for (const Cell& cell : group) {
                const bool is_open = std::ranges::find(open, cell, &Row::cell) != open.end();
                if (!is_open && !complete(cell)) add(cell, options_.repeat);
            }
        }
        if (!known) return std::nullopt;
        return std::min(seconds, std::max(0.0, left()));
    }

    const Options& options_;
    const Devices& devices_;
    const SweepSettings& settings_;
    const std::vector<Group> groups_;
    Results results_;
    std::vector<Row> small_rows_;                                 // of the ladder
    std::map<std::string, std::pair<Json, std::string>> agreed_;  // results, and whose they are
    Progress progress_;
    Stopwatch watch_;
};

}  // namespace

Results run_sweep(const Options& options, const Devices& devices, const SweepSettings& settings) {
    return Sweep(options, devices, settings).run();
}

}  // namespace apsp::sweep
