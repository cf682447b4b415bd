// Files of many graphs, which are read one slice at a time; one reader per format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apsp/batch.hpp"
#include "apsp/io.hpp"
#include "io/input_file.hpp"

namespace apsp {

struct BatchReadOptions {
    bool unweighted = false;  ///< Every arc has weight 1.
    /// Which attribute of a TUDataset's arcs is the weight, from 0; by default every weight is 1.
    std::optional<std::size_t> weight_column = {};
};

class BatchFile {
  public:
    virtual ~BatchFile() = default;

    virtual std::size_t size() const = 0;
    virtual std::size_t vertices(std::size_t graph) const = 0;
    /// How many numbers `arc_number` may return.
    virtual std::size_t arcs() const = 0;
    /// Memory that a graph of a slice takes in addition to the file's.
    virtual std::size_t slice_bytes(std::size_t graph) const = 0;
    /// These graphs. Their arrays live until the next call.
    virtual GraphBatch slice(Range graphs) = 0;
    /// The number in the file, from 0, of the arc that has this number in the last slice: its place
    /// in the array of matrices or of targets, or its line.
    virtual std::size_t arc_number(std::size_t number) const = 0;
};

/// Compressed rows of all graphs, in memory.
struct BatchArcs {
    std::vector<std::int64_t> first_vertex = {0}, first_arc = {0};
    std::vector<std::int32_t> targets;
    Dtype weight_dtype = Dtype::f32;
    std::string weights;                 ///< Elements of that type; empty if all of them are 1.
    std::vector<std::uint32_t> numbers;  ///< Of each arc in the file; empty if it is its place.
};

/// A 3-D `.npy` (also gzipped), an `.npz` of compressed rows, or the folder of a TUDataset.
/// @throws Error bad_input, with the file and what was expected; usage; out_of_memory
std::unique_ptr<BatchFile> open_batch(const std::filesystem::path& path,
                                      const BatchReadOptions& options,
                                      const FileProgress& progress = {});

/// Square matrices one after the other: (B, N, N) of the types that `read_graph` takes from `.npy`,
/// in which the same values stand for no arc.
std::unique_ptr<BatchFile> open_npy_batch(std::unique_ptr<InputFile> file, bool unweighted);
/// The arrays `graph_ptr`, `indptr`, `indices` and, unless all arcs have weight 1, `weights`:
/// compressed rows as GraphBatch::from_csr takes them, of i4 or i8.
BatchArcs read_npz_batch(const InputFile& file, bool unweighted);
/// DS_A.txt, DS_graph_indicator.txt and, for weights, DS_edge_attributes.txt.
/// https://chrsmrrs.github.io/datasets/docs/format/
BatchArcs read_tudataset(const std::filesystem::path& folder, const BatchReadOptions& options,
                         const FileProgress& progress);

}  // namespace apsp
