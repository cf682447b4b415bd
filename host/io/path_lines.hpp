// Paths as lines of source, target and vertex.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "apsp/labels.hpp"
#include "io/output_file.hpp"

namespace apsp {

/// A line for each vertex of each path, in their order, below a header; `.csv` or `.tsv`.
class PathLines {
  public:
    /// The labels must outlive it. @throws Error usage for another suffix; internal
    PathLines(const std::filesystem::path& path, const Labels& labels);
    /// The path's vertices, both ends included; none where there is no path.
    void add(std::span<const std::uint32_t> vertices);
    void commit() { file_.commit(); }

  private:
    const Labels& labels_;
    char separator_;
    OutputFile file_;
};

}  // namespace apsp
