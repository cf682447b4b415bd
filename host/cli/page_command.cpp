// apsp-ocl page: a page that shows what a graph's distances are like.
#include <memory>

#include "base/stopwatch.hpp"
#include "cli/commands.hpp"
#include "cli/message.hpp"
#include "cli/page_output.hpp"
#include "cli/progress.hpp"
#include "cli/standard_streams.hpp"
#include "negative/negative_cycle.hpp"

namespace apsp::cli {
namespace {

/// Makes the page and writes it; fills the report on the way.
void make_and_write(const Graph& graph, Report& report) {
    PageOutput page(graph, report);
    {
        ProgressLine line("solving");
        report.asked.options.progress = line.callback();
        report.solution = solve(graph, report.devices, report.asked.options);
    }
    for (const std::string& warning : report.solution.warnings) {
        note("apsp-ocl", "warning", warning);
    }
    print_notes(report);
    page.write();
}

int run(SolveFields& asked) {
    const Stopwatch total;
    asked.page.file = output_name(asked.page.file);
    check_folder(asked.page.file);
    asked.options.summary = true;
    asked.options.keep_distances = false;
    Report report(asked);
    report.devices = asked.devices.named();
    report.device_chosen = report.devices.empty();
    if (report.device_chosen) report.devices = {best_device(asked.options.algorithm)};
    auto [graph, labels, notes, places] = load_input(asked, [](const GeneratedInput&) {});
    report.read_seconds = total.seconds();
    report.graph = GraphFacts(graph, asked.from_file());
    report.labels = std::move(labels);
    report.places = std::move(places);
    if (!asked.coordinates.empty()) {
        report.places =
            read_coordinates(input_name(asked.coordinates), report.labels, report.graph.n);
    }
    try {
        in_names_of(report.labels, [&] { make_and_write(graph, report); });
    } catch (const NegativeCycle& cycle) {
        report.total_seconds = total.seconds();
        end_with_cycle(report, cycle);
    }
    report.total_seconds = total.seconds();
    if (asked.json || !is_quiet()) print(report);
    return 0;
}

}  // namespace

std::function<int()> page_command(OptionList& list) {
    const auto asked = std::make_shared<SolveFields>();
    list.describe(
        "Writes one file of HTML that shows what a graph's distances are like: the largest, the\n"
        "mean, the centre, a histogram, the best and the worst connected vertices, the matrix "
        "and,\n"
        "with coordinates, a map. A browser opens it without a network.\n\n"
        "Examples:\n"
        "  $ apsp-ocl page roads.csv --undirected --unit km -o roads.html\n"
        "  $ apsp-ocl page city.gr --coordinates city.co -o city.html\n");
    add_input(list, *asked);
    list.add("o,output", text(asked->page.file), "FILE",
             "The page, as in page.html; - is standard output", "page.html")
        .writes();
    list.add("coordinates", text(asked->coordinates), "FILE",
             "Where the vertices are, for a map: lines of vertex, x and y (.csv, .tsv, .txt), or "
             "DIMACS .co")
        .reads();
    add_page(list, asked->page);
    list.add("harmonic", set(asked->options.statistics_options.harmonic),
             "Show each vertex's harmonic centrality and the global efficiency, too");
    add_devices(
        list, asked->devices, "Index, opencl:0, cpu, or part of a name (default: the best)",
        "Share the work between devices: all, gpus, or a list with commas, as for --device");
    add_memory_limit(list, *asked, "Memory of each device to use at most");
    add_algorithm(list, *asked, "a,algo", "Algorithm: " + names_of(kAlgorithms));
    list.add_report(asked->json);
    add_reading(list, asked->graph.read, "input");
    list.then([asked, &list] {
        if (!asked->from_file() && !asked->generated) list.fail_without("input");
    });
    return [asked] { return run(*asked); };
}

}  // namespace apsp::cli
