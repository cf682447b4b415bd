// See row_output.hpp.
#include "cli/row_output.hpp"

#include <algorithm>
#include <numeric>

#include "base/stopwatch.hpp"
#include "cli/progress.hpp"
#include "negative/negative_cycle.hpp"

namespace apsp::cli {

PairOutput::PairOutput(std::vector<VertexPair> pairs)
    : pairs_(std::move(pairs)), by_source_(pairs_.size()), distances_(pairs_.size()) {
    std::iota(by_source_.begin(), by_source_.end(), std::size_t{0});
    const auto source = [this](std::size_t place) { return pairs_[place].source; };
    std::ranges::stable_sort(by_source_, {}, source);
    for (const std::size_t place : by_source_) {
        if (sources_.empty() || sources_.back() != source(place)) sources_.push_back(source(place));
    }
}

void PairOutput::take(const Matrix& distances, std::size_t first,
                      std::span<const std::uint32_t> vertices) {
    const auto source = [this](std::size_t place) { return pairs_[place].source; };
    dtype_ = distances.dtype();
    visit(dtype_, [&](auto zero) {
        using T = decltype(zero);
        for (std::size_t r = 0; r < vertices.size(); ++r) {
            const auto row = distances.row<T>(first + r);
            for (const std::size_t place :
                 std::ranges::equal_range(by_source_, vertices[r], {}, source)) {
                distances_[place] = static_cast<double>(row[pairs_[place].target]);
            }
        }
    });
}

void PairOutput::write(const std::string& file, const WriteOptions& options) const {
    write_pairs(pairs_, distances_, dtype_, file, options);
}

RowOutput::RowOutput(const Graph& graph, const Selection& selection,
                     std::optional<PairOutput> pairs, bool whole, Report& report)
    : selection_(selection),
      pairs_(std::move(pairs)),
      report_(report),
      asked_(report.asked),
      as_they_come_(
          !whole && !asked_.options.paths &&
          (asked_.options.workspace.empty() || (asked_.output.empty() && !asked_.verify)) &&
          (asked_.output.empty() || pairs_ ||
           (selection.rows.empty() && RowWriter::takes(asked_.output, asked_.write)))),
      graph_(asked_.verify ? graph : Graph()) {
    SolveOptions& options = asked_.options;
    if (asked_.verify && options.negative_cycles == NegativeCycles::minus_infinity) {
        give_potentials(graph_, options.semiring, options.negative_cycles);
    }
    asked_.write.labels = &report.labels;
    asked_.write.sources = options.rows;
    if (!as_they_come_) return;
    options.keep_distances = false;
    if (!asked_.verify && asked_.output.empty()) return;
    options.take_rows = [this](const RowBatch& batch) { take(batch); };
}

void RowOutput::finish() {
    const Solution& solution = report_.solution;
    asked_.options.take_rows = {};
    if (!as_they_come_ && asked_.verify) {
        check(solution.distances, {0, solution.distances.rows()}, {});
    }
    if (failed() || (asked_.output.empty() && asked_.paths_output.empty())) return;
    const Stopwatch writing;
    if (writer_) writer_->commit();
    if (!as_they_come_ && !asked_.output.empty()) write_all(solution.distances);
    if (pairs_ && !asked_.output.empty()) pairs_->write(asked_.output, asked_.write);
    if (!asked_.paths_output.empty()) {
        ProgressLine line = writing_line(solution.paths.predecessors());
        write_matrix(solution.paths.predecessors(), asked_.paths_output, line.callback());
    }
    report_.write_seconds += writing.seconds();
}

void RowOutput::write_all(const Matrix& distances) {
    if (!pairs_) {
        ProgressLine line = writing_line(distances);
        write_matrix(distances, asked_.output, line.callback(), selection_, asked_.write);
        return;
    }
    const std::vector<std::size_t>& rows = asked_.options.rows;
    std::vector<std::uint32_t> vertices(rows.begin(), rows.end());
    if (vertices.empty()) {
        vertices.resize(distances.rows());
        std::iota(vertices.begin(), vertices.end(), 0U);
    }
    pairs_->take(distances, 0, vertices);
}

void RowOutput::take(const RowBatch& batch) {
    if (failed()) return;
    if (asked_.verify) check(batch.distances, batch.rows, batch.vertices);
    if (asked_.output.empty() || failed()) return;
    const Stopwatch writing;
    if (pairs_) {
        pairs_->take(batch.distances, batch.rows.first, batch.vertices);
        return;
    }
    const std::size_t n = batch.distances.n();
    const std::size_t all = asked_.options.rows.empty() ? n : asked_.options.rows.size();
    if (!writer_) {
        writer_.emplace(asked_.output, all, n, batch.distances.dtype(), selection_.columns,
                        asked_.write);
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
    const SolveOptions& solved = asked_.options;
    const std::size_t all = solved.rows.empty() ? graph_.vertices() : solved.rows.size();
    VerifyOptions options{
        .budget = asked_.verify_work * static_cast<double>(rows.size()) / static_cast<double>(all),
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
