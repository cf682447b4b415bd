// Checks and writes a result's rows.
#pragma once

#include <cxxopts.hpp>
#include <optional>
#include <span>

#include "apsp/apsp.hpp"
#include "cli/pair_output.hpp"
#include "cli/report.hpp"

namespace apsp::cli {

/// Rows are checked and written as they come, so that no matrix need hold them, unless something
/// needs all at once.
class RowOutput {
  public:
    /// Sets the report's options for that. Writes the selected rows (all if none are), or `pairs`.
    RowOutput(const Graph& graph, const Selection& selection, std::optional<PairOutput> pairs,
              const cxxopts::ParseResult& parsed, Report& report);

    /// Does what is left once the solve is over.
    void finish();
    /// Whether a row was found wrong. Then nothing is written.
    bool failed() const { return report_.verification && !report_.verification->ok; }

  private:
    void take(const RowBatch& batch);
    void write_all(const Matrix& distances);
    void check(const Matrix& distances, Range rows, std::span<const std::uint32_t> vertices);

    const Selection& selection_;
    std::optional<PairOutput> pairs_;
    Report& report_;
    bool verifying_;
    bool as_they_come_;
    double budget_;
    Graph graph_;
    std::optional<RowWriter> writer_;
};

}  // namespace apsp::cli
