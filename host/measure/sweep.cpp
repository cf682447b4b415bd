// See sweep.hpp. The devices take turns: the first run of a cell on each, then the second. What
// disturbs the machine for a while so disturbs all of them.
#include "measure/sweep.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "backends/limits.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "measure/child.hpp"
#include "measure/environment.hpp"
#include "measure/estimate.hpp"

namespace apsp::sweep {
namespace {

/// Of what a program said of its failure: its own last message, or else the last line.
std::string last_words(const std::string& err) {
    std::string last, message;
    for (std::size_t begin = 0; begin < err.size();) {
        const auto end = std::min(err.find('\n', begin), err.size());
        const std::string line = err.substr(begin, end - begin);
        if (!line.empty()) last = line;
        if (line.starts_with("apsp-ocl: ") && !line.starts_with("apsp-ocl: warning: ")) {
            message = line.substr(std::strlen("apsp-ocl: "));
        }
        begin = end + 1;
    }
    return message.empty() ? last : message;
}

/// What the exit code of `apsp-ocl solve` means for a cell.
Status status_of(int exit_code) {
    switch (static_cast<ErrorKind>(exit_code)) {
        case ErrorKind::usage:
        case ErrorKind::no_device:
        case ErrorKind::bad_input:
        case ErrorKind::out_of_memory: return Status::unsupported;
        case ErrorKind::verification: return Status::wrong;
        default: return Status::failed;
    }
}

/// Why the process gave no report.
void record_failure(Row& row, const ChildOutcome& outcome, double time_limit) {
    const std::string words = last_words(outcome.err);
    if (outcome.timed_out) {
        row.status = Status::timeout;
        row.reason = fmt::format("killed after {:.3g} s", time_limit);
    } else if (outcome.signal != 0) {
        row.status = Status::failed;
        row.signal = outcome.signal;
        row.reason = fmt::format("ended by signal {} ({}){}{}", outcome.signal,
                                 strsignal(outcome.signal), words.empty() ? "" : ": ", words);
    } else {
        row.status = outcome.exit_code == 0 ? Status::failed : status_of(outcome.exit_code);
        row.exit_code = outcome.exit_code;
        row.reason = outcome.exit_code == 0 ? "its report cannot be read"
                     : words.empty()        ? fmt::format("exit code {}", outcome.exit_code)
                                            : words;
    }
}

/// Takes what the report says into the row; the first one's choices are the row's.
/// @throws nlohmann's exceptions
void record_report(Row& row, const Json& report, double process_seconds) {
    Run run;
    for (std::string_view part : kParts) {
        run.seconds[std::string(part)] = report.at("seconds").at(std::string(part)).get<double>();
    }
    run.process = process_seconds;
    run.warm = report.at("warm").get<bool>();
    if (row.runs.empty()) {
        row.verification = report.at("verification");
        row.result = report.at("result");
        for (const char* choice : {"variant", "tile", "block", "tuned", "symmetric"}) {
            row.configuration[choice] = report.at(choice);
        }
    } else if (report.at("result") != row.result) {
        row.status = Status::wrong;
        row.reason = fmt::format("run {} has another result: {}", row.runs.size() + 1,
                                 report.at("result").dump());
    }
    row.runs.push_back(std::move(run));
}

class Sweep {
  public:
    Sweep(const Options& options, const Devices& devices, const SweepSettings& settings)
        : options_(options),
          devices_(devices),
          settings_(settings),
          groups_(plan_cells(options, devices)) {
        progress_.cells = groups_.size() * options.devices.size();
    }

    Results run() {
        open();
        for (const Group& group : groups_) run_group(group);
        return std::move(results_);
    }

  private:
    double left() const { return settings_.budget - watch_.seconds(); }

    /// Begins the file, or takes what it holds.
    void open() {
        results_.head = make_head(options_, devices_);
        if (!std::filesystem::exists(settings_.file)) return keep();
        Results old = read_results(settings_.file);
        const std::string other = difference(old.head, results_.head);
        if (!other.empty()) {
            throw Error(ErrorKind::usage,
                        fmt::format("{} is of another sweep: {}; give -o another file, or remove "
                                    "this one",
                                    settings_.file, other));
        }
        results_ = std::move(old);
    }

    /// Whether the file has all of a cell: no budget kept it, or some of its runs, out.
    bool complete(const Cell& cell) {
        const Row* row = results_.find(cell);
        if (row == nullptr || row->status == Status::skipped) return false;
        return row->status != Status::measured || row->runs.size() == options_.repeat;
    }

    void keep() { write_results(results_, settings_.file); }

    /// One run of each device's cell, then one more of each, until all have theirs.
    void run_group(const Group& group) {
        std::vector<Row> open;
        for (const Cell& cell : group) {
            if (complete(cell)) {
                ++progress_.done;
            } else {
                open.emplace_back().cell = cell;
            }
        }
        while (!open.empty()) {
            for (Row& row : open) {
                turn(row, open);
                if (finished(row)) finish(row);
            }
            std::erase_if(open, [&](const Row& row) { return finished(row); });
        }
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
        if (settings_.row_done) settings_.row_done(row);
    }

    void turn(Row& row, const std::vector<Row>& open) {
        if (row.runs.empty()) {
            row.reason = beyond_reach(row.cell, results_.rows, options_.repeat,
                                      settings_.time_limit, left());
            if (!row.reason.empty()) row.status = Status::skipped;
        } else if (left() <= 0) {
            row.reason = budget_spent(row);
        }
        if (finished(row)) return;
        progress_.cell = &row.cell;
        progress_.remaining = remaining(open);
        run_once(row);
    }

    std::string budget_spent(const Row& row) const {
        return fmt::format("{} of {} runs, then the budget was spent", row.runs.size(),
                           options_.repeat);
    }

    void run_once(Row& row) {
        const Device& device = *std::ranges::find(devices_.all, row.cell.device, device_id);
        const Limit limit = device.kind == DeviceKind::cpu
                                ? measured_limit(0.1)
                                : nominal_limit(device, row.cell.dtype, row.cell.semiring);
        const double time = std::min(settings_.time_limit, left());
        const ChildOutcome outcome =
            run_child(settings_.program, solve_arguments(row.cell, row.runs.empty()), time, [&] {
                if (settings_.progress) settings_.progress(progress_);
            });
        if (outcome.timed_out && time < settings_.time_limit) {
            row.reason = budget_spent(row);
            if (row.runs.empty()) row.status = Status::skipped;
            return;
        }
        if (outcome.exit_code != 0) return record_failure(row, outcome, time);
        try {
            record_report(row, Json::parse(outcome.out), outcome.seconds);
        } catch (const Json::exception&) {
            return record_failure(row, outcome, time);
        }
        row.runs.back().limit = limit.rate;
        row.limit_meaning = limit.meaning;
    }

    /// Seconds of what is still to be done, as far as anything is known of it.
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
    Progress progress_;
    Stopwatch watch_;
};

}  // namespace

Results run_sweep(const Options& options, const Devices& devices, const SweepSettings& settings) {
    return Sweep(options, devices, settings).run();
}

}  // namespace apsp::sweep
