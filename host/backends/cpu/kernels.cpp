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

#ifdef APSP_MULTIPLY_ADD
namespace apsp::cpu::APSP_ISA_OF_ADDITIONS {
template <class T>
const Kernels<T>* kernels(Semiring);
}
#endif

namespace apsp::cpu::APSP_ISA {
namespace {

constexpr std::size_t kPackedRows = 8;  // of B, in a turn

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

/// The operands of a product, packed: once for all semirings, since the functions are not inlined.
template <class T>
class Packed {
  public:
    explicit Packed(const Product<T>& product)
        : product_(product),
          a_(static_cast<Left<T>*>(product.workspace)),
          b_(reinterpret_cast<T*>(a_ + (product.rows + kTile) * product.k)) {}

    [[gnu::noinline]] void pack_b(std::size_t turn) const {
        const std::size_t k = product_.k, first = turn * kPackedRows;
        const std::size_t last = k - first < kPackedRows ? k : first + kPackedRows;
        for (std::size_t p = first; p < last; ++p) {
            pack_columns(product_.b + p * product_.ldb, product_.cols, b_ + p * kColumns<T>,
                         k * kColumns<T>);
        }
    }
    [[gnu::noinline]] void pack_a(std::size_t row, std::size_t panel) const {
        pack_rows(product_.a + row * product_.lda, product_.lda, product_.k,
                  a_ + panel * kRows<T> * product_.k);
    }

  protected:
    const Product<T>& product_;
    Left<T>* const a_;
    T* const b_;
};

template <Semiring S, class T>
class Update : public Packed<T> {
  public:
    using Packed<T>::Packed;

    void relax(const Task& task) const {
        const Product<T>& product = this->product_;
        const std::size_t k = product.k, block = panel_bytes() / (kColumns<T> * sizeof(T));
        const Left<T>* const left = this->a_ + task.range.before * kRows<T> * k;
        for (std::size_t p = 0; p < k; p += block) {
            const std::size_t depth = k - p < block ? k - p : block;
            for (std::size_t j = task.column; j < task.last_column; j += kColumns<T>) {
                const T* right = this->b_ + j * k + p * kColumns<T>;
                for (std::size_t panel = task.panel; panel < task.last_panel; ++panel) {
                    T* c = product.c + task.range.row_of(panel) * product.ldc + j;
                    if (!kMultiplyAdd && p == 0) {  // not measured on AMD's
                        const bool more = panel + 1 < task.last_panel;
                        prefetch(product, task.range.row_of(more ? panel + 1 : task.panel),
                                 more ? j : j + kColumns<T>);
                    }
                    micro_kernel<S, T>(c, product.ldc, left + (panel * k + p) * kRows<T>, right,
                                       depth);
                }
            }
        }
    }
};

template <Semiring S, class T>
void update(const Product<T>& product) {
    const Update<S, T> work(product);
    relax_in_tasks(product, sizeof(T), kRows<T>, (product.k + kPackedRows - 1) / kPackedRows,
                   steps_of(work));
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

/// All kernels but those of products. A set with multiply-adds takes them from the set without.
template <Semiring S, class T>
constexpr Kernels<T> without_products() {
#ifdef APSP_MULTIPLY_ADD
    return *APSP_ISA_OF_ADDITIONS::kernels<T>(S);
#else
    Kernels<T> table = {};
    table.register_limit = register_limit<S, T>;
    if constexpr (!std::is_same_v<T, Bits>) {
        table.sweep = sweep<S, T>;
        table.close_beside = close_beside<S, T>;
        table.write_rows = write_rows<T>;
        table.add_columns = add_columns<T>;
        table.add_inverses = add_inverses<T>;
        table.add_within = add_within<T>;
    }
    if constexpr (S == Semiring::min_plus) {
        table.rows = kSearchRows<T>;
        table.predecessors = predecessors<T>;
        if constexpr (!std::is_same_v<T, Bits>) table.sweep_near = sweep_near<T>;
        table.close_with_paths = close_with_paths<T>;
    }
    return table;
#endif
}

template <Semiring S, class T>
constexpr Kernels<T> make_table() {
    Kernels<T> table = without_products<S, T>();
    table.isa = APSP_ISA_NAME;
    table.close = close<S, T>;
    table.update = update<S, T>;
    if constexpr (kMultiplyAdd && std::is_floating_point_v<T>) {
        table.sweep = sweep<S, T>;
        if constexpr (S == Semiring::min_plus) table.sweep_near = sweep_near<T>;
    }
    return table;
}

/// Made when it is asked for, on a processor that has the instructions.
template <Semiring S, class T>
const Kernels<T>* table() {
    static const Kernels<T> made = make_table<S, T>();
    return &made;
}

}  // namespace

template <class T>
const Kernels<T>* kernels(Semiring semiring) {
    if constexpr (std::is_same_v<T, Bits>) {
        return table<Semiring::or_and, Bits>();
    } else {
        return visit(semiring, [](auto s) -> const Kernels<T>* {
            // For or_and see Bits.
            if constexpr (s != Semiring::or_and && defined_in(s, kDtypeOf<T>)) return table<s, T>();
            return nullptr;
        });
    }
}
#define APSP_KERNELS(T) template const Kernels<T>* kernels(Semiring);
APSP_FOR_DTYPES(APSP_KERNELS)
template const Kernels<Bits>* kernels(Semiring);

}  // namespace apsp::cpu::APSP_ISA
