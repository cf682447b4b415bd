// NumPy matrices. Some rows at a time are read and copied into the padded matrix, so that nothing
// needs the memory for all of the file. Fortran order is read as if it were C order, then
// transposed in place. "No arc" ("no path" when written) is +inf in floats, 255 in u1, 16383 in i2,
// and the sentinel of i32, 2^30 - 1, in i4 and i8.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/mirror.hpp"
#include "io/npy_header.hpp"

namespace apsp {
namespace {

constexpr std::size_t kRowsBytes = std::size_t{4} << 20;  // that are read at a time

/// Integers that are read as i32 if they are distances.
template <class T>
constexpr bool kIsSmall = std::is_integral_v<T> && sizeof(T) < sizeof(std::int32_t);

template <class From, class To>
To convert(From value) {
    if constexpr (kIsSmall<From>) {
        if (value == infinity<From>()) return infinity<To>();
    } else if constexpr (std::is_integral_v<From> && std::is_floating_point_v<To>) {
        if (value == From{infinity<std::int32_t>()}) return infinity<To>();
    }
    return static_cast<To>(value);
}

template <class From, class To>
Matrix copy_elements(const InputFile& file, const NpyHeader& header,
                     std::optional<double> no_arc = {}) {
    Matrix matrix(header.n, kDtypeOf<To>);
    const std::size_t row_bytes = header.n * sizeof(From);
    const std::size_t some = std::max<std::size_t>(kRowsBytes / row_bytes, 1);
    std::vector<char> buffer(std::min(some, header.n) * row_bytes);
    const char* elements = buffer.data();
    ProgressMeter meter = file.meter();
    for (std::size_t i = 0; i < header.n; ++i, elements += row_bytes) {
        if (i % some == 0) {
            const std::size_t rows = std::min(some, header.n - i);
            file.copy(header.size + i * row_bytes, {buffer.data(), rows * row_bytes});
            elements = buffer.data();
        }
        const auto row = matrix.row<To>(i);
        if constexpr (std::is_same_v<From, To>) {
            std::memcpy(row.data(), elements, row_bytes);
        } else {
#pragma omp simd
            for (std::size_t j = 0; j < header.n; ++j) {
                const auto value = load_element<From>(elements, j);
                row[j] = no_arc && static_cast<double>(value) == *no_arc ? infinity<To>()
                                                                         : convert<From, To>(value);
            }
        }
        meter.at((i + 1) * row_bytes);
    }
    if (header.fortran_order) transpose<To>(matrix);
    return matrix;
}

/// i8 becomes i32 where all of it fits, else f64 where that is exact.
Matrix copy_i8(const InputFile& file, const NpyHeader& header, std::optional<double> no_arc) {
    constexpr std::int64_t kSentinel = infinity<std::int32_t>();
    const char* elements = file.bytes().data() + header.size;
    bool fits_i32 = true;
    bool exact = true;
    for (std::size_t k = 0; k < header.n * header.n; ++k) {
        const auto value = load_element<std::int64_t>(elements, k);
        if (no_arc && static_cast<double>(value) == *no_arc) continue;
        fits_i32 &= value >= -kSentinel && value <= kSentinel;
        exact &= value >= -kLargestExact && value <= kLargestExact;
    }
    if (fits_i32) return copy_elements<std::int64_t, std::int32_t>(file, header, no_arc);
    if (exact) return copy_elements<std::int64_t, double>(file, header, no_arc);

    std::size_t k = 0;
    const auto outside = [&](std::int64_t value) {
        if (no_arc && static_cast<double>(value) == *no_arc) return false;
        return value < -kLargestExact || value > kLargestExact;
    };
    while (!outside(load_element<std::int64_t>(elements, k))) ++k;
    std::size_t i = k / header.n;
    std::size_t j = k % header.n;
    if (header.fortran_order) std::swap(i, j);
    file.fail(kExactIntegers,
              fmt::format("{0} in entry ({1}, {2}); for \"no arc\" use 1073741823, or f8 and inf, "
                          "or ReadOptions::no_arc {0}",
                          load_element<std::int64_t>(elements, k), i, j));
}

}  // namespace

Matrix read_npy_matrix(const InputFile& file, Semiring semiring, std::optional<double> no_arc) {
    const NpyHeader header = parse_npy_header(file);
    if (!header.type) return copy_i8(file, header, no_arc);
    return visit(*header.type, [&](auto zero) {
        using T = decltype(zero);
        if constexpr (kIsSmall<T>) {
            if (semiring == Semiring::min_plus) {
                return copy_elements<T, std::int32_t>(file, header, no_arc);
            }
        }
        return copy_elements<T, T>(file, header);
    });
}

GraphFile read_npy(const InputFile& file, const ReadOptions& options) {
    std::vector<std::string> notes;
    Matrix matrix = read_npy_matrix(file, Semiring::min_plus, options.no_arc);
    Graph graph = make_graph(std::move(matrix), file.name(), options, &notes);
    return {std::move(graph), {}, std::move(notes)};
}

void write_npy(const MatrixPart& part, OutputFile& file, const FileProgress& progress) {
    visit(part.dtype(), [&](auto zero) {
        using T = decltype(zero);
        const std::size_t row_bytes = part.columns() * sizeof(T);
        ProgressMeter meter(progress, part.rows() * row_bytes);
        std::vector<T> buffer;
        for (std::size_t i = 0; i < part.rows(); ++i) {
            file.append(part.row<T>(i, buffer).data(), row_bytes);
            meter.at((i + 1) * row_bytes);
        }
    });
}

}  // namespace apsp
