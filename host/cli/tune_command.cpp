// apsp-ocl tune: finds and keeps the fastest configuration of the kernels for a device.
#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "apsp/apsp.hpp"
#include "base/stopwatch.hpp"
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "cli/shared_options.hpp"
#include "measure/tune.hpp"

namespace apsp::cli {
namespace {

struct TuneCommand {
    std::string device;
    Algorithm algorithm = Algorithm::kleene;
    double budget = 0;
    std::vector<Dtype> dtypes = {std::begin(kDtypes), std::end(kDtypes)};
    std::vector<Semiring> semirings;
    std::size_t n = 0;  ///< 0 for as many vertices as are suitable.
};

std::vector<TuneJob> jobs(const Device& device, const TuneCommand& asked) {
    const Algorithm algorithm = asked.algorithm;
    std::vector<TuneJob> jobs;
    for (const Semiring semiring : asked.semirings) {
        for (const Dtype dtype : asked.dtypes) {
            if (!defined_in(semiring, dtype) || (dtype == Dtype::f64 && !device.f64)) continue;
            jobs.push_back({dtype, semiring, true, algorithm});
            // GPUs use other instructions if floats may be negative, except over min_plus.
            if (algorithm == Algorithm::kleene && device.kind == DeviceKind::gpu &&
                !is_integral(dtype) && semiring != Semiring::max_times &&
                semiring != Semiring::min_plus) {
                jobs.push_back({dtype, semiring, false});
            }
        }
    }
    if (jobs.empty()) {
        fail_usage("the device has none of these types over these semirings");
    }
    return jobs;
}

std::string label(const TuneJob& job) {
    return fmt::format("{}{}", name(job.dtype), job.non_negative ? "" : " +-");
}

void print_trials(const TuneJob& job, const TuneResult& result) {
    const auto row = [&](const std::string& what, const std::string& rate,
                         const std::string& ratio) {
        fmt::print("{:<7} {:<10} {:>11} {:>7}  {}\n", label(job), name(job.semiring), rate, ratio,
                   what);
    };
    const auto rate = [](double value) { return fmt::format("{:.2f} G/s", value * 1e-9); };
    if (!result.measured) return row("no time left", "-", "-");
    row(fmt::format("default of {} at n = {}: {}", name(job.algorithm), result.entry.n,
                    short_text(result.defaults, {})),
        rate(result.entry.default_rate), "1.000");
    for (const Trial& t : result.trials) {
        const std::string what = short_text(t.settings, result.defaults);
        if (t.ratio == 0) {
            row(fmt::format("{}: {}", what, t.note), "-", "-");
        } else {
            row(what, rate(result.entry.default_rate * t.ratio), fmt::format("{:.3f}", t.ratio));
        }
    }
    const bool won = !result.entry.settings.empty();
    row(fmt::format("best: {}{}{}",
                    won ? short_text(result.entry.settings, result.defaults) : "default",
                    result.best.empty() ? ""
                                        : fmt::format(", compared again {:.3f}, spread {:.3f}",
                                                      result.ratio, result.spread),
                    result.complete ? "" : "; not all were tried in time"),
        rate(result.entry.rate),
        fmt::format("{:.3f}", result.entry.rate / result.entry.default_rate));
}

/// With `n` vertices, or 0 for as many as are suitable.
void tune_device(const Device& device, const std::vector<TuneJob>& todo, double budget,
                 std::size_t n) {
    for (const std::string& warning : read_tuning(device).warnings) {
        note("apsp-ocl", "warning", warning);
    }
    fmt::print("device  {}  {} ({}, driver {})\n", device.index, device.name, device.platform,
               device.driver);
    fmt::print("{:<7} {:<10} {:>11} {:>7}  configuration\n", "type", "semiring", "rate", "ratio");
    const Stopwatch watch;
    bool kept = false;
    for (std::size_t i = 0; i < todo.size(); ++i) {
        const double left = budget - watch.seconds();
        TuneResult result;
        if (left > 0) {
            ProgressLine line("tuning");
            result = tune(device, todo[i], n, left / static_cast<double>(todo.size() - i),
                          [&] { line.show(std::min(1.0, watch.seconds() / budget)); });
        }
        if (result.measured) {
            write_tuning(device, {result.entry});  // at once: an interrupt loses only the rest
            kept = true;
        }
        print_trials(todo[i], result);
        std::fflush(stdout);
    }
    if (kept) fmt::print("kept in {}\n", tuning_path(device));
}

int run(const TuneCommand& asked) {
    Devices devices = list_devices();
    const auto fixed = [&](const Device& each) { return !tunable(each, asked.algorithm); };
    if (asked.device.empty() && !std::ranges::all_of(devices.all, fixed)) {
        std::erase_if(devices.all, fixed);
    }
    const Device& device = select_device(devices, asked.device);
    const auto todo = jobs(device, asked);
    if (tunable(device, asked.algorithm)) {
        tune_device(device, todo, asked.budget, asked.n);
    } else {
        fmt::print("device {} ({}:{}): nothing to tune for {}\n", device.index, device.backend,
                   device.index_in_backend, name(asked.algorithm));
    }
    return 0;
}

}  // namespace

std::function<int()> tune_command(OptionList& list) {
    const auto asked = std::make_shared<TuneCommand>();
    list.describe(
        "Times configurations of the kernels on a device and keeps the fastest for later solves,\n"
        "but only if it beats the built-in configuration by more than the noise.\n\n"
        "Examples:\n"
        "  $ apsp-ocl tune                                     # the best OpenCL device, a minute\n"
        "  $ apsp-ocl tune --device 1 --budget 5m --dtypes f32,i16\n"
        "  $ apsp-ocl tune --algo sparse                       # kernels of elimination\n");
    add_device(list, asked->device,
               "Index, opencl:0, or part of a name (default: the best that "
               "can be tuned)");
    list.add("algo", choice(asked->algorithm, "algorithm", parse_algorithm, "kleene, sparse"),
             "NAME",
             "Algorithm: kleene (also for the recursive one), on matrices, or sparse, on a mesh",
             "kleene");
    list.add("budget", seconds(asked->budget), "TIME",
             "Total time, shared among types and semirings", "60s");
    list.add("dtypes", cli::list(asked->dtypes, parse_dtype, names_of(kDtypes)), "LIST",
             "Element types (default: all that the device has)");
    list.add("semirings", cli::list(asked->semirings, parse_semiring, names_of(kSemirings)), "LIST",
             "Semirings", "min-plus");
    list.add("n,vertices", number(asked->n, 1), "N",
             "Vertices of the timed solves (default: as many as take about 100 ms); the results "
             "hold\nfrom half as many on");
    list.add_help();
    return [asked] { return run(*asked); };
}

}  // namespace apsp::cli
