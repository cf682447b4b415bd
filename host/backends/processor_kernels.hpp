// What the kernels for the processor, in the instruction set that it has, are to other folders.
#pragma once

#include <cstddef>
#include <cstdint>

namespace apsp {

/// Matrices that lie side by side: a line of memory holds one element of each.
template <class T>
inline constexpr std::size_t kBeside = 64 / sizeof(T);
/// Their leading dimensions are multiples of this.
inline constexpr std::size_t kBesideColumns = 4;
/// Those of a matrix that lies alone are multiples of this.
inline constexpr std::size_t kAloneColumns = 64;

/// For small matrices, on the calling thread.
template <class T>
struct SmallKernels {
    /// D <- D*, Floyd-Warshall on the square tile at `d`. Except for bits, the edge may be any
    /// number; further elements of each row, up to a multiple of kAloneColumns, are then read and
    /// written.
    void (*close)(T* d, std::size_t ld, std::size_t size);
    /// D <- D* for kBeside matrices of n x n: element (i, j) of the first is at d[(i * ld + j) *
    /// kBeside]. For min_plus, `p` may point to as many elements, bits of any meaning, which go
    /// with the last arcs of paths; else it is null.
    void (*close_beside)(T* d, T* p, std::size_t ld, std::size_t n);
    /// The same for one matrix, whose rows are whole vectors; for min_plus only.
    void (*close_with_paths)(T* d, T* p, std::size_t ld, std::size_t n);
    /// to[r * ld_to + v] <- columns[v * ld + r] for r below `count` and v below `vertices`, in
    /// whole lines of 64 bytes. Up to 15 further columns are read.
    void (*write_rows)(const T* columns, std::size_t ld, std::size_t vertices, std::size_t count,
                       T* to, std::size_t ld_to, bool past_caches);
};

/// Bytes of a row of targets that a descent with a limit works on: neighbours, so that few values
/// are computed for only one of them.
inline constexpr std::size_t kNearBytes = 64;
template <class T>
constexpr std::size_t kNearTargets = kNearBytes / sizeof(T);

/// Of a descent with a limit: a rank with a distance below it, and a bit for each byte of a row of
/// distances: those of distances below it are set.
struct NearFound {
    std::uint32_t rank;
    std::uint64_t bits;
};

}  // namespace apsp
