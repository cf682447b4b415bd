// Notes on what may be surprising in a result.
#include <fmt/core.h>

#include <limits>

#include "cli/progress.hpp"
#include "cli/report.hpp"

namespace apsp::cli {
namespace {

/// A user with integer weights should know when they are not exact.
void note_rounding(const Report& report) {
    const Losses& losses = report.solution.losses;
    if (!report.graph.integral || !(losses.weights_rounded || losses.distances_rounded)) return;
    const Dtype dtype = report.solution.distances.dtype();
    const bool f32 = dtype == Dtype::f32;
    note("apsp-ocl", "note",
         fmt::format("{} above {} are rounded in {}; {}",
                     losses.weights_rounded ? "weights and distances" : "distances",
                     f32 ? "16777216" : "9007199254740992", name(dtype),
                     f32 ? "--dtype i32 or f64 gives them exactly" : "no type gives them exactly"));
}

void note_underflow(const Report& report) {
    const Losses& losses = report.solution.losses;
    if (losses.weights_underflow) {
        note("apsp-ocl", "note",
             fmt::format("weights nearer to 0 than {:.2g} lose digits in f32, or become 0; "
                         "--dtype f64 holds them",
                         std::numeric_limits<float>::min()));
    }
    if (losses.products_underflow) {
        const bool f32 = report.solution.distances.dtype() == Dtype::f32;
        note("apsp-ocl", "note",
             fmt::format(
                 "products nearer to 0 than {:.2g} lose digits in {}, or become 0, which "
                 "stands for no path; {}",
                 f32 ? std::numeric_limits<float>::min() : std::numeric_limits<double>::min(),
                 f32 ? "f32" : "f64",
                 f32 ? "--dtype f64 holds smaller ones"
                     : "sums of -log(weight) over min-plus do not"));
    }
}

/// An adjacency matrix with 0 for "no arc", most likely.
void note_zeros(const Report& report) {
    if (!report.graph.zeros_in_matrix || report.solution.summary->max != 0) return;
    for (const std::string& said : all_notes()) {
        if (said.find("--zero-is-no-edge") != std::string::npos) return;
    }
    note("apsp-ocl", "note",
         fmt::format("{}: every distance is 0, as each 0 in the matrix is an arc of weight 0; "
                     "with --zero-is-no-edge it is no arc",
                     report.graph.origin));
}

}  // namespace

void print_notes(const Report& report) {
    note_underflow(report);
    if (report.asked.options.semiring != Semiring::min_plus) return;
    note_rounding(report);
    note_zeros(report);
}

}  // namespace apsp::cli
