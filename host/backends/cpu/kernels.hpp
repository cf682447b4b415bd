// The two operations on tiles, and the loops that measure a processor's limit, for one instruction
// set.
//
// kernels.cpp is compiled once for each instruction set, with that set's flags. Through these
// tables the rest of the program, which is compiled for any processor, reaches the kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "apsp/semiring.hpp"
#include "backends/processor_kernels.hpp"

namespace apsp {
struct Exponents;
}

namespace apsp::cpu {

/// Columns of C that one thread relaxes at a time.
inline constexpr std::size_t kTaskColumns = 256;

/// Rows of every rectangle are multiples of this, and so is the edge that `close` takes. Columns of
/// a product are multiples of 128 bytes, two vectors of AVX-512.
inline constexpr std::size_t kTile = 64;

/// 32 vertices of a row of an `or_and` matrix, a bit each, the first one lowest. Sizes and leading
/// dimensions of such a matrix count words, except `k`, `rows`, and the edge that `close` takes.
using Bits = std::uint32_t;
inline constexpr std::size_t kBitsPerWord = 32;
/// Columns of a product of bits are multiples of this: 1024 vertices, two vectors of AVX-512.
inline constexpr std::size_t kBitColumns = 32;

/// From `first` to before `last`.
struct Bounds {
    std::size_t first = 0;
    std::size_t last = 0;
};

inline constexpr std::ptrdiff_t kNoneBelow = std::numeric_limits<std::ptrdiff_t>::min() / 2;

/// C <- C (+) A (x) B, with C rows x cols, A rows x k, B k x cols. C may contain A, B or both: they
/// are read before C changes.
struct ProductShape {
    std::size_t rows = 0;
    Bounds gap = {};  ///< Rows among these that take no part, of C and of A.
    std::size_t cols = 0;
    std::size_t k = 0;
    /// Elements (i, j) of C with j < i + below need not be relaxed.
    std::ptrdiff_t below = kNoneBelow;
    Bounds closed = {};  ///< Nor need these columns.
    std::size_t threads = 1;
    /// Whether `stop` says that the rest need not be done.
    bool (*stopped)(const void* stop) = nullptr;
    const void* stop = nullptr;
    /// Where these rows and columns meet, C is relaxed first. After that one thread calls `then`,
    /// while others go on.
    Bounds first_rows = {};
    Bounds first_cols = {};
    void (*then)(void* of) = nullptr;
    void* of = nullptr;
};
template <class T>
struct Product : ProductShape {
    T* c = nullptr;
    std::size_t ldc = 0;
    const T* a = nullptr;
    std::size_t lda = 0;
    const T* b = nullptr;
    std::size_t ldb = 0;
    void* workspace = nullptr;  ///< `workspace_bytes` of it, aligned to 64
};

/// An element of A as it is packed: elements of less than 32 bits are repeated to fill 32, since a
/// broadcast of 32 bits from memory is just a load.
template <class T>
using Left = std::conditional_t<std::is_integral_v<T> && sizeof(T) < 4, std::uint32_t, T>;

/// Of B, to stay in the L1 cache beside panels of A: 32 KiB of 48, or 16 of 32. (Zen 4, which has
/// 32: 1.7 of the register loop with 16, 1.6 with 8. A Xeon, which has 48: 55 G/s with 32, 53
/// with 16.)
std::size_t panel_bytes();
/// Of a core's L2 cache; 0 if the system does not tell.
std::size_t l2_bytes();

/// Bytes of both operands of a product, packed, with up to 64 extra rows.
template <class T>
constexpr std::size_t workspace_bytes(std::size_t rows, std::size_t cols, std::size_t k) {
    return ((rows + 64) * sizeof(Left<T>) + cols * sizeof(T)) * k;
}

/// A product of small distances on a matrix unit, which takes a workspace of its own.
using TensorUpdate = void (*)(const Product<std::uint8_t>&, const Exponents&);
/// The processor's; null if it has none. Tests put another one there.
TensorUpdate& tensor_update();
constexpr std::size_t tensor_workspace_bytes(std::size_t rows, std::size_t cols, std::size_t k) {
    return (rows + cols) * sizeof(std::uint16_t) * k;
}

/// Predecessors of `n` vertices, a multiple of kRun, in some rows of a matrix, see tight_arcs.hpp.
/// The rows lie side by side: the distance from row `first_row` + r to u is at d[u * ld + r].
template <class T>
struct PredecessorSearch {
    const T* d;
    std::size_t ld;
    std::size_t first_row;  ///< A multiple of `Kernels::rows`.
    std::size_t n;
    const std::size_t* list;  ///< Arcs into j are those from list[j] to list[j + 1].
    const std::uint32_t* sources;
    const T* weights;
    /// Bit i of the `direct_bytes` bytes of j: i is the predecessor. May be null.
    const unsigned char* direct;
    std::size_t direct_bytes;
    bool exact;
    T no_path_from;
    T relative_slack;
    std::int32_t* p;  ///< The one of j in row `first_row` + r goes to p[r * ldp + j].
    std::size_t ldp;
};

/// Vertices whose columns are transposed at a time.
inline constexpr std::size_t kRun = 64;

/// Bytes of a row of targets that is swept at once.
inline constexpr std::size_t kSweepBytes = 256;
template <class T>
constexpr std::size_t kTargets = kSweepBytes / sizeof(T);

/// Distances to some targets, from the roots of an elimination tree down (see elimination.hpp):
///   D[v, T] <- up[v, T] (+) sum of to[v, k] (x) D[k, T] over k in the list of v.
template <class T>
struct Sweep {
    std::size_t n;                ///< The sweep begins at rank n - 1,
    std::size_t end = 0;          ///< and ends with this one.
    const std::size_t* first;     ///< Where each rank's list begins in `depths` and `to`.
    const std::uint32_t* depths;  ///< Of the ranks in the lists.
    const T* to;
    const std::uint32_t* depth;   ///< Of each rank.
    const std::uint32_t* vertex;  ///< Of each rank: its row of D; null for rank - `end`.
    const std::uint32_t* place;   ///< Of each rank: its row of `up`; all ones for none.
    const T* up;                  ///< kTargets<T> columns per row.
    T* path;                      ///< The same for the ranks above: one row per depth.
    T* d;                         ///< Where the targets' columns of D begin; aligned to 64.
    std::size_t ld;
    std::size_t width;  ///< Columns to write, kTargets<T> or less.
    bool past_caches;   ///< The results are not read again soon.
    T zero;
};

/// The same for the distances below a limit, over min_plus without negative weights. The core is
/// empty.
template <class T>
struct NearSweep {
    std::size_t n;             ///< The descent begins at rank n - 1.
    const std::size_t* first;  ///< As in Sweep, up to `path`.
    const std::uint32_t* depths;
    const T* to;
    const std::uint32_t* depth;
    const std::uint32_t* below;  ///< Of each rank: how many are below it in the tree, and itself.
    const std::uint32_t* place;
    const T* up;  ///< kNearTargets<T> columns per row.
    T* path;
    unsigned char* near;  ///< Of each depth: whether a distance so far up is near.
    T limit;
    T zero;
    /// Memory for what is found, at most `n` rows and one more; distances are kNearTargets<T> in a
    /// row.
    NearFound* found;
    T* distances;
    std::uint32_t* counts;  ///< Of each column: how many were found is added.
};

/// Of each column of some rows with kTargets<T> entries: how many entries are distances, their
/// sum, and the largest; and the sum of 1 / d for those that are not 0.
template <class T>
struct ColumnSums {
    std::uint32_t pairs[kTargets<T>] = {};
    std::conditional_t<std::is_integral_v<T>, std::int64_t, double> sum[kTargets<T>] = {};
    T largest[kTargets<T>] = {};
    double harmonic[kTargets<T>] = {};
};
/// Rows that are added up at once.
template <class T>
inline constexpr std::size_t kSummedRows = sizeof(T) == 1 ? 16 : 64;

template <class T>
struct Kernels : SmallKernels<T> {
    std::string_view isa;  ///< "avx512", "avx512-fma", "avx2", "avx2-fma", "neon" or "baseline"

    void (*update)(const Product<T>& product);

    /// Relaxations on registers only, on the calling thread; returns how many were done. Rates are
    /// quoted as shares of its rate in f32 with AVX2.
    double (*register_limit)(std::size_t steps);

    /// Rows that `predecessors` takes at once; for `min_plus` only.
    std::size_t rows;
    /// Returns whether all vertices that are reached have a predecessor.
    bool (*predecessors)(const PredecessorSearch<T>&);

    // On the calling thread; not for Bits.

    void (*sweep)(const Sweep<T>&);
    /// Returns how many rows were found, their ranks descending; for min_plus only.
    std::size_t (*sweep_near)(const NearSweep<T>&);
    /// Adds the columns of `count` rows, at most kSummedRows, of kTargets<T> entries; those of
    /// `none` and above are not distances, and no others are negative.
    void (*add_columns)(const T* rows, std::size_t count, T none, ColumnSums<T>& to);
    /// Adds to `harmonic` alone.
    void (*add_inverses)(const T* rows, std::size_t count, T none, ColumnSums<T>& to);
    /// For each limit, adds to the next kTargets<T> elements of `to` the weights of the rows whose
    /// entries are below it; without weights, 1 for each.
    void (*add_within)(const T* rows, std::size_t count, std::span<const T> limits,
                       const double* weights, double* to);
};

/// The kernels that this build and this processor have, the best instruction set first; never
/// empty. For Bits the semiring is or_and, which other types do not have.
template <class T>
std::vector<const Kernels<T>*> available_kernels(Semiring semiring = Semiring::min_plus);

}  // namespace apsp::cpu
