// The files that `batch` writes, one slice of graphs after the other.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apsp/batch.hpp"
#include "io/npz.hpp"
#include "io/output_file.hpp"

namespace apsp::cli {

/// Names of files, empty where there is none.
struct BatchFiles {
    std::string distances;  ///< .npy, or .npz with the others that have no file of their own.
    std::string predecessors, path_arcs;  ///< .npy

    /// @throws Error usage for another suffix, a folder that is not there, or results that were
    ///         asked for and would be in no file
    void check(const BatchOptions& options) const;
};

class BatchOutput {
  public:
    /// For graphs of these sizes, solved with these options, in which the types are set.
    /// @throws Error usage if graphs of several sizes go to .npy; internal, here and below
    BatchOutput(const BatchFiles& files, const std::vector<std::size_t>& sizes,
                const BatchOptions& options);

    /// Writes the solution of the next graphs, which begin with `first_graph`.
    void write(const BatchSolution& slice, std::size_t first_graph);
    void commit();

  private:
    struct Part {
        Elements BatchSolution::*elements;
        std::unique_ptr<OutputFile> npy;  // null if it is in the .npz
        std::size_t array = 0;            // in the .npz
    };

    std::optional<NpzWriter> npz_;
    std::vector<Part> parts_;
    std::vector<std::int64_t> failed_;
};

}  // namespace apsp::cli
