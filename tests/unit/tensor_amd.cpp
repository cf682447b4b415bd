// tensor_amd.cl as C++, with AMD's matrix instruction emulated. A work-item is a thread.
#include <doctest/doctest.h>

#include <array>
#include <barrier>
#include <cmath>
#include <thread>

#include "backends/exponents.hpp"
#include "backends/kernel_shapes.hpp"
#include "draw.hpp"

#define DIALECT_H  // with these instead
#define INLINE inline
#define LOCAL_MEMORY static
#define GROUP_OF(items)
#define __kernel
#define __global
#define __local
#define get_local_id(d) local_id
#define get_group_id(d) ((d) == 0 ? group % in_row : group / in_row)
#define barrier(fence) all_items.arrive_and_wait()
#define as_int(x) std::bit_cast<int>(x)

namespace {

using uchar = std::uint8_t;
using uint = std::uint32_t;
using ulong = std::uint64_t;
using short4 = std::array<short, 4>;
using uint4 = std::array<uint, 4>;
struct float16 : std::array<float, 16> {
    float16(int) : array() {}
};
constexpr apsp::Exponents kEncoding = apsp::kTensorAmd.exponents.front();
constexpr uint FIRST = kEncoding.first, STEP = kEncoding.step, LIMIT = kEncoding.limit,
               FROM = kEncoding.from, BY = kEncoding.by, TILE = apsp::kExponentTile,
               KD = apsp::kExponentDepth, WG = apsp::kTensorAmd.items, PT = apsp::kSquare,
               PACK_GROUP = apsp::kPackItems;

thread_local uint local_id, group, in_row, turn;
using Barrier = std::barrier<>;
Barrier all_items(WG), waves[] = {Barrier(64), Barrier(64), Barrier(64), Barrier(64)};
short4 lefts[2][WG], rights[2][WG];  // operands of an instruction, and of the next

/// Elements are where AMD's matrix instruction calculator says. Subnormals are 0, as on CDNA 2.
float16 __builtin_amdgcn_mfma_f32_32x32x8bf16_1k(short4 a, short4 b, float16 d, int, int, int) {
    const uint lane = local_id % 64, first = local_id - lane, j = lane % 32, now = turn++ % 2;
    lefts[now][local_id] = a;
    rights[now][local_id] = b;
    waves[local_id / 64].arrive_and_wait();
    const auto value = [](short bf16) { return std::bit_cast<float>(bf16 << 16); };
    const auto flushed = [](float x) { return std::isnormal(x) ? x : 0; };
    for (uint r = 0; r < 16; ++r) {
        const uint i = 8 * (r / 4) % 32 + 4 * (lane / 32) + r % 4;
        for (uint k = 0; k < 8; ++k) {
            const uint at = first + 32 * (k / 4), e = k % 4;
            const float x = value(lefts[now][at + i][e]), y = value(rights[now][at + j][e]);
            d[r] = flushed(d[r] + flushed(x * y));
        }
    }
    return d;
}

#include "../../kernels_cl/tensor_amd.cl"

void launch(const auto& kernel, uint wide, uint high = 1) {
    std::vector<std::thread> items;
    for (uint item = 0; item < WG; ++item) {
        items.emplace_back([=] {
            local_id = item, in_row = wide;
            for (group = 0; group < wide * high; ++group) kernel();
        });
    }
    for (std::thread& item : items) item.join();
}

/// Of so many pivots and tiles, but for a gap of gi rows of them at i0, and of gj columns at j0.
void check(uint k, uint rows, uint i0, uint gi, uint cols, uint j0, uint gj, int right,
           const std::vector<uchar>& distances) {
    Draw draw(54, "tensor_amd");
    const uint m = (rows + gi) * TILE, n = (cols + gj) * TILE, ld = n + k, s = TILE / PT;
    std::vector<uchar> d(ld * (m + k));  // C and A side by side, above B
    for (uchar& each : d) each = distances[draw.below(distances.size())];
    const std::vector<uchar> before = d;
    std::vector<short> panels((m + n) * k);
    uchar* const c = d.data();
    short *const a = panels.data(), *const b = a + m * k;
    launch([=] { encode_columns(c, n, ld, a, 0, m, k / PT, i0 * s, gi * s); }, rows * s * (k / PT));
    launch([=] { encode_rows(c, m * ld, ld, b, 0, n, n); }, (n - 1) / (8 * PACK_GROUP) + 1, k);
    launch([=] { update(c, 0, ld, a, 0, m, b, 0, n, k, rows, cols, i0, gi, j0, gj, right); },
           rows * cols);
    std::size_t wrong = 0, told = 0;
    for (uint e = 0; e < d.size(); ++e) {
        const uint i = e / ld, j = e % ld, ti = i / TILE, tj = j / TILE;
        const bool written = i < m && j < n && ti - i0 >= gi && tj - j0 >= gj &&
                             int((tj + 1) * TILE) + right > int(ti * TILE);
        uint best = before[e];
        for (uint p = 0; written && p < k; ++p) {
            const uint x = before[i * ld + n + p], y = before[(m + p) * ld + j];
            if (x <= LIMIT && y <= LIMIT) best = std::min(best, x + y);
        }
        told += best < before[e] && best <= LIMIT;
        // What is too far may be told as anything that is too far.
        wrong += !written || best <= LIMIT ? d[e] != best : d[e] <= LIMIT || d[e] > before[e];
    }
    CHECK(told > 0);
    CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("tensor_amd.cl: products are those of plain minima, below, at and above the limit") {
    std::vector<uchar> few(80, 255);
    few.insert(few.end(), {0, 5, 21, 22, 23, 44, 45});
    check(256, 2, 1, 1, 2, 0, 1, 1 << 30, few);
    check(384, 3, ~0U, 0, 3, 3, 0, 0, few);
    check(128, 2, ~0U, 0, 2, 1, 2, -128, {22, 22, 22, 22, 255});
    check(128, 1, ~0U, 0, 6, 5, 11, 128, {21, 22, 23, 44, 45, 255});
}
