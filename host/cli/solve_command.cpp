// apsp-ocl [solve]: a graph in, its distances out.
#include <memory>
#include <utility>

#include "apsp/apsp.hpp"
#include "base/stopwatch.hpp"
#include "cli/commands.hpp"
#include "cli/message.hpp"
#include "cli/page_output.hpp"
#include "cli/progress.hpp"
#include "cli/row_output.hpp"
#include "cli/standard_streams.hpp"
#include "cli/version.hpp"
#include "cli/vertex_list.hpp"
#include "measure/cells.hpp"
#include "negative/negative_cycle.hpp"
#include "solve/plan.hpp"

namespace apsp::cli {
namespace {

struct SolveCommand : SolveFields {
    bool dry_run = false, warm_up = false, list_devices = false;
};

std::vector<Device> choose_devices(const SolveFields& asked) {
    const ProgressLine line("planning");
    auto named = asked.devices.named();
    if (named.empty()) named = {best_device(asked.options.algorithm)};
    return named;
}

/// The second of two solves; or the first, if its computation takes so long that the costs of a
/// first solve (clocks that rise, pages that are touched, threads that start) do not matter.
Solution solve_warm(Graph graph, Report& report) {
    constexpr double kLong = 1;  // seconds
    Solution first = solve(graph, report.devices, report.asked.options);
    if (first.seconds.compute > kLong) return first;
    report.warm = true;
    first = {};
    return solve(std::move(graph), report.devices, report.asked.options);
}

/// Solves, checks and writes; fills the report on the way.
void solve_and_write(Graph graph, bool warm_up, RowOutput& rows, Report& report) {
    Solution& solution = report.solution;
    std::optional<PageOutput> page;
    if (!report.asked.page.file.empty()) page.emplace(graph, report);
    {
        const auto n = static_cast<double>(report.graph.n);
        ProgressLine line("solving", n * n, "distances");
        report.asked.options.progress = line.callback();
        solution = warm_up ? solve_warm(std::move(graph), report)
                           : solve(std::move(graph), report.devices, report.asked.options);
    }
    for (const std::string& warning : solution.warnings) {
        note("apsp-ocl", "warning", warning);
    }
    print_notes(report);
    rows.finish();
    if (rows.failed()) return;
    write_tables(report);
    if (page) page->write();
    if (!report.asked.options.workspace.empty()) remove_workspace(report.asked.options.workspace);
}

/// The devices to solve on, and what they do with the options.
void begin(Report& report) {
    const SolveOptions& options = report.asked.options;
    report.devices = choose_devices(report.asked);
    const Device& first = report.devices.front();
    for (const auto& [option, edge] : {std::pair("tile", options.tile), {"block", options.block}}) {
        if (edge == 0 || sweep::has_tiles(first, options.algorithm, options.variant)) continue;
        fail_usage("--{}: {} has no tiles or blocks", option, name(options.algorithm));
    }
    if (options.panels && report.devices.size() == 1) {
        fail_usage("--panels needs several devices; see --devices");
    }
    report.device_chosen = !report.asked.devices.chosen();
    report.solution.variant = options.variant;
    const auto known = variants(first, options.algorithm);
    if (options.variant.empty() && !known.empty()) report.solution.variant = known.front();
}

/// The graph; the rest of what is read goes to the report.
Graph read(const SolveCommand& asked, Report& report) {
    const Stopwatch reading;
    const SolveOptions& options = asked.options;
    const bool some_rows = !report.devices.front().shares_host_memory && !options.paths &&
                           (!asked.rows.empty() || !asked.pairs.empty() || !asked.warm_up);
    // Whether the matrix fits is checked before a graph is made in n^2 steps.
    auto [graph, labels, notes, places] = load_input(asked, [&](const GeneratedInput& input) {
        const bool elsewhere = !options.workspace.empty() || some_rows;
        if (!looks_at_pairs(input) || (elsewhere && !is_dense(input))) return;
        const Plan matrix = plan(input.n, options.dtype.value_or(Dtype::u8));
        const Refusal why = why_too_large(matrix, matrix.matrix_bytes);
        if (!why) return;
        refuse(matrix, *why + (is_dense(input) ? "; generate a smaller graph"
                                               : "; generate a smaller graph, or keep the matrix "
                                                 "on a disk with --workspace"));
    });
    report.read_seconds = reading.seconds();
    const ProgressLine line("planning");
    report.graph = GraphFacts(graph, asked.from_file());
    report.labels = std::move(labels);
    report.places = std::move(places);
    if (const std::string& file = asked.coordinates; !file.empty()) {
        report.places = read_coordinates(input_name(file), report.labels, report.graph.n);
        report.coordinates = report.places;
    }
    return std::move(graph);
}

/// Solves, or prints the plan, once all options and the graph are known.
void carry_out(SolveCommand& asked, Graph graph, Report& report) {
    SolveOptions& options = asked.options;
    read_vertex_weights_of(asked, report.labels, report.graph.n);
    const auto chosen = [&](const std::string& list, const char* option) {
        return parse_vertices(list, report.labels, report.graph.n, option);
    };
    Selection selection = {chosen(asked.rows, "--rows"), chosen(asked.columns, "--columns")};
    const bool all_rows = options.paths || options.statistics;
    if (!all_rows) options.rows = std::exchange(selection.rows, {});  // no others are computed
    std::optional<PairOutput> pairs;
    if (!asked.pairs.empty()) {
        pairs.emplace(read_pairs(input_name(asked.pairs), report.labels, report.graph.n));
        if (pairs->sources().empty()) {  // which would stand for all rows
            throw Error(ErrorKind::bad_input,
                        fmt::format("{}: expected at least one pair", asked.pairs));
        }
        if (!all_rows) options.rows = pairs->sources();
    }
    RowOutput rows(graph, selection, std::move(pairs), asked.warm_up, report);
    in_names_of(report.labels, [&] {
        if (!asked.dry_run) {
            if (asked.sampled_bounds && asked.page.file.empty()) {  // a page has a sample
                options.statistics_options.bounds =
                    histogram_bounds(graph, report.devices, options);
            }
            return solve_and_write(std::move(graph), asked.warm_up, rows, report);
        }
        give_potentials(graph, options.semiring, options.negative_cycles);
        print_plan(report, plan_solve(graph, report.devices, options));
    });
}

int run(SolveCommand& asked) {
    if (asked.version) {
        print_version("apsp-ocl", asked.json);
        return 0;
    }
    if (asked.list_devices) return list_all_devices(asked.json);
    const Stopwatch total;
    Report report(asked);
    begin(report);
    Graph graph = read(asked, report);
    try {
        carry_out(asked, std::move(graph), report);
    } catch (const NegativeCycle& cycle) {
        report.total_seconds = total.seconds();
        end_with_cycle(report, cycle);
    }
    if (asked.dry_run) return 0;
    report.total_seconds = total.seconds();
    if (asked.json || !is_quiet()) print(report);
    if (report.verification && !report.verification->ok) {
        throw Error(ErrorKind::verification,
                    "verification failed: " + report.verification->failure);
    }
    return 0;
}

}  // namespace

std::function<int()> solve_command(OptionList& list) {
    const auto asked = std::make_shared<SolveCommand>();
    SolveOptions& options = asked->options;
    list.describe(
        "All shortest distances of a graph, on any OpenCL device. Without FILE, --input, --random\n"
        "and --generate it solves a dense generated graph of 1024 vertices with integer weights\n"
        "from 1 to 10.\n\n"
        "Examples:\n"
        "  $ apsp-ocl devices                     # what --device can choose from\n"
        "  $ apsp-ocl city.gr --output d.npy      # solve on the best device\n"
        "  $ apsp-ocl roads.csv --undirected --output d.npy --labels-output names.txt\n"
        "  $ apsp-ocl city.gr --output d.npy --paths-output p.npy    # predecessors, too\n"
        "  $ apsp-ocl city.gr --dry-run           # the memory and time that it would take\n"
        "  $ apsp-ocl --device 1 --algo fw --verify      # solve a generated graph, check it\n"
        "  $ apsp-ocl city.gr --devices gpus      # all GPUs, each with some rows of the "
        "matrix\n");
    add_input(list, *asked);
    add_devices(list, asked->devices, "Index, opencl:0, cpu, or part of a name (default: the best)",
                "Share one matrix between devices: all, gpus, or a list with commas, as for "
                "--device");
    add_memory_limit(list, *asked,
                     "Memory of each device to use at most; a larger matrix is streamed through "
                     "the devices");
    list.add("workspace", file(options.workspace), "DIR",
             "Keep the matrix in a file in this folder, if memory cannot hold it, or for --stats "
             "alone the sums of its rows; a solve that was killed can be resumed");
    list.add("resume", set(options.resume), "Go on with the unfinished solve in --workspace")
        .needs("workspace");
    add_algorithm(list, *asked, "a,algo", "Algorithm: " + names_of(kAlgorithms));
    add_kernels(list, *asked);
    add_negative_cycles(list, options.negative_cycles, options.semiring);
    add_results(list, *asked, false);
    list.add("dry-run", set(asked->dry_run),
             "Print the plan (type, memory, configuration, expected time) and solve nothing");
    list.add("warm-up", set(asked->warm_up),
             "For measurements: solve twice and report the second, unless the first takes over a "
             "second; not with --workspace")
        .excludes("workspace");
    list.add("l,list-devices", set(asked->list_devices),
             "List the devices, as the command devices does")
        .alone();
    add_common(list, *asked);
    return [asked] { return run(*asked); };
}

}  // namespace apsp::cli
