// apsp-ocl [solve]: a graph in, its distances out.
#include <utility>

#include "apsp/apsp.hpp"
#include "base/stopwatch.hpp"
#include "cli/commands.hpp"
#include "cli/device_options.hpp"
#include "cli/graph_options.hpp"
#include "cli/message.hpp"
#include "cli/progress.hpp"
#include "cli/row_output.hpp"
#include "cli/solve_options.hpp"
#include "cli/standard_streams.hpp"
#include "cli/version.hpp"
#include "cli/vertex_list.hpp"
#include "measure/cells.hpp"
#include "negative/negative_cycle.hpp"
#include "solve/plan.hpp"

namespace apsp::cli {
namespace {

std::vector<Device> choose_devices(const cxxopts::ParseResult& parsed, Algorithm algorithm) {
    const ProgressLine line("planning");
    auto named = named_devices(parsed);
    if (named.empty()) named = {best_device(algorithm)};
    return named;
}

/// The second of two solves; or the first, if its computation takes so long that the costs of a
/// first solve (clocks that rise, pages that are touched, threads that start) do not matter.
Solution solve_warm(Graph graph, Report& report) {
    constexpr double kLong = 1;  // seconds
    Solution first = solve(graph, report.devices, report.options);
    if (first.seconds.compute > kLong) return first;
    report.warm = true;
    first = {};
    return solve(std::move(graph), report.devices, report.options);
}

/// Solves, checks and writes; fills the report on the way.
void run(Graph graph, const cxxopts::ParseResult& parsed, RowOutput& rows, Report& report) {
    Solution& solution = report.solution;
    {
        const auto n = static_cast<double>(report.graph.n);
        ProgressLine line("solving", n * n, "distances");
        report.options.progress = line.callback();
        solution = parsed.count("warm-up") != 0
                       ? solve_warm(std::move(graph), report)
                       : solve(std::move(graph), report.devices, report.options);
    }
    for (const std::string& warning : solution.warnings) {
        note("apsp-ocl", "warning", warning);
    }
    print_notes(report);
    rows.finish();
    if (rows.failed()) return;
    write_tables(parsed, report);
    if (!report.options.workspace.empty()) remove_workspace(report.options.workspace);
}

/// What is asked for, and the devices to solve on.
Report begin(const cxxopts::ParseResult& parsed) {
    const auto given = [&](const char* option) { return parsed.count(option) != 0; };
    Report report = begin_report(parsed);
    SolveOptions& options = report.options;
    options.algorithm =
        parse_option(parsed, "algo", parse_algorithm, "algorithm", names_of(kAlgorithms))
            .value_or(options.algorithm);
    options.negative_cycles = negative_cycles_option(parsed);
    options.workspace = text_of(parsed, "workspace");
    options.resume = given("resume");
    report.devices = choose_devices(parsed, options.algorithm);
    for (const char* option : {"tile", "block"}) {
        const Device& first = report.devices.front();
        if (!given(option) || sweep::has_tiles(first, options.algorithm, options.variant)) continue;
        throw Error(ErrorKind::usage, fmt::format("--{}: {} has no tiles or blocks", option,
                                                  name(options.algorithm)));
    }
    if (given("panels") && report.devices.size() == 1) {
        throw Error(ErrorKind::usage, "--panels needs several devices; see --devices");
    }
    report.device_chosen = !given("device") && !given("devices");
    report.solution.variant = options.variant;
    const auto known = variants(report.devices.front(), options.algorithm);
    if (options.variant.empty() && !known.empty()) report.solution.variant = known.front();
    return report;
}

/// The graph; the rest of what is read goes to the report.
Graph read(const cxxopts::ParseResult& parsed, Report& report) {
    const Stopwatch reading;
    const bool some_rows =
        !report.devices.front().shares_host_memory && !report.options.paths &&
        (parsed.count("rows") + parsed.count("pairs") != 0 || parsed.count("warm-up") == 0);
    // Whether the matrix fits is checked before a graph is made in n^2 steps.
    auto [graph, labels, notes] = load_graph(parsed, [&](const GeneratedInput& input) {
        const bool elsewhere = !report.options.workspace.empty() || some_rows;
        if (!looks_at_pairs(input) || (elsewhere && !is_dense(input))) return;
        const Plan matrix = plan(input.n, report.options.dtype.value_or(Dtype::u8));
        const std::string why = why_too_large(matrix, matrix.matrix_bytes);
        if (why.empty()) return;
        refuse(matrix, why + (is_dense(input) ? "; generate a smaller graph"
                                              : "; generate a smaller graph, or keep the matrix "
                                                "on a disk with --workspace"));
    });
    report.read_seconds = reading.seconds();
    const ProgressLine line("planning");
    report.graph = GraphFacts(graph, parsed.count("input") != 0);
    report.labels = std::move(labels);
    if (const std::string file = text_of(parsed, "coordinates"); !file.empty()) {
        report.coordinates = read_coordinates(input_name(file), report.graph.n);
    }
    return std::move(graph);
}

}  // namespace

cxxopts::Options solve_options(const std::string&) {
    cxxopts::Options options(
        "apsp-ocl",
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
    add_input_options(options);
    auto add = options.add_options();
    add("d,device", "Index, opencl:0, cpu, or part of a name (default: the best)", text(),
        "DEVICE");
    add("devices",
        "Share one matrix between devices: all, gpus, or a list with commas, as for --device",
        text(), "LIST");
    add("memory-limit",
        "Memory of each device to use at most; a larger matrix is streamed through the devices",
        text(), "SIZE");
    add("workspace",
        "Keep the matrix in a file in this folder, if memory cannot hold it; a solve that was "
        "killed can be resumed",
        text(), "DIR");
    add("resume", "Go on with the unfinished solve in --workspace");
    add("a,algo", "Algorithm: " + names_of(kAlgorithms), text("auto"), "NAME");
    add_kernel_options(options);
    add_negative_cycles_option(options);
    add_result_options(options, false);
    add("dry-run", "Print the plan (type, memory, configuration, expected time) and solve nothing");
    add("warm-up",
        "For measurements: solve twice and report the second, unless the first takes over a "
        "second; not with --workspace");
    add("l,list-devices", "List the devices, as the command devices does");
    add_common_options(options);
    return options;
}

int solve_command(const std::string&, const cxxopts::ParseResult& parsed) {
    check_no_arguments(parsed, "apsp-ocl");
    if (parsed.count("version") != 0) {
        print_version("apsp-ocl", parsed.count("json") != 0);
        return 0;
    }
    if (parsed.count("list-devices") != 0) return devices_command("devices", parsed);

    const Stopwatch total;
    Report report = begin(parsed);
    Graph graph = read(parsed, report);
    const auto chosen = [&](const std::string& option) {
        return parse_vertices(text_of(parsed, option), report.labels, report.graph.n,
                              "--" + option);
    };
    Selection selection = {chosen("rows"), chosen("columns")};
    if (!report.options.paths && !report.options.statistics) {
        report.options.rows = std::exchange(selection.rows, {});  // no other rows are computed
    }
    std::optional<PairOutput> pairs;
    if (const std::string file = text_of(parsed, "pairs"); !file.empty()) {
        pairs.emplace(read_pairs(input_name(file), report.labels, report.graph.n));
        if (pairs->sources().empty()) {  // which would stand for all rows
            throw Error(ErrorKind::bad_input, fmt::format("{}: expected at least one pair", file));
        }
        if (!report.options.paths && !report.options.statistics) {
            report.options.rows = pairs->sources();
        }
    }
    RowOutput rows(graph, selection, std::move(pairs), parsed, report);
    try {
        if (parsed.count("dry-run") != 0) {
            give_potentials(graph, report.options.semiring, report.options.negative_cycles);
            print_plan(report, in_names_of(report.labels, [&] {
                           return plan_solve(graph, report.devices, report.options);
                       }));
            return 0;
        }
        in_names_of(report.labels, [&] { run(std::move(graph), parsed, rows, report); });
    } catch (const NegativeCycle& cycle) {
        report.total_seconds = total.seconds();
        end_with_cycle(report, cycle);
    }
    report.total_seconds = total.seconds();
    if (report.json || !is_quiet()) print(report);
    if (report.verification && !report.verification->ok) {
        throw Error(ErrorKind::verification,
                    "verification failed: " + report.verification->failure);
    }
    return 0;
}

}  // namespace apsp::cli
