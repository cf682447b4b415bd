// CSV and TSV: one line a row.
#include <algorithm>

#include "io/formats.hpp"
#include "io/print_number.hpp"

namespace apsp {
namespace {

void write_separated(const MatrixPart& part, char separator, OutputFile& file,
                     const FileProgress& progress) {
    constexpr std::size_t kAtOnce = 4096;  // entries between two looks at the buffer
    visit(part.dtype(), [&](auto zero) {
        using T = decltype(zero);
        const std::size_t n = part.columns();
        ProgressMeter meter(progress, part.rows() * n * sizeof(T));
        std::vector<T> buffer;
        for (std::size_t i = 0; i < part.rows(); ++i) {
            const auto row = part.row<T>(i, buffer);
            for (std::size_t j = 0; j < n; j += kAtOnce) {
                const auto some = row.subspan(j, std::min(kAtOnce, n - j));
                char* const begin = file.room(some.size() * kLongestNumber);
                char* out = begin;
                for (const T value : some) out = print_number(value, separator, out);
                if (j + some.size() == n) out[-1] = '\n';
                file.advance(static_cast<std::size_t>(out - begin));
            }
            meter.at((i + 1) * n * sizeof(T));
        }
    });
}

}  // namespace

void write_csv(const MatrixPart& part, OutputFile& file, const FileProgress& progress) {
    write_separated(part, ',', file, progress);
}

void write_tsv(const MatrixPart& part, OutputFile& file, const FileProgress& progress) {
    write_separated(part, '\t', file, progress);
}

}  // namespace apsp
