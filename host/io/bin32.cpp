// The binary files of courses on blocked all-pairs shortest paths: int32 numbers in little-endian
// order, V, E and E triples of source, target (from 0) and weight. Distances are V x V of them,
// where 1073741823 is no path.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/text.hpp"
#include "io/formats.hpp"

namespace apsp {
namespace {

static_assert(std::endian::native == std::endian::little);
static_assert(infinity<std::int32_t>() == 1073741823);

std::int32_t int32_at(std::string_view bytes, std::size_t k) {
    std::int32_t value = 0;
    std::memcpy(&value, bytes.data() + k * sizeof value, sizeof value);
    return value;
}

/// @throws Error bad_input for distances that int32 does not hold
template <class T>
std::int32_t as_int32(T distance) {
    if (distance == infinity<T>()) return infinity<std::int32_t>();
    bool fits = true;
    if constexpr (std::is_floating_point_v<T>) {
        fits = distance == std::trunc(distance) &&
               std::abs(distance) < static_cast<T>(infinity<std::int32_t>());
    }
    if (fits) return static_cast<std::int32_t>(distance);
    throw Error(ErrorKind::bad_input,
                fmt::format("bin32 holds whole numbers below 1073741823, not the distance {}; use "
                            "WriteOptions::format npy",
                            distance));
}

}  // namespace

GraphFile read_bin32(const InputFile& file, const ReadOptions& options) {
    constexpr std::size_t kHead = 2, kTriple = 3;
    const std::string_view bytes = file.bytes();
    if (bytes.size() < kHead * sizeof(std::int32_t)) {
        file.fail("two int32 numbers, of vertices and arcs",
                  fmt::format("a file of {} bytes", bytes.size()));
    }
    const std::int32_t n = int32_at(bytes, 0), arcs = int32_at(bytes, 1);
    if (n <= 0 || arcs < 0) {
        file.fail("numbers of vertices and arcs", fmt::format("{} and {}", n, arcs));
    }
    const std::size_t size = (kHead + kTriple * static_cast<std::size_t>(arcs)) * sizeof n;
    if (bytes.size() != size) {
        file.fail(fmt::format("{} bytes for {} arcs", size, arcs), fmt::format("{}", bytes.size()));
    }
    std::vector<Arc> list;
    list.reserve(static_cast<std::size_t>(arcs));
    ProgressMeter meter = file.meter();
    for (std::size_t a = 0; a < static_cast<std::size_t>(arcs); ++a) {
        const std::size_t first = kHead + kTriple * a;
        const std::int32_t ends[] = {int32_at(bytes, first), int32_at(bytes, first + 1)};
        for (const std::int32_t end : ends) {
            if (end >= 0 && end < n) continue;
            file.fail(fmt::format("vertices from 0 to {}", n - 1),
                      fmt::format("{} in arc {} of {}", end, a + 1, arcs));
        }
        list.push_back({static_cast<std::uint32_t>(ends[0]), static_cast<std::uint32_t>(ends[1]),
                        static_cast<double>(int32_at(bytes, first + 2))});
        meter.at(first * sizeof n);
    }
    return {make_graph(static_cast<std::size_t>(n), std::move(list), file.name(), options), {}};
}

void write_bin32(const MatrixPart& part, OutputFile& file, const FileProgress& progress) {
    if (part.semiring() != Semiring::min_plus) {
        throw Error(ErrorKind::usage,
                    "bin32 is for distances over min-plus; use "
                    "WriteOptions::format npy");
    }
    visit(part.dtype(), [&](auto zero) {
        using T = decltype(zero);
        const std::size_t row_bytes = part.columns() * sizeof(std::int32_t);
        ProgressMeter meter(progress, part.rows() * row_bytes);
        std::vector<T> buffer;
        std::vector<std::int32_t> numbers(part.columns());
        for (std::size_t i = 0; i < part.rows(); ++i) {
            std::ranges::transform(part.row<T>(i, buffer), numbers.begin(), as_int32<T>);
            file.append(numbers.data(), row_bytes);
            meter.at((i + 1) * row_bytes);
        }
    });
}

}  // namespace apsp
