// See npz_column.hpp.
#include "io/npz_column.hpp"

namespace apsp {

NpzColumn read_column(const NpzReader& archive, const std::string& array) {
    NpzColumn column{archive.name_of(array), {}, archive.read(array)};
    const NpyArray header = parse_npy_array(column.elements, column.name);
    if (header.shape.size() != 1) fail_shape(header, "an array of one dimension", column.name);
    check_elements(header, column.elements, column.name);
    column.type = header.type;
    column.elements.erase(0, header.size);
    return column;
}

Dtype make_weights(NpzColumn& column) {
    if (column.type) return *column.type;
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

}  // namespace apsp
