// Matrix Market arrays are written column by column, which lie across the matrix's rows: some
// columns at a time are gathered first, so that each row's cache lines are fetched once for them.
#include <algorithm>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/print_number.hpp"

namespace apsp {
namespace {

constexpr std::size_t kColumns = 32;   // gathered at a time
constexpr std::size_t kAtOnce = 4096;  // entries between two looks at the output's buffer

template <class T>
bool any_infinity(const MatrixPart& part) {
    std::vector<T> buffer;
    for (std::size_t i = 0; i < part.rows(); ++i) {
        const auto row = part.row<T>(i, buffer);
        if (std::ranges::find(row, infinity<T>()) != row.end()) return true;
    }
    return false;
}

template <class T>
void write_columns(const MatrixPart& part, OutputFile& file, const FileProgress& progress) {
    const std::size_t rows = part.rows();
    const std::size_t columns = part.columns();
    ProgressMeter meter(progress, rows * columns * sizeof(T));
    std::vector<T> gathered(rows * std::min(kColumns, columns));
    for (std::size_t first = 0; first < columns; first += kColumns) {
        const std::size_t count = std::min(kColumns, columns - first);
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t j = 0; j < count; ++j) {
                gathered[j * rows + i] = part.entry<T>(i, first + j);
            }
        }
        for (std::size_t k = 0; k < rows * count; k += kAtOnce) {
            const std::size_t end = std::min(rows * count, k + kAtOnce);
            char* const begin = file.room(kAtOnce * kLongestNumber);
            char* out = begin;
            for (std::size_t e = k; e < end; ++e) out = print_number(gathered[e], '\n', out);
            file.advance(static_cast<std::size_t>(out - begin));
        }
        meter.at((first + count) * rows * sizeof(T));
    }
}

}  // namespace

void write_matrix_market(const MatrixPart& part, OutputFile& file, const FileProgress& progress) {
    visit(part.dtype(), [&](auto zero) {
        using T = decltype(zero);
        // "inf" is a word for readers of reals only.
        const bool real = std::is_floating_point_v<T> || any_infinity<T>(part);
        const std::string header =
            fmt::format("%%MatrixMarket matrix array {} general\n{} {}\n",
                        real ? "real" : "integer", part.rows(), part.columns());
        file.append(header.data(), header.size());
        write_columns<T>(part, file, progress);
    });
}

}  // namespace apsp
