// See solve_options.hpp.
#include "cli/solve_options.hpp"

#include <fmt/ranges.h>

#include <cmath>
#include <limits>

#include "apsp/apsp.hpp"
#include "cli/progress.hpp"
#include "cli/standard_streams.hpp"

namespace apsp::cli {
namespace {

constexpr std::size_t kDefaultVertices = 1024;

/// `prefix` is what comes before the text of an option for `parse_generated`.
Value generated_value(std::optional<GeneratedInput>& field, const std::string& prefix,
                      const std::string& expected) {
    return {[=, &field](const std::string& option, const std::string& text) {
        field = parse_generated(prefix + text);
        if (field) return;
        fail_usage("--{} {}: expected {}", option, text, expected);
    }};
}

/// Where the distances are written, and in which format.
void choose_output(SolveFields& asked) {
    if (asked.output.empty()) return;
    WriteOptions& write = asked.write;
    write.semiring = asked.options.semiring;
    if (write.max_distance != WriteOptions().max_distance && prefers_large(write.semiring)) {
        fail_usage(
            "--max-distance: over {}, larger is better; use it over min-plus "
            "or min-max",
            name(write.semiring));
    }
    asked.output = output_name(asked.output);
    check_writable(asked.output, write);
}

void finish(SolveFields& asked) {
    if (!asked.from_file() && !asked.generated) asked.generated = {.n = kDefaultVertices};
    asked.options.paths |= !asked.paths_output.empty();
    const StatisticsOptions& more = asked.options.statistics_options;
    asked.options.statistics |= !asked.stats_output.empty() || !asked.page.file.empty() ||
                                asked.sampled_bounds || more.harmonic || !more.bounds.empty();
    asked.options.summary = true;
    choose_output(asked);
    if (!asked.stats_output.empty()) check_statistics_writable(asked.stats_output);
    if (!asked.page.file.empty()) {
        asked.page.file = output_name(asked.page.file);
        check_folder(asked.page.file);
    }
    if (!asked.labels_output.empty()) check_plain_output("labels-output", asked.labels_output);
}

/// "5,10,30", or "10:100:10": first, last, step.
/// Empty if one of them is no number.
std::vector<double> numbers_between(std::string_view text, char separator) {
    std::vector<double> numbers;
    for (std::size_t first = 0, end = 0; first <= text.size(); first = end + 1) {
        end = std::min(text.find(separator, first), text.size());
        if (!parse_whole(text.substr(first, end - first), numbers.emplace_back())) return {};
    }
    return numbers;
}

/// Empty if these are no steps, or more than kMostBounds.
std::vector<double> bounds_in_steps(double first, double last, double step) {
    const double more = std::floor((last - first) / step + 1e-9);
    if (!(step > 0 && more >= 0 && more < static_cast<double>(kMostBounds))) return {};
    std::vector<double> bounds;
    for (double k = 0; k <= more; ++k) bounds.push_back(first + k * step);
    return bounds;
}

/// `sampled`, if not null, is set by "auto".
Value distance_bounds(std::vector<double>& field, bool* sampled = nullptr) {
    return {[&field, sampled](const std::string& option, const std::string& text) {
        if (sampled != nullptr && text == "auto") {
            *sampled = true;
            return;
        }
        const bool steps = text.find(':') != std::string::npos;
        std::vector<double> numbers = numbers_between(text, steps ? ':' : ',');
        if (steps) {
            numbers = numbers.size() == 3 ? bounds_in_steps(numbers[0], numbers[1], numbers[2])
                                          : std::vector<double>();
        }
        if (numbers.empty()) {
            fail_usage(
                "--{} {}: expected bounds of distances, as in 5,10,30 or, of at most {}, "
                "first:last:step as in 10:100:10{}",
                option, text, kMostBounds, sampled == nullptr ? "" : ", or auto");
        }
        field = numbers;
    }};
}

/// A number, or nan.
Value no_path_value(std::optional<double>& field) {
    return {[&field](const std::string& option, const std::string& text) {
        if (text == "nan") {
            field = std::numeric_limits<double>::quiet_NaN();
        } else {
            number(field).take(option, text);
        }
    }};
}

void add_matrix_output(OptionList& list, SolveFields& asked) {
    list.add("output-format",
             choice(asked.write.format, "format", parse_matrix_format, names_of(kMatrixFormats)),
             "NAME",
             "Format of the output, if its name does not tell it: " + names_of(kMatrixFormats) +
                 " (default: npy)")
        .needs("output");
    list.add("long", set(asked.write.list),
             "Write one line source,target,distance per path (.csv, .tsv)")
        .needs("output");
    list.add("max-distance", number(asked.write.max_distance), "D",
             "Leave out paths longer than this, with --long or in .npz")
        .needs("output");
    list.add("no-path", no_path_value(asked.write.no_path), "X",
             "Value for no path in whole rows and pairs, such as -1 or nan (default: inf, or by "
             "type, see docs/types.md)")
        .needs("output");
    Option& pairs = list.add("pairs", text(asked.pairs), "FILE",
                             "Write only the distances of these pairs: source,target lines, or "
                             ".npy of k x 2 (`table --pairs` does not compute whole rows)");
    pairs.needs("output").reads();
    for (const char* other : {"rows", "columns", "long", "max-distance"}) pairs.excludes(other);
}

}  // namespace

void add_input(OptionList& list, SolveFields& asked) {
    list.positional("input", "[FILE]");
    list.add("i,input", text(asked.graph.file), "FILE",
             "Graph, the same as FILE: " + graph_suffixes() +
                 ", each also as .gz or .zst; - is standard input")
        .excludes("random")
        .excludes("generate")
        .reads();
    list.add("random",
             generated_value(asked.generated, "random:", "N[,DENSITY[,SEED]], as in 2000,0.1,7"),
             "N[,DENSITY[,SEED]]",
             "Generate a graph: vertices, share of all arcs (default: 1), seed (default: 1)")
        .excludes("generate");
    list.add("generate",
             generated_value(asked.generated, "",
                             "NAME:N[,SEED], as in squares:2000,7, or for random and potential "
                             "NAME:N[,DENSITY[,SEED]]; choose from: " +
                                 fmt::format("{}", fmt::join(generator_names(), ", "))),
             "NAME:N[,SEED]",
             "Generate a graph by name: random, squares, ring, potential (negative weights), "
             "undirected, grid (N x N) or road (like a road network)");
}

void add_memory_limit(OptionList& list, SolveFields& asked, const std::string& help) {
    list.add("memory-limit", bytes(asked.options.memory_limit), "SIZE", help);
}

void add_algorithm(OptionList& list, SolveFields& asked, std::string_view names,
                   const std::string& help) {
    list.add(names,
             choice(asked.options.algorithm, "algorithm", parse_algorithm, names_of(kAlgorithms)),
             "NAME", help, "auto");
}

void add_kernels(OptionList& list, SolveFields& asked) {
    SolveOptions& options = asked.options;
    list.add("variant", text(options.variant), "NAME",
             "Kernels: on OpenCL, gpu or cpu; on CUDA,\n"
             "gpu; on cpu, avx512, avx2, both also with\n"
             "-fma, neon or baseline; on all, tensor\n"
             "(small distances on tensor cores or AMX);\n"
             "for fw openmp or serial\n"
             "(more: apsp-ocl ladder --help)");
    list.add("tile", number(options.tile, 1), "T", "Edge length of a tile");
    list.add("block", number(options.block, 1), "B",
             "Pivots per outer block, a multiple of the tile");
    list.add("panels",
             choice(options.panels, "place for panels", parse_panel_place, names_of(kPanelPlaces)),
             "PLACE",
             "Memory through which several devices hand over pivots with kleene: device, for CUDA\n"
             "devices that can read one another's memory, or host (default: device if possible)");
    list.add("no-tuning", set(options.use_tuning, false),
             "Ignore the results of apsp-ocl tune for the device");
    list.add("dtype", dtype_value(options.dtype, "auto, "), "TYPE",
             "Element type: auto (the smallest that is proven safe), " + names_of(kDtypes), "auto");
    add_semiring(list, options.semiring, &asked.graph.read, " (see docs/semirings.md)");
    list.add("symmetric", set(options.symmetric),
             "Insist on half the work, for graphs whose arcs are equal both ways (default: "
             "where it pays)")
        .excludes("no-symmetric");
    list.add("no-symmetric", set(options.symmetric, false), "Do all the work even for such graphs");
}

void add_page(OptionList& list, PageFields& page, const std::string& file) {
    const auto add = [&](Option& option) {
        if (!file.empty()) option.needs(file);
    };
    add(list.add("unit", text(page.unit), "NAME", "Unit of the page's distances, as in km"));
    add(list.add("title", text(page.title), "TEXT",
                 "Title of the page (default: the graph file's name)"));
    add(list.add(
        "betweenness", set(page.betweenness),
        "Show each vertex's betweenness on the page, too, as the command betweenness counts "
        "it"));
}

void add_results(OptionList& list, SolveFields& asked, bool ranks) {
    const auto each_keeps = [&](const char* what) {
        return ranks ? std::string("; each rank then keeps ") + what : "";
    };
    list.add("o,output", text(asked.output), "FILE",
             ranks ? "Write the distances: .npy, in a folder that all ranks can see"
                   : "Write the distances: .npy, .npz, .csv, .tsv, .mtx or .bin32, each but .npz "
                     "also as .gz or .zst; - is standard output")
        .writes();
    if (!ranks) add_matrix_output(list, asked);
    list.add("rows", text(asked.rows), "LIST",
             "Write only these rows: vertices and ranges, as in 3,7-9,Bern")
        .needs("output");
    if (!ranks) {
        list.add("columns", text(asked.columns), "LIST", "Write only these columns")
            .needs("output");
    }
    list.add("paths", set(asked.options.paths),
             "Also find predecessors" +
                 (ranks ? each_keeps("the graph and all its rows")
                        : " (may take the memory of a second matrix, see --dry-run)"));
    add_paths_output(list, asked.paths_output, "Write the predecessors: .npy of i32, -1 for none");
    list.add("labels-output", text(asked.labels_output), "FILE",
             "Write the vertices' labels, one per line")
        .writes();
    list.add("stats", set(asked.options.statistics),
             "Print diameter, radius, centre, mean distance and components");
    list.add(
        "harmonic", set(asked.options.statistics_options.harmonic),
        "As --stats, with the global efficiency, and with each vertex's harmonic centrality in "
        "--stats-output");
    StatisticsOptions& more = asked.options.statistics_options;
    list.add("histogram", distance_bounds(more.bounds, ranks ? nullptr : &asked.sampled_bounds),
             "BOUNDS",
             std::string("As --stats, with the number of pairs at distances up to each bound and "
                         "beyond the one before: 5,10,30, or first:last:step, as in 10:100:10") +
                 (ranks ? "" : "; auto takes some 50 by the rows of up to 256 vertices"))
        .excludes("within");
    Option& within = list.add("within", distance_bounds(more.bounds), "BOUNDS",
                              "Add to --stats-output how many vertices are within each of these "
                              "bounds of each vertex");
    within.needs("stats-output");
    list.then([&more, &within] { more.within = within.given; });
    list.add("vertex-weights", text(asked.vertex_weights), "FILE",
             "Add up these weights of the vertices for --within: vertex,weight lines")
        .needs("within")
        .reads();
    list.add("stats-output", text(asked.stats_output), "FILE",
             "Write each vertex's eccentricity and closeness: .csv or .tsv")
        .writes();
    if (!ranks) {
        list.add("coordinates", text(asked.coordinates), "FILE",
                 "Where the vertices are, for --page and --stats-output: lines of vertex, x and y "
                 "(.csv, .tsv, .txt), or DIMACS .co")
            .reads();
        list.add("page", text(asked.page.file), "FILE",
                 "Write a page to look at, as the command page does, as in page.html")
            .writes();
        add_page(list, asked.page, "page");
        list.then([&] {
            if (asked.coordinates.empty() || !asked.stats_output.empty()) return;
            if (asked.page.file.empty()) fail_usage("--coordinates needs --page or --stats-output");
        });
    }
    add_verify(list, asked.verify, asked.verify_work,
               "Check the result by other means" + each_keeps("the graph and all its rows"));
    list.then([&] { finish(asked); });
}

void add_common(OptionList& list, SolveFields& asked) {
    list.add("version", set(asked.version),
             "Print the version and how the program was built; with --json, as an object")
        .alone();
    list.add_report(asked.json);
    add_reading(list, asked.graph.read, "input");
}

void read_vertex_weights_of(SolveFields& asked, const Labels& labels, std::size_t n) {
    if (asked.vertex_weights.empty()) return;
    asked.options.statistics_options.weights =
        read_vertex_weights(input_name(asked.vertex_weights), labels, n);
}

GraphFile load_input(const SolveFields& asked,
                     const std::function<void(const GeneratedInput&)>& check) {
    if (asked.from_file()) return load_graph(asked.graph);
    check(*asked.generated);
    const ProgressLine line("generating");
    return {generate(*asked.generated), {}};
}

}  // namespace apsp::cli
