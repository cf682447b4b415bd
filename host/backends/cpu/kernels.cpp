// close and update for one instruction set (see kernels.hpp), after the layered matrix product of
// Goto and van de Geijn, with (min, +) for (+, *).
//
//          NR columns                  B is packed into panels of NR columns (k x NR elements, of
//          +--------+                  which a block of kBlock rows stays in L1), A into panels of
//          | B: k   |                  MR rows (k x MR). The micro-kernel holds MR x NR elements
//          |        |                  of C in registers and runs along k: one load a vector of B,
//   +------+--------+                  one broadcast a row of A, MR * NR / lanes relaxations.
//   | A: k |  C     | MR rows          A task is kTaskRows x kTaskColumns of C.
//   +------+--------+
#include "backends/cpu/kernels.hpp"

#include "backends/cpu/register_limit.hpp"
#include "backends/cpu/simd.hpp"

namespace apsp::cpu::APSP_ISA {
namespace {

// MR and the vectors in NR. AVX-512 takes *a as an operand in memory, so a broadcast a vector costs
// what a broadcast a row does, and one vector a row has the fewest loads of B.
#ifdef __AVX512F__
constexpr std::size_t kRows = 16;
constexpr std::size_t kVectors = 1;
#else
constexpr std::size_t kRows = 4;
constexpr std::size_t kVectors = 2;
#endif
template <class T>
constexpr std::size_t kColumns{kLanes<T> * kVectors};  // NR

constexpr std::size_t kPanelBytes = 16384;  // of B in L1: 1.7 of the limit; 8192 gives 1.6
constexpr std::size_t kBlock = kPanelBytes / (kVectors * kVectorBytes);
constexpr std::size_t kTaskRows = 64;
constexpr std::size_t kTaskColumns = 128;
// Fewer relaxations than this (100 us of one thread) do not pay for waking other threads. All
// threads or one: GCC's runtime ends and makes threads when a team's size changes otherwise.
constexpr std::size_t kWorthThreads = std::size_t{4} << 20;
static_assert(kTaskRows % kRows == 0 && kTile % kTaskRows == 0);

template <class T>
void micro_kernel(T* c, std::size_t ldc, const T* a, const T* b, std::size_t k) {
    const Vec<T> one = opaque_one<T>();
    Vec<T> tile[kRows][kVectors];
#pragma GCC unroll 16
    for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kVectors; ++v) tile[r][v] = load(c + r * ldc + v * kLanes<T>);
    }
    for (std::size_t p = 0; p < k; ++p, a += kRows, b += kColumns<T>) {
        Vec<T> right[kVectors];
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kVectors; ++v) right[v] = load(b + v * kLanes<T>);
#pragma GCC unroll 16
        for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 16
            for (std::size_t v = 0; v < kVectors; ++v) {
                tile[r][v] = relax<T>(tile[r][v], a + r, right[v], one);
            }
        }
    }
#pragma GCC unroll 16
    for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kVectors; ++v) store(c + r * ldc + v * kLanes<T>, tile[r][v]);
    }
}

/// One panel of A: kRows rows of k, to k groups of kRows.
template <class T>
void pack_rows(const T* a, std::size_t lda, std::size_t k, T* panel) {
    for (std::size_t p = 0; p < k; ++p) {
        for (std::size_t r = 0; r < kRows; ++r) panel[p * kRows + r] = a[r * lda + p];
    }
}

/// A stretch of a row of B over several panels, which are `stride` elements apart.
template <class T>
void pack_columns(const T* b, std::size_t columns, T* panel, std::size_t stride) {
    for (std::size_t j = 0; j < columns; j += kColumns<T>, panel += stride) {
        for (std::size_t v = 0; v < kVectors; ++v) {
            store(panel + v * kLanes<T>, load(b + j + v * kLanes<T>));
        }
    }
}

template <class T>
void task(T* c, std::size_t ldc, std::size_t rows, std::size_t columns, const T* a, const T* b,
          std::size_t k) {
    for (std::size_t first = 0; first < k; first += kBlock) {
        const std::size_t depth = k - first < kBlock ? k - first : kBlock;
        for (std::size_t j = 0; j < columns; j += kColumns<T>) {
            const T* right = b + j * k + first * kColumns<T>;
            for (std::size_t i = 0; i < rows; i += kRows) {
                micro_kernel<T>(c + i * ldc + j, ldc, a + i * k + first * kRows, right, depth);
            }
        }
    }
}

template <class T>
void update(T* c, std::size_t ldc, std::size_t rows, std::size_t cols, const T* a, std::size_t lda,
            const T* b, std::size_t ldb, std::size_t k, T* workspace, int threads) {
    T* const packed_a = workspace;
    T* const packed_b = workspace + rows * k;
#pragma omp parallel num_threads(threads) if (rows * cols * k >= kWorthThreads)
    {
#pragma omp for schedule(static) nowait
        for (std::size_t p = 0; p < k; ++p) {
            pack_columns(b + p * ldb, cols, packed_b + p * kColumns<T>, k * kColumns<T>);
        }
#pragma omp for schedule(static)
        for (std::size_t i = 0; i < rows; i += kRows) {
            pack_rows(a + i * lda, lda, k, packed_a + i * k);
        }
#pragma omp for collapse(2) schedule(dynamic) nowait
        for (std::size_t i = 0; i < rows; i += kTaskRows) {
            for (std::size_t j = 0; j < cols; j += kTaskColumns) {
                const std::size_t width = cols - j < kTaskColumns ? cols - j : kTaskColumns;
                task<T>(c + i * ldc + j, ldc, kTaskRows, width, packed_a + i * k, packed_b + j * k,
                        k);
            }
        }
    }
}

/// Row k stays in registers, four vectors of it at a time, while it relaxes all rows.
template <class T>
void close(T* d, std::size_t ld, std::size_t size) {
    const Vec<T> one = opaque_one<T>();
    for (std::size_t k = 0; k < size; ++k) {
        for (std::size_t j = 0; j < size; j += 4 * kLanes<T>) {
            Vec<T> via[4];
            for (std::size_t v = 0; v < 4; ++v) via[v] = load(d + k * ld + j + v * kLanes<T>);
            for (std::size_t i = 0; i < size; ++i) {
                const T* to_k = d + i * ld + k;
                T* row = d + i * ld + j;
#pragma GCC unroll 16
                for (std::size_t v = 0; v < 4; ++v, row += kLanes<T>) {
                    store(row, relax<T>(load(row), to_k, via[v], one));
                }
            }
        }
    }
}

#define APSP_STRING(x) #x
#define APSP_NAME(x) APSP_STRING(x)
template <class T>
constexpr Kernels<T> kTable = {APSP_NAME(APSP_ISA), close<T>, update<T>, register_limit<T>};

}  // namespace

extern const Kernels<float> kFloat = kTable<float>;
extern const Kernels<double> kDouble = kTable<double>;
extern const Kernels<std::int32_t> kInt32 = kTable<std::int32_t>;

}  // namespace apsp::cpu::APSP_ISA
