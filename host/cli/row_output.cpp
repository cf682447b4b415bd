// See row_output.hpp.
#include "cli/row_output.hpp"

#include <numeric>

#include "base/stopwatch.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "negative/negative_cycle.hpp"

namespace apsp::cli {

RowOutput::RowOutput(const Graph& graph, const Selection& selection,
                     std::optional<PairOutput> pairs, const cxxopts::ParseResult& parsed,
                     Report& report)
    : selection_(selection),
      pairs_(std::move(pairs)),
      report_(report),
      verifying_(parsed.count("verify") != 0),
      as_they_come_(!report.options.paths && parsed.count("warm-up") == 0 &&
                    report.options.workspace.empty() &&
                    (report.output.empty() || pairs_ ||
                     (selection.rows.empty() && RowWriter::takes(report.output, report.write)))),
      budget_(verifying_ ? *number_of<double>(parsed, "verify-work") : 0),
      graph_(verifying_ ? graph : Graph()) {
    if (verifying_ && report.options.negative_cycles == NegativeCycles::minus_infinity) {
        give_potentials(graph_, report.options.semiring, report.options.negative_cycles);
    }
    report.write.labels = &report.labels;
    report.write.sources = report.options.rows;
    if (!as_they_come_) return;
    report.options.keep_distances = false;
    if (!verifying_ && report.output.empty()) return;
    report.options.take_rows = [this](const RowBatch& batch) { take(batch); };
}

void RowOutput::finish() {
    const Solution& solution = report_.solution;
    report_.options.take_rows = {};
    if (!as_they_come_ && verifying_) {
        check(solution.distances, {0, solution.distances.rows()}, {});
    }
    if (failed() || (report_.output.empty() && report_.paths_output.empty())) return;
    const Stopwatch writing;
    if (writer_) writer_->commit();
    if (!as_they_come_ && !report_.output.empty()) write_all(solution.distances);
    if (pairs_ && !report_.output.empty()) pairs_->write(report_.output, report_.write);
    if (!report_.paths_output.empty()) {
        ProgressLine line = writing_line(solution.paths.predecessors());
        write_matrix(solution.paths.predecessors(), report_.paths_output, line.callback());
    }
    report_.write_seconds += writing.seconds();
}

void RowOutput::write_all(const Matrix& distances) {
    if (!pairs_) {
        ProgressLine line = writing_line(distances);
        write_matrix(distances, report_.output, line.callback(), selection_, report_.write);
        return;
    }
    const std::vector<std::size_t>& rows = report_.options.rows;
    std::vector<std::uint32_t> vertices(rows.begin(), rows.end());
    if (vertices.empty()) {
        vertices.resize(distances.rows());
        std::iota(vertices.begin(), vertices.end(), 0U);
    }
    pairs_->take(distances, 0, vertices);
}

void RowOutput::take(const RowBatch& batch) {
    if (failed()) return;
    if (verifying_) check(batch.distances, batch.rows, batch.vertices);
    if (report_.output.empty() || failed()) return;
    const Stopwatch writing;
    if (pairs_) {
        pairs_->take(batch.distances, batch.rows.first, batch.vertices);
        return;
    }
    const std::size_t n = batch.distances.n();
    const std::size_t all = report_.options.rows.empty() ? n : report_.options.rows.size();
    if (!writer_) {
        writer_.emplace(report_.output, all, n, batch.distances.dtype(), selection_.columns,
                        report_.write);
    }
    std::optional<ProgressLine> line;
    if (batch.rows.size() == all) line.emplace("writing");
    writer_->write(batch.distances, batch.rows, line ? line->callback() : FileProgress());
    report_.write_seconds += writing.seconds();
}

/// Checks rows of a matrix: those of `vertices`, or of the result if there are none.
void RowOutput::check(const Matrix& distances, Range rows,
                      std::span<const std::uint32_t> vertices) {
    const Stopwatch watch;
    ProgressLine line("verifying");
    const SolveOptions& solved = report_.options;
    const std::size_t all = solved.rows.empty() ? graph_.vertices() : solved.rows.size();
    VerifyOptions options{
        .budget = budget_ * static_cast<double>(rows.size()) / static_cast<double>(all),
        .semiring = solved.semiring,
        .predecessors = solved.paths ? &report_.solution.paths.predecessors() : nullptr,
        .rows = solved.rows,
        .only = rows,
        .labels = &report_.labels,
        .progress = line.callback()};
    if (!vertices.empty()) {
        options.rows.assign(distances.rows(), 0);
        std::ranges::copy(vertices, options.rows.begin() + static_cast<std::ptrdiff_t>(rows.first));
    }
    Verification part = verify(graph_, distances, options);
    auto& whole = report_.verification;
    if (whole) part.rows_checked += whole->rows_checked;
    whole = std::move(part);
    report_.verify_seconds += watch.seconds();
}

}  // namespace apsp::cli
