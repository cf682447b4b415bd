// Arrays of one dimension from .npz archives.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "io/npy_header.hpp"
#include "io/npz.hpp"

namespace apsp {

struct NpzColumn {
    std::string name;  ///< For messages.
    NpyType type;
    std::string elements;

    std::size_t size() const { return elements.size() / size_of(type); }
};

/// @throws Error bad_input if the array is missing, damaged, or of another shape
NpzColumn read_column(const NpzReader& archive, const std::string& array);

/// @throws Error bad_input for other types, and for values that T does not hold
template <class T>
std::vector<T> integers(const NpzColumn& column) {
    std::vector<T> values(column.size());
    for (std::size_t k = 0; k < values.size(); ++k) {
        std::int64_t value = 0;
        if (column.type == Dtype::i32) {
            value = load_element<std::int32_t>(column.elements.data(), k);
        } else if (!column.type) {
            value = load_element<std::int64_t>(column.elements.data(), k);
        } else {
            fail_input(column.name, "integers of type i4 or i8",
                       fmt::format("type {}", npy_name(column.type)));
        }
        if (value < std::numeric_limits<T>::min() || value > std::numeric_limits<T>::max()) {
            fail_input(column.name, "vertices of a graph", fmt::format("{}", value));
        }
        values[k] = static_cast<T>(value);
    }
    return values;
}

/// Converts the elements to one of the library's types: i8 becomes f64.
/// @throws Error bad_input for integers that f64 does not hold
Dtype make_weights(NpzColumn& column);

}  // namespace apsp
