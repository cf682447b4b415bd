// close and update for one instruction set (see kernels.hpp), after the layered matrix product of
// Goto and van de Geijn, with a semiring's operations for + and *.
//
//          NR columns                  B is packed into panels of NR columns (k x NR elements, of
//          +--------+                  which a block of rows stays in L1), A into panels of
//          | B: k   |                  MR rows (k x MR). The micro-kernel holds MR x NR elements
//          |        |                  of C in registers and runs along k: one load per vector of
//   +------+--------+                  B, one broadcast per row of A, MR * NR / lanes relaxations.
//   | A: k |  C     | MR rows          A task is about 64 x kTaskColumns of C.
//   +------+--------+
#include "backends/cpu/kernels.hpp"

#include "backends/cpu/batch_kernel.hpp"
#include "backends/cpu/column_sums.hpp"
#include "backends/cpu/near_kernel.hpp"
#include "backends/cpu/packing.hpp"
#include "backends/cpu/predecessor_search.hpp"
#include "backends/cpu/simd.hpp"
#include "backends/cpu/sweep_kernel.hpp"
#include "backends/cpu/tasks.hpp"
#include "backends/cpu/write_rows.hpp"
#include "base/all_dtypes.hpp"
#include "base/team.hpp"

namespace apsp::cpu::APSP_ISA {
namespace {

// Smaller products (100 us of one thread) do not pay for waking other threads.
constexpr std::size_t kWorthThreads = std::size_t{16} << 20;  // bytes
constexpr std::size_t kPackedRows = 8;                        // of B, in a turn

template <Semiring S, class T>
void micro_kernel(T* c, std::size_t ldc, const Left<T>* a, const T* b, std::size_t k) {
    const Vec<T> one = opaque_one<T>();
    Vec<T> tile[kRows<T>][kVectors<T>];
#pragma GCC unroll 16
    for (std::size_t r = 0; r < kRows<T>; ++r) {
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kVectors<T>; ++v) {
            tile[r][v] = load(c + r * ldc + v * kLanes<T>);
        }
    }
    for (std::size_t p = 0; p < k; ++p, a += kRows<T>, b += kColumns<T>) {
        Vec<T> right[kVectors<T>];
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kVectors<T>; ++v) right[v] = load(b + v * kLanes<T>);
#pragma GCC unroll 16
        for (std::size_t r = 0; r < kRows<T>; ++r) {
#pragma GCC unroll 16
            for (std::size_t v = 0; v < kVectors<T>; ++v) {
                tile[r][v] = relax<S, T>(tile[r][v], a + r, right[v], one);
            }
        }
    }
#pragma GCC unroll 16
    for (std::size_t r = 0; r < kRows<T>; ++r) {
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kVectors<T>; ++v) {
            store(c + r * ldc + v * kLanes<T>, tile[r][v]);
        }
    }
}

/// Asks for a tile of C that comes next: its rows lie far apart.
template <class T>
void prefetch(const Product<T>& product, std::size_t row, std::size_t column) {
    if (column >= product.cols) return;
    const T* c = product.c + row * product.ldc + column;
#pragma GCC unroll 16
    for (std::size_t r = 0; r < kRows<T>; ++r, c += product.ldc) {
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kVectors<T>; ++v) __builtin_prefetch(c + v * kLanes<T>, 1, 2);
    }
}

template <Semiring S, class T>
void run(const Task<T>& task, const Product<T>& product, const Left<T>* packed_a,
         const T* packed_b) {
    const std::size_t k = product.k, block = panel_bytes() / (kColumns<T> * sizeof(T));
    packed_a += task.range.before * kRows<T> * k;
    for (std::size_t p = 0; p < k; p += block) {
        const std::size_t depth = k - p < block ? k - p : block;
        for (std::size_t j = task.column; j < task.last_column; j += kColumns<T>) {
            const T* right = packed_b + j * k + p * kColumns<T>;
            for (std::size_t panel = task.panel; panel < task.last_panel; ++panel) {
                T* c = product.c + task.range.row_of(panel) * product.ldc + j;
                if (!kMultiplyAdd && p == 0) {  // not measured on AMD's
                    const bool more = panel + 1 < task.last_panel;
                    prefetch(product, task.range.row_of(more ? panel + 1 : task.panel),
                             more ? j : j + kColumns<T>);
                }
                micro_kernel<S, T>(c, product.ldc, packed_a + (panel * k + p) * kRows<T>, right,
                                   depth);
            }
        }
    }
}

template <Semiring S, class T>
void update(const Product<T>& product) {
    const std::size_t rows = product.rows, cols = product.cols, k = product.k;
    const Tasks<T> tasks(product);
    auto* const packed_a = static_cast<Left<T>*>(product.workspace);
    T* const packed_b = reinterpret_cast<T*>(packed_a + (rows + kTile) * k);
    const std::size_t rows_first = tasks.first_rows.last - tasks.first_rows.first;
    const std::size_t cols_first = tasks.first_cols.last - tasks.first_cols.first;
    const std::size_t come_first = rows_first * cols_first;
    const bool worth_threads = rows * cols * k * sizeof(T) >= kWorthThreads;
    const std::size_t team = worth_threads ? product.threads : 1;

    const std::size_t rows_of_b = (k + kPackedRows - 1) / kPackedRows;
    const std::size_t panels = tasks.upper.panels + tasks.lower.panels;
    const auto pack = [&](std::size_t turn, std::size_t) {
        if (turn < rows_of_b) {
            const std::size_t last =
                k - turn * kPackedRows < kPackedRows ? k : (turn + 1) * kPackedRows;
            for (std::size_t p = turn * kPackedRows; p < last; ++p) {
                pack_columns(product.b + p * product.ldb, cols, packed_b + p * kColumns<T>,
                             k * kColumns<T>);
            }
            return;
        }
        const std::size_t all = turn - rows_of_b;
        const RowRange<T>& range = all < tasks.upper.panels ? tasks.upper : tasks.lower;
        pack_rows(product.a + range.row_of(all - range.before) * product.lda, product.lda, k,
                  packed_a + all * kRows<T> * k);
    };

    std::size_t to_come = come_first;
    const std::size_t every = tasks.rows_of_tasks * tasks.cols_of_tasks;
    const auto update_task = [&](std::size_t turn, std::size_t) {
        if (turn < come_first) {
            const Task<T> task = tasks.at(tasks.first_rows.first + turn / cols_first,
                                          tasks.first_cols.first + turn % cols_first);
            if (task.wanted(product)) run<S>(task, product, packed_a, packed_b);
            if (__atomic_sub_fetch(&to_come, 1, __ATOMIC_ACQ_REL) == 0) product.then(product.of);
            return;
        }
        // Down the columns, so that a thread's panels of B stay in its L2 cache.
        const std::size_t other = turn - come_first;
        const std::size_t i = other % tasks.rows_of_tasks, j = other / tasks.rows_of_tasks;
        const Task<T> task = tasks.at(i, j);
        if (tasks.comes_first(i, j) || !task.wanted(product)) return;
        run<S>(task, product, packed_a, packed_b);
    };
    take_turns(team, rows_of_b + panels, pack, come_first + every, update_task);
}

/// Row k stays in registers, up to four vectors of it at a time, while it relaxes all rows.
template <Semiring S, class T>
void close(T* d, std::size_t ld, std::size_t size) {
    constexpr std::size_t kViaVectors = kTile / kLanes<T> < 4 ? kTile / kLanes<T> : 4;
    const Vec<T> one = opaque_one<T>();
    for (std::size_t k = 0; k < size; ++k) {
        for (std::size_t j = 0; j < size; j += kViaVectors * kLanes<T>) {
            Vec<T> via[kViaVectors];
            for (std::size_t v = 0; v < kViaVectors; ++v) {
                via[v] = load(d + k * ld + j + v * kLanes<T>);
            }
            for (std::size_t i = 0; i < size; ++i) {
                const T* to_k = d + i * ld + k;
                T* row = d + i * ld + j;
#pragma GCC unroll 16
                for (std::size_t v = 0; v < kViaVectors; ++v, row += kLanes<T>) {
                    store(row, relax<S, T>(load(row), to_k, via[v], one));
                }
            }
        }
    }
}

/// For bits, in a copy: 64 columns of a row are one element, and a vector of rows is relaxed at
/// once.
template <>
void close<Semiring::or_and, Bits>(Bits* d, std::size_t ld, std::size_t size) {
    constexpr std::size_t kLargest = 128;
    alignas(64) std::uint64_t columns[kLargest / 64][kLargest];
    for (std::size_t j = 0; j < size / 64; ++j) {
        for (std::size_t i = 0; i < size; ++i) {
            std::memcpy(&columns[j][i], d + i * ld + 2 * j, sizeof(std::uint64_t));
        }
    }
    for (std::size_t k = 0; k < size; ++k) {
        std::uint64_t via[kLargest / 64];
        for (std::size_t j = 0; j < size / 64; ++j) via[j] = columns[j][k];
        alignas(64) std::uint64_t to_k[kLargest];
        for (std::size_t i = 0; i < size; ++i) to_k[i] = -((columns[k / 64][i] >> k % 64) & 1);
        for (std::size_t j = 0; j < size / 64; ++j) {
            for (std::size_t i = 0; i < size; ++i) columns[j][i] |= to_k[i] & via[j];
        }
    }
    for (std::size_t j = 0; j < size / 64; ++j) {
        for (std::size_t i = 0; i < size; ++i) {
            std::memcpy(d + i * ld + 2 * j, &columns[j][i], sizeof(std::uint64_t));
        }
    }
}

/// Enough independent minima to hide the latency, few enough for 16 registers.
constexpr std::size_t kChains = 10;

/// A core's best rate: additions and minima on registers, without memory. Rates of `update` are
/// quoted as shares of it; loads, stores and loops can only lower them.
template <Semiring S, class T>
double register_limit(std::size_t steps) {
    Vec<T> c[kChains];
    for (std::size_t r = 0; r < kChains; ++r) c[r] = broadcast(static_cast<T>(100 + r));
    Vec<T> a = broadcast(T{1});
    const Vec<T> b = broadcast(T{2});
    for (std::size_t step = 0; step < steps; ++step) {
#pragma GCC unroll 16
        for (std::size_t r = 0; r < kChains; ++r) {
            APSP_IN_REGISTER(a);  // else the sum would be computed once for all chains
            c[r] = plus<S, T>(c[r], times<S, T>(a, b));
        }
    }
    for (std::size_t r = 0; r < kChains; ++r) APSP_IN_REGISTER(c[r]);
    return static_cast<double>(steps) * kChains * kLanes<T>;
}

template <Semiring S, class T>
constexpr Kernels<T> make_table() {
    Kernels<T> table = {};
    table.isa = APSP_ISA_NAME;
    table.close = close<S, T>;
    table.update = update<S, T>;
    table.register_limit = register_limit<S, T>;
    if constexpr (!std::is_same_v<T, Bits>) {
        table.sweep = sweep<S, T>;
        table.close_beside = close_beside<S, T>;
        table.write_rows = write_rows<T>;
        if constexpr (std::is_integral_v<T>) {
            table.add_columns = add_columns<T>;
            table.add_inverses = add_inverses<T>;
            table.add_within = add_within<T>;
        }
    }
    if constexpr (S == Semiring::min_plus) {
        table.rows = kSearchRows<T>;
        table.predecessors = predecessors<T>;
        if constexpr (!std::is_same_v<T, Bits>) table.sweep_near = sweep_near<T>;
        table.close_with_paths = close_with_paths<T>;
    }
    return table;
}
template <Semiring S, class T>
constexpr Kernels<T> kTable = make_table<S, T>();

}  // namespace

template <class T>
const Kernels<T>* kernels(Semiring semiring) {
    if constexpr (std::is_same_v<T, Bits>) {
        return &kTable<Semiring::or_and, Bits>;
    } else {
        return visit(semiring, [](auto s) -> const Kernels<T>* {
            // For or_and see Bits.
            if constexpr (s != Semiring::or_and && defined_in(s, kDtypeOf<T>)) return &kTable<s, T>;
            return nullptr;
        });
    }
}
#define APSP_KERNELS(T) template const Kernels<T>* kernels(Semiring);
APSP_FOR_DTYPES(APSP_KERNELS)
template const Kernels<Bits>* kernels(Semiring);

}  // namespace apsp::cpu::APSP_ISA
