// The files that `batch` writes, a slice of graphs after the other.
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

    /// @throws Error usage for another suffix, or a folder that is not there
    void check() const;
};

class BatchOutput {
  public:
    /// Of graphs of these sizes, solved with these options, whose types are known.
    /// @throws Error usage where graphs of several sizes are for .npy; internal, here and below
    BatchOutput(const BatchFiles& files, const std::vector<std::size_t>& sizes,
                const BatchOptions& options);

    /// The solution of the next graphs, which begin with this one.
    void write(const BatchSolution& slice, std::size_t first_graph);
    void commit();

  private:
    struct Part {
        Elements BatchSolution::*elements;
        std::unique_ptr<OutputFile> npy;  // none where it is in the .npz
        std::size_t array = 0;            // of that
    };

    std::optional<NpzWriter> npz_;
    std::vector<Part> parts_;
    std::vector<std::int64_t> failed_;
};

}  // namespace apsp::cli
