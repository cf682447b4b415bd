// See solve_notes.hpp.
#include "cli/solve_notes.hpp"

#include <fmt/core.h>

namespace apsp::cli {
namespace {

/// f32 holds integers exactly up to 2^24; beyond, a user with integer weights should know.
void note_rounding(const Report& report, const GraphFacts& facts) {
    if (!facts.integral || report.dtype != Dtype::f32 || report.summary->max < 0x1p24) return;
    fmt::print(stderr,
               "apsp-ocl: note: distances above 16777216 are rounded in f32; "
               "--dtype i32 or f64 gives them exactly\n");
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
    if (report.options.semiring != Semiring::min_plus) return;
    note_rounding(report, facts);
    note_zeros(report, facts);
}

}  // namespace apsp::cli
