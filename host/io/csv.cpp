// CSV: one line a row, numbers in the fewest digits that read back as the same value (to_chars, in
// any locale with a point), "inf" for no path.
#include <algorithm>
#include <charconv>

#include "io/formats.hpp"

namespace apsp {
namespace {

template <class T>
char* print(T value, char* out, char* end) {
    if (value == infinity<T>()) {
        out = std::copy_n("inf", 3, out);
    } else {
        out = std::to_chars(out, end, value).ptr;
    }
    *out++ = ',';
    return out;
}

}  // namespace

void write_csv(const Matrix& matrix, OutputFile& file, const FileProgress& progress) {
    constexpr std::size_t kLongest = 32;   // "-1.7976931348623157e+308," has 25 characters
    constexpr std::size_t kAtOnce = 4096;  // entries between two looks at the buffer
    const std::size_t n = matrix.n();
    visit(matrix.dtype(), [&](auto zero) {
        using T = decltype(zero);
        ProgressMeter meter(progress, n * n * sizeof(T));
        for (std::size_t i = 0; i < n; ++i) {
            const auto row = matrix.row<T>(i);
            for (std::size_t j = 0; j < n; j += kAtOnce) {
                const auto part = row.subspan(j, std::min(kAtOnce, n - j));
                char* const begin = file.room(part.size() * kLongest);
                char* out = begin;
                for (const T value : part) out = print(value, out, out + kLongest);
                if (j + part.size() == n) out[-1] = '\n';
                file.advance(static_cast<std::size_t>(out - begin));
            }
            meter.at((i + 1) * n * sizeof(T));
        }
    });
}

}  // namespace apsp
