#include "measure/tune.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "backends/backend.hpp"
#include "base/spread.hpp"
#include "graph/equal_matrices.hpp"
#include "measure/tuned_work.hpp"
#include "solve/plan.hpp"

namespace apsp {
namespace {

struct OutOfTime {};

class Tuner {
  public:
    Tuner(const Device& device, const TuneJob& job, double seconds,
          const std::function<void()>& tick)
        : device_(device), job_(job), seconds_(seconds), tick_(tick) {
        options_.dtype = job.dtype;
        options_.semiring = job.semiring;
        options_.algorithm = job.algorithm;
        options_.variant = variants(device, job.algorithm).front();
        options_.non_negative = job.non_negative;
    }

    TuneResult run(std::size_t n) {
        try {
            n == 0 ? choose_n() : prepare(n);
            result_.defaults = backend(device_).settings(device_, options_);
            Solution solution = careful(default_);
            expected_ = std::move(solution.distances);
            relaxations_ = solution.relaxations;
            default_seconds_ = measure_default();
            result_.measured = true;
            result_.complete = try_stages();
            if (best_ratio_ > 1.01) compare();
        } catch (const OutOfTime&) {
        }
        if (result_.measured) fill_entry();
        return std::move(result_);
    }

  private:
    double left() const { return seconds_ - watch_.seconds(); }
    /// Throws if there is not enough time left for `needed` seconds of work.
    void need(double needed) const {
        if (tick_) tick_();
        if (left() < needed) throw OutOfTime{};
    }

    static double solve(const TunedWork::Solve& run) { return run(false, {}).seconds.compute; }
    /// A solve that does not end stops at the deadline.
    Solution careful(const TunedWork::Solve& run) const {
        return run(true, [&](double) { need(0); });
    }

    double measure_default() {
        need(default_wall_);
        const Stopwatch wall;
        const double seconds = solve(default_);
        default_wall_ = std::max(default_wall_, wall.seconds());
        return seconds;
    }

    void prepare(std::size_t n) {
        need(0);
        options_.n = n;
        default_ = {};
        work_ = {};
        work_ = make_tuned_work(device_, options_);
        options_.n = work_.n;
        default_ = work_.open({});
    }

    /// Chooses n so that a solve takes some 100 ms, and at most a hundredth of the time.
    void choose_n() {
        const double aim = std::clamp(seconds_ / 100, 0.02, 0.1);
        // There are two engines at a time; or matrices of the host's, which take time.
        const std::size_t most =
            job_.algorithm == Algorithm::sparse ? 8192 : largest_n(job_.dtype, device_) / 2;
        std::size_t n = std::min<std::size_t>(512, most);
        for (int i = 0; i < 6; ++i) {
            prepare(n);
            careful(default_);  // drivers finish a build at the first launch
            const double taken = std::max(careful(default_).seconds.compute, 1e-6);
            const double factor = std::clamp(std::cbrt(aim / taken), 1.0, 4.0);
            const auto larger = static_cast<std::size_t>(static_cast<double>(n) * factor);
            const std::size_t next = std::min(larger, most) / 512 * 512;
            if (taken > aim / 2 || next <= n) return;
            n = next;
        }
    }

    /// The ratio to the default, or why there is none.
    Trial attempt(const Settings& settings) {
        Trial trial{settings, 0, ""};
        const Stopwatch wall;
        try {
            const auto run = work_.open(settings);
            if (!equal_matrices(careful(run).distances, expected_)) {
                trial.note = "wrong answer";
                return trial;
            }
            // Runs alternate, and the least of each side counts; only what may be better runs
            // again.
            double seconds = solve(run);
            double theirs = measure_default();
            for (int i = 0; i < 2 && seconds < 1.05 * theirs; ++i) {
                need(2 * default_wall_);
                seconds = std::min(seconds, solve(run));
                theirs = std::min(theirs, measure_default());
            }
            default_seconds_ = std::min(default_seconds_, theirs);
            trial.ratio = theirs / seconds;
        } catch (const Error& error) {
            const std::string_view text = error.what();
            trial.note = text.substr(0, text.find('\n'));
        }
        dearest_ = std::max(dearest_, wall.seconds());
        return trial;
    }

    /// Returns whether all were tried. At most the last quarter of the time is for the comparison.
    bool try_stages() {
        best_ = result_.defaults;
        for (const auto& stage : backend(device_).candidates(device_, options_)) {
            Settings best_here = best_;
            for (const Settings& change : stage) {
                Settings settings = change;
                settings.insert(best_.begin(), best_.end());
                const auto known = [&](const Trial& t) { return t.settings == settings; };
                if (settings == result_.defaults || std::ranges::any_of(result_.trials, known)) {
                    continue;
                }
                if (!allowed(settings)) continue;
                const double reserve = std::min(seconds_ / 4, 16 * default_wall_);
                if (tick_) tick_();
                if (left() < reserve + 1.2 * dearest_) return false;
                Trial trial;
                try {
                    trial = attempt(settings);
                } catch (const OutOfTime&) {
                    result_.trials.push_back({settings, 0, "out of time"});
                    return false;
                }
                result_.trials.push_back(trial);
                if (trial.ratio > best_ratio_) {
                    best_ratio_ = trial.ratio;
                    best_here = settings;
                }
            }
            best_ = best_here;
        }
        return true;
    }

    bool allowed(const Settings& settings) const {
        EngineOptions options = options_;
        options.settings = settings;
        try {
            (void)backend(device_).settings(device_, options);
            return true;
        } catch (const Error&) {
            return false;
        }
    }

    /// Runs the winner against the default once more, alternating; it is kept if it is really
    /// faster.
    void compare() {
        const auto found = std::ranges::max_element(result_.trials, {}, &Trial::ratio);
        std::vector<double> ratios, mine, theirs;
        try {
            const auto run = work_.open(found->settings);
            careful(run);
            for (int i = 0; i < 9; ++i) {
                need(2.5 * default_wall_);
                // Neither is always the first of a pair.
                if (i % 2 == 0) theirs.push_back(solve(default_));
                mine.push_back(solve(run));
                if (i % 2 != 0) theirs.push_back(solve(default_));
                ratios.push_back(theirs.back() / mine.back());
            }
        } catch (const OutOfTime&) {
        }
        result_.best = found->settings;
        result_.complete = result_.complete && ratios.size() >= 3;
        if (ratios.size() < 3) return;
        std::ranges::sort(ratios);
        result_.ratio = spread(ratios).median;
        result_.spread = ratios[ratios.size() * 3 / 4] - ratios[ratios.size() / 4];
        default_seconds_ = spread(theirs).median;
        if (result_.ratio - 1 > std::max(0.02, result_.spread)) {
            result_.entry.settings = result_.best;
            best_seconds_ = spread(mine).median;
        }
    }

    void fill_entry() {
        TunedEntry& entry = result_.entry;
        entry.dtype = job_.dtype;
        entry.semiring = job_.semiring;
        entry.algorithm = job_.algorithm;
        entry.variant = options_.variant;
        entry.non_negative = !minds_signs(options_) || job_.non_negative;
        entry.n = options_.n;
        entry.default_rate = relaxations_ / default_seconds_;
        entry.rate = entry.settings.empty() ? entry.default_rate : relaxations_ / best_seconds_;
    }

    const Device& device_;
    TuneJob job_;
    double seconds_;
    const std::function<void()>& tick_;
    Stopwatch watch_;
    EngineOptions options_;
    TunedWork work_;
    TunedWork::Solve default_;
    Matrix expected_;
    double relaxations_ = 0;
    double default_seconds_ = 0;  // the least so far
    double default_wall_ = 0;     // the most, with uploads
    double dearest_ = 0;          // of a candidate, the most so far
    double best_ratio_ = 1;
    double best_seconds_ = 0;
    Settings best_;
    TuneResult result_;
};

}  // namespace

bool tunable(const Device& device, Algorithm algorithm) {
    if (algorithm != Algorithm::kleene && algorithm != Algorithm::sparse) return false;
    EngineOptions options;
    options.n = 1024;
    options.algorithm = algorithm;
    const auto known = variants(device, algorithm);
    if (known.empty()) return false;
    options.variant = known.front();
    return !backend(device).candidates(device, options).empty();
}

TuneResult tune(const Device& device, const TuneJob& job, std::size_t n, double seconds,
                const std::function<void()>& tick) {
    return Tuner(device, job, seconds, tick).run(n);
}

std::string short_text(const Settings& settings, const Settings& defaults) {
    std::string text;
    for (const auto& [name, value] : settings) {
        const auto same = defaults.find(name);
        if (same != defaults.end() && same->second == value) continue;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
    }
    return text.empty() ? "default" : text;
}

}  // namespace apsp
