// apsp-ocl verify: proves saved distances, and predecessors, whatever computed them.
#include <fmt/core.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "apsp/apsp.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/graph_options.hpp"
#include "cli/print_object.hpp"
#include "cli/progress.hpp"
#include "io/text_type.hpp"
#include "negative/negative_cycle.hpp"

namespace apsp::cli {
namespace {

using Json = nlohmann::ordered_json;

/// A proof over min_plus; over other semirings, every row is compared with Dijkstra's algorithm.
Verification check(const GraphFile& file, const Matrix& distances, const Matrix* predecessors,
                   Semiring semiring) {
    ProgressLine line("verifying");
    if (semiring == Semiring::min_plus) {
        return prove(file.graph, distances, predecessors, &file.labels, line.callback());
    }
    if (predecessors != nullptr) {
        throw Error(ErrorKind::usage, "--predecessors can be proved over min-plus only");
    }
    const VerifyOptions options{.budget = std::numeric_limits<double>::infinity(),
                                .semiring = semiring,
                                .labels = &file.labels,
                                .progress = line.callback()};
    return verify(file.graph, distances, options);
}

Json to_json(const GraphFile& file, const Verification& v, double seconds) {
    Json wrong = nullptr;
    if (!v.ok) {
        wrong = {{"source", nullptr}, {"target", nullptr}, {"why", v.failure}};
        if (v.rows_checked != 0) {
            wrong["source"] = file.labels.name(v.row);
            wrong["target"] = file.labels.name(v.column);
        }
    }
    return {{"graph",
             {{"source", file.graph.origin()},
              {"n", file.graph.vertices()},
              {"arcs", file.graph.arcs()}}},
            {"verified", v.ok},
            {"method", v.method},
            {"rows_checked", v.rows_checked},
            {"wrong", wrong},
            {"seconds", seconds}};
}

}  // namespace

cxxopts::Options verify_options(const std::string& command) {
    cxxopts::Options options(
        "apsp-ocl " + command,
        "Proves saved distances right, in O(n m), or names an entry that is wrong. They may come\n"
        "from any program: rows and columns in the order of the graph's vertices. Over semirings\n"
        "other than min-plus, each row is compared with the result of Dijkstra's algorithm.\n\n"
        "Exit code 0: right, 7: wrong.\n\n"
        "Examples:\n"
        "  $ apsp-ocl verify --graph city.gr --distances d.npy --predecessors p.npy\n");
    auto add = options.add_options();
    add("graph", "Graph, as for --input of solve", text(), "FILE");
    add("distances", "Distances: .npy, .csv or .tsv, each also as .gz or .zst", text(), "FILE");
    add("predecessors", "Predecessors: .npy of integers, -1 (or SciPy's -9999) for none", text(),
        "FILE");
    add("semiring", "Semiring: " + names_of(kSemirings), text("min-plus"), "NAME");
    add_negative_cycles_option(options);
    add_report_options(options);
    add_graph_options(options);
    return options;
}

int verify_command(const std::string& command, const cxxopts::ParseResult& parsed) {
    check_no_arguments(parsed, "apsp-ocl " + command);
    const std::string distances_file = needed(parsed, "distances", command);
    GraphFile file = load_graph_file(needed(parsed, "graph", command), parsed);
    const Semiring semiring = semiring_option(parsed);
    const NegativeCycles treatment = negative_cycles_option(parsed);
    Matrix distances =
        read_matrix(distances_file, reading_line(distances_file).callback(), semiring);
    std::optional<Matrix> predecessors;
    if (parsed.count("predecessors") != 0) {
        const std::string predecessors_file = text_of(parsed, "predecessors");
        predecessors =
            read_predecessors(predecessors_file, reading_line(predecessors_file).callback());
    }

    const Stopwatch watch;
    if (treatment == NegativeCycles::minus_infinity) {
        give_potentials(file.graph, semiring, treatment);
    }
    const Matrix* const last = predecessors ? &*predecessors : nullptr;
    Verification verification = check(file, distances, last, semiring);
    // Text that f32 and f64 may have written is right if one of them makes it right.
    const bool open = distances.dtype() == Dtype::f64 && !has_type(distances_file);
    if (!verification.ok && open && may_be_f32(distances)) {
        Matrix singles = as_f32(distances);
        if (Verification again = check(file, singles, last, semiring); again.ok) {
            note("apsp-ocl", "note",
                 fmt::format("{}: right if f32 wrote these numbers, but wrong if f64 did: {}; a "
                             ".npy file tells the type",
                             distances_file, verification.failure));
            verification = std::move(again);
            distances = std::move(singles);
        }
    }
    const double seconds = watch.seconds();
    if (parsed.count("json") != 0) {
        print_result(to_json(file, verification, seconds));
    } else if (!is_quiet()) {
        fmt::print("graph      {}: {} vertices, {} arcs\n", file.graph.origin(),
                   file.graph.vertices(), file.graph.arcs());
        fmt::print("distances  {}: {}{}\n", printable(distances_file), name(distances.dtype()),
                   predecessors ? ", with predecessors" : "");
        fmt::print("verified   {} ({}, {} of {} rows, {:.3f} s)\n", verification.ok ? "yes" : "NO",
                   verification.method, verification.rows_checked, file.graph.vertices(), seconds);
    }
    if (!verification.ok) {
        throw Error(ErrorKind::verification, "verification failed: " + verification.failure);
    }
    return 0;
}

}  // namespace apsp::cli
