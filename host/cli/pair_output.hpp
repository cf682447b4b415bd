// Distances of chosen pairs, from the rows of a result as they come.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "apsp/apsp.hpp"

namespace apsp::cli {

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

}  // namespace apsp::cli
