// Compressed rows from the arrays of an .npz archive, which libzip unpacks.
#include <algorithm>
#include <limits>

#include "base/text.hpp"
#include "io/batch_file.hpp"
#include "io/npy_header.hpp"
#include "io/npz.hpp"

namespace apsp {
namespace {

/// An array of one dimension and its elements.
struct NpzColumn {
    std::string name;  // for messages
    NpyType type;
    std::string elements;

    std::size_t size() const { return elements.size() / size_of(type); }
};

NpzColumn read_column(NpzReader& archive, const std::string& array) {
    NpzColumn column{archive.name_of(array), {}, archive.read(array)};
    const NpyArray header = parse_npy_array(column.elements, column.name);
    if (header.shape.size() != 1) fail_shape(header, "an array of one dimension", column.name);
    check_elements(header, column.elements, column.name);
    column.type = header.type;
    column.elements.erase(0, header.size);
    return column;
}

template <class T>
std::vector<T> integers(const NpzColumn& column) {
    std::vector<T> values(column.size());
    for (std::size_t k = 0; k < values.size(); ++k) {
        std::int64_t value = 0;
        if (column.type == NpyType::i4) {
            value = load_element<std::int32_t>(column.elements.data(), k);
        } else if (column.type == NpyType::i8) {
            value = load_element<std::int64_t>(column.elements.data(), k);
        } else {
            fail_input(column.name, "integers of type i4 or i8",
                       fmt::format("type {}", name_in(kNpyTypes, column.type)));
        }
        if (value < std::numeric_limits<T>::min() || value > std::numeric_limits<T>::max()) {
            fail_input(column.name, "vertices of a graph", fmt::format("{}", value));
        }
        values[k] = static_cast<T>(value);
    }
    return values;
}

/// The type of weights; those of i8 become doubles.
Dtype make_weights(NpzColumn& column) {
    switch (column.type) {
        case NpyType::f4: return Dtype::f32;
        case NpyType::f8: return Dtype::f64;
        case NpyType::u1: return Dtype::u8;
        case NpyType::i2: return Dtype::i16;
        case NpyType::i4: return Dtype::i32;
        case NpyType::i8: break;
    }
    for (std::size_t k = 0; k < column.size(); ++k) {
        const auto value = load_element<std::int64_t>(column.elements.data(), k);
        if (value < -kLargestExact || value > kLargestExact) {
            fail_input(column.name, kExactIntegers, fmt::format("{}", value));
        }
        const auto weight = static_cast<double>(value);
        std::memcpy(column.elements.data() + k * sizeof weight, &weight, sizeof weight);
    }
    return Dtype::f64;
}

}  // namespace

BatchArcs read_npz_batch(const InputFile& file, bool unweighted) {
    NpzReader archive(file);
    BatchArcs batch;
    batch.first_vertex = integers<std::int64_t>(read_column(archive, "graph_ptr"));
    batch.first_arc = integers<std::int64_t>(read_column(archive, "indptr"));
    batch.targets = integers<std::int32_t>(read_column(archive, "indices"));
    if (unweighted || !archive.has("weights")) return batch;
    NpzColumn weights = read_column(archive, "weights");
    if (weights.size() != batch.targets.size()) {
        fail_input(weights.name, fmt::format("{} weights, one an arc", batch.targets.size()),
                   fmt::format("{}", weights.size()));
    }
    batch.weight_dtype = make_weights(weights);
    batch.weights = std::move(weights.elements);
    return batch;
}

}  // namespace apsp
