// Checks and writes a result's rows, or distances of chosen pairs from them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "apsp/apsp.hpp"
#include "cli/report.hpp"

namespace apsp::cli {

/// Distances of chosen pairs, from the rows of a result as they come.
class PairOutput {
  public:
    explicit PairOutput(std::vector<VertexPair> pairs);

    /// The sources of the pairs, each once, ascending.
    const std::vector<std::size_t>& sources() const { return sources_; }
    /// Takes the pairs whose source is among `vertices`, whose rows are those of the matrix from
    /// `first` on.
    void take(const Matrix& distances, std::size_t first, std::span<const std::uint32_t> vertices);
    /// Call it once all rows have been taken.
    void write(const std::string& file, const WriteOptions& options) const;

  private:
    std::vector<VertexPair> pairs_;
    std::vector<std::size_t> by_source_;  // places in pairs_
    std::vector<std::size_t> sources_;
    std::vector<double> distances_;
    Dtype dtype_ = Dtype::f64;
};

/// Rows are checked and written as they come, so that no matrix need hold them, unless something
/// needs all at once.
class RowOutput {
  public:
    /// Sets the report's options for that. Writes the selected rows (all if none are), or `pairs`.
    /// With `whole`, all rows are needed at once.
    RowOutput(const Graph& graph, const Selection& selection, std::optional<PairOutput> pairs,
              bool whole, Report& report);

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
    SolveFields& asked_;
    bool as_they_come_;
    Graph graph_;
    std::optional<RowWriter> writer_;
};

}  // namespace apsp::cli
