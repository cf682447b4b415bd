// Matrices as text: CSV and TSV, one line per row, and Matrix Market arrays, one line per entry.
#include <algorithm>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/number_text.hpp"

namespace apsp {
namespace {

/// Writes each number with the separator after it.
template <class T>
void write_numbers(std::span<const T> numbers, Semiring semiring, char separator,
                   OutputFile& file) {
    const NumberWriter<T> write(semiring);
    constexpr std::size_t kAtOnce = 4096;  // numbers between two looks at the file's buffer
    for (std::size_t first = 0; first < numbers.size(); first += kAtOnce) {
        const auto some = numbers.subspan(first, std::min(kAtOnce, numbers.size() - first));
        char* const begin = file.room(some.size() * kLongestNumber);
        char* out = begin;
        for (const T number : some) {
            out = write(out, number);
            *out++ = separator;
        }
        file.advance(static_cast<std::size_t>(out - begin));
    }
}

void write_rows(const MatrixPart& part, char separator, OutputFile& file,
                const FileProgress& progress) {
    visit(part.dtype(), [&](auto zero) {
        using T = decltype(zero);
        const std::size_t n = part.columns();
        ProgressMeter meter(progress, part.rows() * n * sizeof(T));
        std::vector<T> buffer;
        for (std::size_t i = 0; i < part.rows(); ++i) {
            const auto row = part.row<T>(i, buffer);
            write_numbers(row.first(n - 1), part.semiring(), separator, file);
            write_numbers(row.last(1), part.semiring(), '\n', file);
            meter.at((i + 1) * n * sizeof(T));
        }
    });
}

template <class T>
bool any_infinity(const MatrixPart& part) {
    const NumberWriter<T> write(part.semiring());
    std::vector<T> buffer;
    for (std::size_t i = 0; i < part.rows(); ++i) {
        const auto row = part.row<T>(i, buffer);
        if (std::ranges::any_of(row, [&](T entry) { return write.infinite(entry); })) return true;
    }
    return false;
}

/// A column runs across the matrix's rows, so some columns at a time are gathered first: each row's
/// cache lines are fetched once for all of them.
template <class T>
void write_columns(const MatrixPart& part, OutputFile& file, const FileProgress& progress) {
    constexpr std::size_t kColumns = 32;
    const std::size_t rows = part.rows();
    const std::size_t columns = part.columns();
    ProgressMeter meter(progress, rows * columns * sizeof(T));
    std::vector<T> gathered(rows * std::min(kColumns, columns));
    for (std::size_t first = 0; first < columns; first += kColumns) {
        const std::size_t count = std::min(kColumns, columns - first);
        for (std::size_t i = 0; i < rows; ++i) {
            part.for_each<T>(i, first, count, [&](std::size_t j, T entry) {
                gathered[(j - first) * rows + i] = entry;
            });
        }
        write_numbers(std::span<const T>(gathered).first(rows * count), part.semiring(), '\n',
                      file);
        meter.at((first + count) * rows * sizeof(T));
    }
}

}  // namespace

void write_csv(const MatrixPart& part, OutputFile& file, const FileProgress& progress) {
    write_rows(part, ',', file, progress);
}

void write_tsv(const MatrixPart& part, OutputFile& file, const FileProgress& progress) {
    write_rows(part, '\t', file, progress);
}

void write_matrix_market(const MatrixPart& part, OutputFile& file, const FileProgress& progress) {
    visit(part.dtype(), [&](auto zero) {
        using T = decltype(zero);
        // Only readers of reals know the word "inf".
        const bool real = std::is_floating_point_v<T> || any_infinity<T>(part);
        file.append(fmt::format("%%MatrixMarket matrix array {} general\n{} {}\n",
                                real ? "real" : "integer", part.rows(), part.columns()));
        write_columns<T>(part, file, progress);
    });
}

}  // namespace apsp
