// The two operations on tiles, and the loops that show a processor's limit, for one instruction
// set.
//
// kernels.cpp is compiled once for each instruction set, with that set's
// flags; this table is how the rest of the program, compiled for any processor, reaches them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace apsp::cpu {

/// Rows and columns of every rectangle are multiples of this, and so is the edge that `close`
/// takes.
inline constexpr std::size_t kTile = 64;

template <class T>
struct Kernels {
    std::string_view isa;  ///< "avx512", "avx2" or "baseline"

    /// D <- D*, Floyd-Warshall on the square tile at `d`, on the calling thread.
    void (*close)(T* d, std::size_t ld, std::size_t size);

    /// C <- min(C, A (x) B) with C rows x cols, A rows x k, B k x cols, on `threads` threads.
    /// C may contain A, B or both: they are read before C changes.
    /// `workspace` holds (rows + cols) * k elements and is aligned to 64 bytes.
    void (*update)(T* c, std::size_t ldc, std::size_t rows, std::size_t cols, const T* a,
                   std::size_t lda, const T* b, std::size_t ldb, std::size_t k, T* workspace,
                   int threads);

    /// Additions and minima on registers only, on the calling thread; returns the relaxations done.
    /// Rates are quoted as shares of this one's, of the AVX2 set.
    double (*register_limit)(std::size_t steps);
};

/// The kernels that this build and this processor have, the best instruction set first; never
/// empty.
template <class T>
std::span<const Kernels<T>* const> available_kernels();

}  // namespace apsp::cpu
