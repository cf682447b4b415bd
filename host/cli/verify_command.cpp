// apsp-ocl verify: proves saved distances, and predecessors, whatever computed them.
#include <fmt/core.h>

#include <limits>
#include <memory>
#include <optional>

#include "apsp/apsp.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/json.hpp"
#include "cli/progress.hpp"
#include "cli/shared_options.hpp"
#include "io/text_type.hpp"
#include "negative/negative_cycle.hpp"

namespace apsp::cli {
namespace {

struct VerifyCommand {
    GraphFields graph;
    SavedFields saved;
    Semiring semiring = Semiring::min_plus;
    NegativeCycles negative_cycles = NegativeCycles::refuse;
    bool json = false;
};

/// A proof over min_plus; over other semirings, every row is compared with Dijkstra's algorithm.
Verification check(const GraphFile& file, const Matrix& distances, const Matrix* predecessors,
                   Semiring semiring) {
    ProgressLine line("verifying");
    if (semiring == Semiring::min_plus) {
        return prove(file.graph, distances, predecessors, &file.labels, line.callback());
    }
    if (predecessors != nullptr) {
        fail_usage("--predecessors can be proved over min-plus only");
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

int run(const VerifyCommand& asked) {
    const auto& [distances_file, predecessors_file] = asked.saved;
    const Semiring semiring = asked.semiring;
    GraphFile file = load_graph(asked.graph);
    Matrix distances = load_distances(distances_file, semiring);
    std::optional<Matrix> predecessors;
    if (!predecessors_file.empty()) predecessors = load_predecessors(predecessors_file);

    const Stopwatch watch;
    if (asked.negative_cycles == NegativeCycles::minus_infinity) {
        give_potentials(file.graph, semiring, asked.negative_cycles);
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
    if (asked.json) {
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

}  // namespace

std::function<int()> verify_command(OptionList& list) {
    const auto asked = std::make_shared<VerifyCommand>();
    list.describe(
        "Proves saved distances right, in O(n m), or names an entry that is wrong. They may come\n"
        "from any program: rows and columns in the order of the graph's vertices. Over semirings\n"
        "other than min-plus, each row is compared with the result of Dijkstra's algorithm.\n\n"
        "Exit code 0: right, 7: wrong.\n\n"
        "Examples:\n"
        "  $ apsp-ocl verify --graph city.gr --distances d.npy --predecessors p.npy\n");
    add_graph(list, asked->graph, "Graph, as for --input of solve").required();
    add_saved(list, asked->saved);
    add_semiring(list, asked->semiring, &asked->graph.read);
    add_negative_cycles(list, asked->negative_cycles, asked->semiring);
    list.add_report(asked->json);
    add_reading(list, asked->graph.read, "graph");
    return [asked] { return run(*asked); };
}

}  // namespace apsp::cli
