// Compressed rows from the arrays of an .npz archive, which libzip unpacks.
#include "base/text.hpp"
#include "io/batch_file.hpp"
#include "io/npz_column.hpp"

namespace apsp {

BatchArcs read_npz_batch(const InputFile& file, bool unweighted) {
    NpzReader archive(file);
    BatchArcs batch;
    batch.first_vertex = integers<std::int64_t>(read_column(archive, "graph_ptr"));
    batch.first_arc = integers<std::int64_t>(read_column(archive, "indptr"));
    batch.targets = integers<std::int32_t>(read_column(archive, "indices"));
    if (unweighted || !archive.has("weights")) return batch;
    NpzColumn weights = read_column(archive, "weights");
    if (weights.size() != batch.targets.size()) {
        fail_input(weights.name, fmt::format("{} weights, one per arc", batch.targets.size()),
                   fmt::format("{}", weights.size()));
    }
    batch.weight_dtype = make_weights(weights);
    batch.weights = std::move(weights.elements);
    return batch;
}

}  // namespace apsp
