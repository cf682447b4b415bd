// See text_type.hpp.
#include "io/text_type.hpp"

#include <algorithm>
#include <cmath>

#include "base/parse_number.hpp"
#include "io/number_text.hpp"
#include "io/packing.hpp"

namespace apsp {
namespace {

/// The number that the digits of this one say.
double as_written(float entry) {
    if (std::isinf(entry)) return entry;
    char digits[kLongestNumber];
    const char* const end = NumberWriter<float>(Semiring::min_plus)(digits, entry);
    double read = infinity<double>();
    decimal_from_chars(digits, end, read);
    return read;
}

/// Whether the entry has no more digits than `NumberWriter` gives to the nearest f32.
bool is_single(double entry) {
    if (entry == std::trunc(entry) && std::abs(entry) <= 0x1p24) return true;
    return as_written(static_cast<float>(entry)) == entry;
}

}  // namespace

bool has_type(const std::filesystem::path& path) {
    return inner_suffix_of(path) == ".npy";
}

bool may_be_f32(const Matrix& doubles) {
    for (std::size_t i = 0; i < doubles.n(); ++i) {
        if (!std::ranges::all_of(doubles.row<double>(i), is_single)) return false;
    }
    return true;
}

Matrix as_f32(const Matrix& doubles) {
    Matrix singles(doubles.n(), Dtype::f32);
    for (std::size_t i = 0; i < doubles.n(); ++i) {
        std::ranges::transform(doubles.row<double>(i), singles.row<float>(i).begin(),
                               [](double entry) { return static_cast<float>(entry); });
    }
    return singles;
}

Matrix as_f64(const Matrix& singles) {
    Matrix doubles(singles.n(), Dtype::f64);
    for (std::size_t i = 0; i < singles.n(); ++i) {
        std::ranges::transform(singles.row<float>(i), doubles.row<double>(i).begin(), as_written);
    }
    return doubles;
}

Matrix in_written_type(Matrix doubles) {
    if (!may_be_f32(doubles)) return doubles;
    for (std::size_t i = 0; i < doubles.n(); ++i) {
        for (const double entry : doubles.row<double>(i)) {
            if (static_cast<double>(static_cast<float>(entry)) != entry) return as_f32(doubles);
        }
    }
    return doubles;
}

}  // namespace apsp
