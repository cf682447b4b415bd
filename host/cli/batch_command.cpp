// apsp-ocl batch: many small graphs in, the distances of all out. Graphs are read, solved and
// written slice by slice, so that memory need not hold all results.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "base/stopwatch.hpp"
#include "batch/batch_results.hpp"
#include "cli/batch_report.hpp"
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "cli/standard_streams.hpp"
#include "graph/batch_range.hpp"
#include "io/batch_file.hpp"

namespace apsp::cli {
namespace {

constexpr std::size_t kSliceBytes = std::size_t{256} << 20;  // of results, and of weights

/// A number, or inf.
Value padding_value(std::optional<double>& field) {
    return {[&field](const std::string& option, const std::string& text) {
        double value = 0;
        if (parse_whole(text, value)) return void(field = value);
        fail_usage("--{} {}: expected a number, or inf", option, text);
    }};
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
    BatchOptions& options = report.asked.options;
    BatchRange range;
    ProgressLine line("planning");
    for (Range slice; slice.last < file.size();) {
        slice = next_slice(file, slice.last, options);
        range.add(range_of(file.slice(slice), slice.first));
        line.show(static_cast<double>(slice.last) / static_cast<double>(file.size()));
    }
    if (options.padded_to != 0 && range.largest > options.padded_to) {
        const auto graph = std::ranges::find(report.sizes, range.largest) - report.sizes.begin();
        fail_usage("graph {} has {} vertices, more than --pad {}", graph, range.largest,
                   options.padded_to);
    }
    options.dtype = batch_dtype(range, options.semiring, options.dtype);
    options.result_dtype = options.result_dtype.value_or(*options.dtype);
    check_result_dtype(range, options.semiring, *options.dtype, *options.result_dtype);
    // Slices of several graphs are small.
    check_results_fit(std::pow(edge_of(range.largest, options), 2), *options.result_dtype, options);
}

std::vector<Device> choose_devices(const DeviceFields& devices,
                                   const std::vector<std::size_t>& sizes) {
    auto named = devices.named();
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

void solve_slices(BatchFile& file, BatchReport& report) {
    Stopwatch watch;
    choose_types(file, report);
    report.read += watch.seconds();
    if (report.asked.options.path_arcs != 0 &&
        file.arcs() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
        fail_usage("--path-arcs: {} arcs are too many to be numbered in 32 bits", file.arcs());
    }
    BatchOutput output(report.asked.files, report.sizes, report.asked.options);
    ProgressLine line("solving", static_cast<double>(file.size()), "graphs");
    for (Range slice; slice.last < file.size();) {
        slice = next_slice(file, slice.last, report.asked.options);
        watch = {};
        const GraphBatch batch = file.slice(slice);
        report.read += watch.seconds();
        watch = {};
        BatchSolution solution = solve_batch(batch, report.devices, report.asked.options);
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

int run(BatchFields& asked) {
    const Stopwatch total;
    BatchReport report(asked);
    const std::string& input = asked.input;
    const Stopwatch reading;
    const auto file = open_batch(input, asked.read, reading_line(input).callback());
    for (std::size_t b = 0; b < file->size(); ++b) report.sizes.push_back(file->vertices(b));
    report.read = reading.seconds();
    report.devices = choose_devices(asked.devices, report.sizes);
    for (const Device& device : report.devices) report.shares.push_back({device});
    try {
        solve_slices(*file, report);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::bad_input) throw;
        const std::string what = error.what();
        const bool named = what.starts_with(input);
        throw Error(error.kind(), named ? what : input + ": " + what);
    }
    report.total = total.seconds();
    print(report);
    return 0;
}

/// Checks what depends on several options.
void finish(BatchFields& asked) {
    asked.options.paths |= !asked.files.predecessors.empty();
    asked.input = input_name(asked.input);
    if (!asked.files.distances.empty()) {
        asked.files.distances = output_name(asked.files.distances);
    }
    if (asked.read.weight_column) --*asked.read.weight_column;  // which counts from 0
    asked.files.check(asked.options);
}

}  // namespace

std::function<int()> batch_command(OptionList& list) {
    const auto asked = std::make_shared<BatchFields>();
    list.describe(
        "All shortest distances of many small graphs at once.\n\n"
        "Exit code 5: some graphs have negative cycles. They are written as graphs without any\n"
        "path, not even from a vertex to itself; the others are solved.\n\n"
        "Examples:\n"
        "  $ apsp-ocl batch --input molecules.npz --output d.npz\n"
        "  $ apsp-ocl batch --input MUTAG --output d.npy --pad 32 --no-path 510 --result-dtype "
        "i16\n"
        "  $ apsp-ocl batch --input w.npy --output d.npy --paths-output p.npy\n");
    BatchOptions& options = asked->options;
    list.add("i,input", text(asked->input), "FILE",
             "Graphs: .npy of B x N x N weights, .npz of compressed rows (graph_ptr, indptr, "
             "indices,\nweights), or the folder of a TUDataset")
        .required()
        .reads();
    list.add("o,output", text(asked->files.distances), "FILE",
             "Write the distances: .npy of B x N x N, or .npz (sizes, first, distances; failed: "
             "graphs\nwith negative cycles; and what --paths and --path-arcs find)")
        .writes();
    add_devices(list, asked->devices,
                "Index, opencl:0, cpu, or part of a name (default: the best, or cpu for a few "
                "graphs)",
                "Deal the graphs to several devices: all, gpus, or a list with commas, as for "
                "--device");
    add_semiring(list, options.semiring, nullptr, " (see docs/semirings.md)");
    list.add("dtype", dtype_value(options.dtype, "auto, "), "TYPE",
             "Element type: auto (the smallest that holds all results), " + names_of(kDtypes),
             "auto");
    list.add("result-dtype", dtype_value(options.result_dtype), "TYPE",
             "Element type of the results (default: as chosen for --dtype)");
    list.add("pad", number(options.padded_to, 1), "N", "Pad every matrix to N x N");
    list.add("fill", padding_value(options.fill), "X",
             "Value of the padding (default: as for no path)")
        .needs("pad");
    list.add("no-path", padding_value(options.no_path), "X",
             "Value for no path (default: by type, see docs/types.md)");
    list.add("paths", set(options.paths), "Also find predecessors");
    add_paths_output(list, asked->files.predecessors,
                     "Write the predecessors: .npy of i32, -1 for none");
    list.add("path-arcs", number(options.path_arcs, 1), "L",
             "Also find the first L arcs along each path, as their numbers (from 0) in the input");
    list.add("path-arcs-output", text(asked->files.path_arcs), "FILE",
             "Write these arcs: .npy of i32, -1 after the last")
        .needs("path-arcs")
        .writes();
    list.add("unweighted", set(asked->read.unweighted), "Give every arc weight 1")
        .excludes("weight-column");
    list.add("weight-column", number(asked->read.weight_column, 1), "COLUMN",
             "Column of a TUDataset's edge attributes, from 1 (default: all weights are 1)");
    list.add_report(asked->json);
    list.then([asked = asked.get()] { finish(*asked); });
    return [asked] { return run(*asked); };
}

}  // namespace apsp::cli
