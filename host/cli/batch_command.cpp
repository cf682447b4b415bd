// apsp-ocl batch: many small graphs in, the distances of all out. Graphs are read, solved and
// written slice by slice, so that memory need not hold all results.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/stopwatch.hpp"
#include "cli/batch_report.hpp"
#include "cli/check_options.hpp"
#include "cli/commands.hpp"
#include "cli/device_options.hpp"
#include "cli/graph_options.hpp"
#include "cli/progress.hpp"
#include "cli/standard_streams.hpp"
#include "io/batch_file.hpp"
#include "solve/batch_range.hpp"
#include "solve/batch_results.hpp"

namespace apsp::cli {
namespace {

constexpr std::size_t kSliceBytes = std::size_t{256} << 20;  // of results, and of weights
std::optional<double> number_option(const cxxopts::ParseResult& parsed, const std::string& option) {
    if (parsed.count(option) == 0) return std::nullopt;
    const std::string text = text_of(parsed, option);
    double value = 0;
    if (parse_whole(text, value)) return value;
    throw Error(ErrorKind::usage, fmt::format("--{} {}: expected a number, or inf", option, text));
}

/// 0 where it was not given.
std::size_t count_option(const cxxopts::ParseResult& parsed, const std::string& option) {
    return number_of<std::size_t>(parsed, option, 1).value_or(0);
}

BatchReadOptions batch_read_options(const cxxopts::ParseResult& parsed) {
    BatchReadOptions options{.unweighted = parsed.count("unweighted") != 0};
    const std::size_t column = count_option(parsed, "weight-column");
    if (column == 0) return options;
    if (options.unweighted) {
        throw Error(ErrorKind::usage, "--unweighted and --weight-column exclude each other");
    }
    options.weight_column = column - 1;
    return options;
}

BatchOptions batch_solve_options(const cxxopts::ParseResult& parsed) {
    const auto type = [&](const std::string& option, const std::string& others) {
        return parse_option(parsed, option, parse_dtype, "element type",
                            others + names_of(kDtypes));
    };
    BatchOptions options;
    options.semiring = semiring_option(parsed);
    if (text_of(parsed, "dtype") != "auto") options.dtype = type("dtype", "auto, ");
    options.result_dtype = type("result-dtype", "");
    options.padded_to = count_option(parsed, "pad");
    options.no_path = number_option(parsed, "no-path");
    options.fill = number_option(parsed, "fill");
    options.paths = parsed.count("paths") + parsed.count("paths-output") != 0;
    options.path_arcs = count_option(parsed, "path-arcs");
    return options;
}

std::size_t edge_of(std::size_t vertices, const BatchOptions& options) {
    return options.padded_to != 0 ? options.padded_to : vertices;
}

/// Bytes of all results per pair of vertices.
std::size_t bytes_for_pair(const BatchOptions& options) {
    return size_of(options.result_dtype.value_or(Dtype::u8)) +
           (options.paths ? sizeof(std::int32_t) : 0) + options.path_arcs * sizeof(std::int32_t);
}

/// The next graphs, at least one, of about as much memory as a slice may take.
Range next_slice(const BatchFile& file, std::size_t first, const BatchOptions& options) {
    const std::size_t each = bytes_for_pair(options);
    Range slice = {first, first};
    for (std::size_t bytes = 0; slice.last < file.size(); ++slice.last) {
        const std::size_t edge = edge_of(file.vertices(slice.last), options);
        bytes += edge * edge * each + file.slice_bytes(slice.last);
        if (bytes > kSliceBytes && slice.last != first) break;
    }
    return slice;
}

/// Looks at all weights, and chooses the types, which must be the same for all slices.
void choose_types(BatchFile& file, BatchReport& report) {
    BatchOptions& options = report.options;
    BatchRange range;
    ProgressLine line("planning");
    for (Range slice; slice.last < file.size();) {
        slice = next_slice(file, slice.last, options);
        range.add(range_of(file.slice(slice), slice.first));
        line.show(static_cast<double>(slice.last) / static_cast<double>(file.size()));
    }
    if (options.padded_to != 0 && range.largest > options.padded_to) {
        const auto graph = std::ranges::find(report.sizes, range.largest) - report.sizes.begin();
        throw Error(ErrorKind::usage, fmt::format("graph {} has {} vertices, more than --pad {}",
                                                  graph, range.largest, options.padded_to));
    }
    options.dtype = batch_dtype(range, options.semiring, options.dtype);
    options.result_dtype = options.result_dtype.value_or(*options.dtype);
    check_result_dtype(range, options.semiring, *options.dtype, *options.result_dtype);
    // Slices of several graphs are small.
    check_results_fit(std::pow(edge_of(range.largest, options), 2), *options.result_dtype, options);
}

std::vector<Device> choose_devices(const cxxopts::ParseResult& parsed,
                                   const std::vector<std::size_t>& sizes) {
    auto named = named_devices(parsed);
    if (!named.empty()) return named;
    double relaxations = 0;
    for (const std::size_t n : sizes) relaxations += std::pow(static_cast<double>(n), 3);
    return {batch_device(relaxations)};
}

/// Numbers arcs as the file does, rather than within a slice.
void number_arcs(const BatchFile& file, BatchSolution& solution) {
    if (solution.path_arcs.size() == 0) return;
    for (std::int32_t& arc : solution.path_arcs.as<std::int32_t>()) {
        if (arc >= 0) {
            arc = static_cast<std::int32_t>(file.arc_number(static_cast<std::size_t>(arc)));
        }
    }
}

void run(BatchFile& file, BatchReport& report) {
    Stopwatch watch;
    choose_types(file, report);
    report.read += watch.seconds();
    if (report.options.path_arcs != 0 &&
        file.arcs() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
        throw Error(ErrorKind::usage,
                    fmt::format("--path-arcs: {} arcs are too many to be numbered in 32 bits",
                                file.arcs()));
    }
    BatchOutput output(report.files, report.sizes, report.options);
    ProgressLine line("solving", static_cast<double>(file.size()), "graphs");
    for (Range slice; slice.last < file.size();) {
        slice = next_slice(file, slice.last, report.options);
        watch = {};
        const GraphBatch batch = file.slice(slice);
        report.read += watch.seconds();
        watch = {};
        BatchSolution solution = solve_batch(batch, report.devices, report.options);
        number_arcs(file, solution);
        report.solve += watch.seconds();
        watch = {};
        output.write(solution, slice.first);
        report.write += watch.seconds();
        report.add(solution, slice.first);
        line.show(static_cast<double>(slice.last) / static_cast<double>(file.size()));
    }
    watch = {};
    output.commit();
    report.write += watch.seconds();
}

}  // namespace

cxxopts::Options batch_options(const std::string& command) {
    cxxopts::Options options(
        "apsp-ocl " + command,
        "All shortest distances of many small graphs at once.\n\n"
        "Exit code 5: some graphs have negative cycles. They are written as graphs without any\n"
        "path, not even from a vertex to itself; the others are solved.\n\n"
        "Examples:\n"
        "  $ apsp-ocl batch --input molecules.npz --output d.npz\n"
        "  $ apsp-ocl batch --input MUTAG --output d.npy --pad 32 --no-path 510 --result-dtype "
        "i16\n"
        "  $ apsp-ocl batch --input w.npy --output d.npy --paths-output p.npy\n");
    auto add = options.add_options();
    add("i,input",
        "Graphs: .npy of B x N x N weights, .npz of compressed rows (graph_ptr, indptr, indices,\n"
        "weights), or the folder of a TUDataset",
        text(), "FILE");
    add("o,output",
        "Write the distances: .npy of B x N x N, or .npz (sizes, first, distances; failed: graphs\n"
        "with negative cycles; and what --paths and --path-arcs find)",
        text(), "FILE");
    add("d,device",
        "Index, opencl:0, cpu, or part of a name (default: the best, or cpu for a few graphs)",
        text(), "DEVICE");
    add("devices",
        "Deal the graphs to several devices: all, gpus, or a list with commas, as for --device",
        text(), "LIST");
    add("semiring", "Semiring: " + names_of(kSemirings) + " (see docs/semirings.md)",
        text("min-plus"), "NAME");
    add("dtype", "Element type: auto (the smallest that holds all results), " + names_of(kDtypes),
        text("auto"), "TYPE");
    add("result-dtype", "Element type of the results (default: as chosen for --dtype)", text(),
        "TYPE");
    add("pad", "Pad every matrix to N x N", text(), "N");
    add("fill", "Value of the padding (default: as for no path)", text(), "X");
    add("no-path", "Value for no path (default: by type, see docs/types.md)", text(), "X");
    add("paths", "Also find predecessors");
    add("paths-output", "Write the predecessors: .npy of i32, -1 for none", text(), "FILE");
    add("path-arcs",
        "Also find the first L arcs along each path, as their numbers (from 0) in the input",
        text(), "L");
    add("path-arcs-output", "Write these arcs: .npy of i32, -1 after the last", text(), "FILE");
    add("unweighted", "Give every arc weight 1");
    add("weight-column",
        "Column of a TUDataset's edge attributes, from 1 (default: all weights are 1)", text(),
        "COLUMN");
    add_report_options(options);
    return options;
}

int batch_command(const std::string& command, const cxxopts::ParseResult& parsed) {
    check_no_arguments(parsed, "apsp-ocl " + command);
    check_choices(parsed);
    check_files(parsed, {"input"}, {"output", "paths-output", "path-arcs-output"});
    const Stopwatch total;
    BatchReport report;
    report.input = input_name(needed(parsed, "input", command));
    report.options = batch_solve_options(parsed);
    report.files = {output_name(text_of(parsed, "output")), text_of(parsed, "paths-output"),
                    text_of(parsed, "path-arcs-output")};
    report.files.check(report.options);

    const Stopwatch reading;
    const auto file =
        open_batch(report.input, batch_read_options(parsed), reading_line(report.input).callback());
    for (std::size_t b = 0; b < file->size(); ++b) report.sizes.push_back(file->vertices(b));
    report.read = reading.seconds();
    report.devices = choose_devices(parsed, report.sizes);
    for (const Device& device : report.devices) report.shares.push_back({device});
    try {
        run(*file, report);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::bad_input) throw;
        const std::string what = error.what();
        const bool named = what.starts_with(report.input);
        throw Error(error.kind(), named ? what : report.input + ": " + what);
    }
    report.total = total.seconds();
    print(report, parsed.count("json") != 0);
    return 0;
}

}  // namespace apsp::cli
