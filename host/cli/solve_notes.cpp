// See solve_notes.hpp.
#include "cli/solve_notes.hpp"

#include <fmt/core.h>

#include <limits>

namespace apsp::cli {
namespace {

/// A user with integer weights should know when they are not exact.
void note_rounding(const Report& report, const GraphFacts& facts) {
    const Losses& losses = report.losses;
    if (!facts.integral || !(losses.weights_rounded || losses.distances_rounded)) return;
    const bool f32 = *report.dtype == Dtype::f32;
    fmt::print(stderr, "apsp-ocl: note: {} above {} are rounded in {}; {}\n",
               losses.weights_rounded ? "weights and distances" : "distances",
               f32 ? "16777216" : "9007199254740992", name(*report.dtype),
               f32 ? "--dtype i32 or f64 gives them exactly" : "no type gives them exactly");
}

void note_underflow(const Report& report) {
    if (!report.losses.weights_underflow) return;
    fmt::print(stderr,
               "apsp-ocl: note: weights nearer to 0 than {:.2g} lose digits in f32, or are 0; "
               "--dtype f64 holds them\n",
               std::numeric_limits<float>::min());
}

/// An adjacency matrix with 0 for "no arc", most likely.
void note_zeros(const Report& report, const GraphFacts& facts) {
    if (!facts.zeros_in_matrix || report.summary->max != 0) return;
    fmt::print(stderr,
               "apsp-ocl: note: {}: every distance is 0, as each 0 in the matrix is an arc of "
               "weight 0; with --zero-is-no-edge it is no arc\n",
               report.origin);
}

}  // namespace

GraphFacts::GraphFacts(const Graph& graph)
    : integral(graph.integral()),
      zeros_in_matrix(graph.dense() && graph.min_weight() == 0 && graph.max_weight() > 0) {}

void print_notes(const Report& report, const GraphFacts& facts) {
    note_underflow(report);
    if (report.options.semiring != Semiring::min_plus) return;
    note_rounding(report, facts);
    note_zeros(report, facts);
}

}  // namespace apsp::cli
