// update: C <- C (+) A (x) B, the product that is nearly all the work of every blocked schedule.
// A is packed k-major, a[k * lda + i], so that both operands stream in as rows of a k-slab.
// Registers are blocked over slabs in shared memory: kStages in flight, one barrier per slab.
//
// clang-format off
//                 TN words of columns j
//             +----------------+   One block owns a TM x TN tile of C; a thread keeps RM x RN of it
//             |  KD rows of B  |   in registers, as chunks of V rows and V words (16 bytes) dealt
//             +----------------+   round: chunk q of thread t starts at V * (t + q * threads).
//   +------+  +----------------+   So neighbours read neighbouring 16 bytes of shared memory and
//   | KD   |  | o . o .        |   whole lines of C.
//   | cols |  | . . . .        |
//   | of A |  | o . o .        |   TM   o: where the chunks of thread 0 start
//   +------+  +----------------+
// clang-format on
#pragma once

#include "backends/cuda/formats.cuh"
#include "backends/cuda/kernels.hpp"
#include "backends/cuda/ptx.cuh"

namespace apsp::cuda {

/// The parameters of `update` that can be tuned.
template <int kTM, int kTN, int kRM, int kRN, int kKD, int kPivots, int kSlabs, int kBlocks_,
          int kWarpX = 16, int kBand_ = 32>
struct UpdateShape {
    static constexpr int TM = kTM, TN = kTN;  // rows and words of a tile
    static constexpr int RM = kRM, RN = kRN;  // of a thread
    static constexpr int KD = kKD;            // depth of a slab
    static constexpr int KP = kPivots;        // pivots taken together: 2 for a minimum of 3
    static constexpr int kStages = kSlabs;
    static constexpr int kBlocks = kBlocks_;   // per multiprocessor, which caps the registers
    static constexpr int WX = kWarpX;          // threads of a warp along a row
    static constexpr unsigned kBand = kBand_;  // tile rows walked together: they share B in L2
    static constexpr int TX = TN / RN, TY = TM / RM;
    static constexpr int kThreads = TX * TY;
};

template <class Ring, class Shape>
constexpr std::size_t update_shared_bytes() {
    return sizeof(typename Ring::Word) * Shape::kStages * Shape::KD * (Shape::TM + Shape::TN);
}

template <class Ring, class Shape>
__global__ void __launch_bounds__(Shape::kThreads, Shape::kBlocks) update(const Product p) {
    using Word = typename Ring::Word;
    using Stored = typename Ring::Stored;
    constexpr int TM = Shape::TM, TN = Shape::TN, RM = Shape::RM, RN = Shape::RN, KD = Shape::KD;
    constexpr int TX = Shape::TX, TY = Shape::TY, WX = Shape::WX, KP = Shape::KP;
    constexpr int V = 16 / sizeof(Word);
    constexpr int kA = KD * TM, kB = KD * TN;  // words of a slab
    constexpr int kFetchA = kA / V / Shape::kThreads, kFetchB = kB / V / Shape::kThreads;
    constexpr bool kRagged = Ring::kColumns == 32;  // bounds of columns need not be multiples of TN
    static_assert(kFetchA * V * Shape::kThreads == kA && kFetchB * V * Shape::kThreads == kB);
    static_assert(Shape::kThreads % (TM / V) == 0 && Shape::kThreads % (TN / V) == 0);

    extern __shared__ __align__(16) unsigned char memory[];
    Word* const slabs_a = reinterpret_cast<Word*>(memory);
    Word* const slabs_b = slabs_a + Shape::kStages * kA;

    // Block -> tile: bands of kBand tile rows, walked column by column; `gap` tile rows from
    // gap_at on are left out (the pivot rows themselves), and `col_gap` tile columns likewise.
    const unsigned g = blockIdx.x;
    const unsigned band = g / (Shape::kBand * p.tile_cols), first = band * Shape::kBand;
    const unsigned high = min(Shape::kBand, p.tile_rows - first);
    unsigned ti = first + (g - first * p.tile_cols) % high;
    unsigned tj = (g - first * p.tile_cols) / high;
    if (ti >= p.gap_at) ti += p.gap;
    if (tj >= p.col_gap_at) tj += p.col_gap;
    if (p.upper && p.col + (tj + 1) * TN * Ring::kColumns <= p.row + ti * TM) return;

    const int t = static_cast<int>(threadIdx.x);
    const int patch = t / (WX * TY), in = t % (WX * TY);
    const int tx = patch * WX + in % WX, ty = in / WX;
    const int words_left = static_cast<int>(p.words - tj * TN);  // for kRagged

    Stored* const c = static_cast<Stored*>(p.c) + std::size_t{ti} * TM * p.ldc + tj * TN;
    const Word* a = static_cast<const Word*>(p.a) + std::size_t{ti} * TM + t / (TM / V) * p.lda +
                    t % (TM / V) * V;
    const Word* b =
        static_cast<const Word*>(p.b) + tj * TN + t / (TN / V) * p.ldb + t % (TN / V) * V;
    const bool has_b = !kRagged || t % (TN / V) * V < words_left;

    const auto fetch = [&](int stage) {
#pragma unroll
        for (int q = 0; q < kFetchA; ++q) {
            copy_async(slabs_a + stage * kA + (t + q * Shape::kThreads) * V,
                       a + q * (Shape::kThreads / (TM / V)) * p.lda);
        }
#pragma unroll
        for (int q = 0; q < kFetchB; ++q) {
            if (has_b) {
                copy_async(slabs_b + stage * kB + (t + q * Shape::kThreads) * V,
                           b + q * (Shape::kThreads / (TN / V)) * p.ldb);
            }
        }
        a += KD * p.lda;
        b += KD * p.ldb;
    };
    int slabs_to_fetch = static_cast<int>(p.depth / KD);
    const int slabs = slabs_to_fetch;
#pragma unroll
    for (int stage = 0; stage + 1 < Shape::kStages; ++stage) {
        if (slabs_to_fetch-- > 0) fetch(stage);
        copy_commit();
    }

    Word acc[RM][RN];
#pragma unroll
    for (int i = 0; i < RM; ++i) {
#pragma unroll
        for (int j = 0; j < RN; j += V) {
            const int row = (ty + i / V * TY) * V + i % V, word = (tx + j / V * TX) * V;
            Stored stored[V] = {};
            if (!kRagged || word < words_left) read<V>(stored, c + row * p.ldc + word);
#pragma unroll
            for (int e = 0; e < V; ++e) acc[i][j + e] = Ring::word(stored[e]);
        }
    }

    int stage = 0, free_stage = Shape::kStages - 1;
    for (int slab = 0; slab < slabs; ++slab) {
        copy_wait<Shape::kStages - 2>();
        __syncthreads();
        if (slabs_to_fetch-- > 0) fetch(free_stage);
        copy_commit();
        const Word* const sa = slabs_a + stage * kA + ty * V;
        const Word* const sb = slabs_b + stage * kB + tx * V;
#pragma unroll
        for (int k = 0; k < KD; k += KP) {
            Word ra[KP][RM], rb[KP][RN];
#pragma unroll
            for (int h = 0; h < KP; ++h) {
#pragma unroll
                for (int i = 0; i < RM; i += V) {
                    read<V>(ra[h] + i, sa + (k + h) * TM + i / V * TY * V);
                }
#pragma unroll
                for (int j = 0; j < RN; j += V) {
                    read<V>(rb[h] + j, sb + (k + h) * TN + j / V * TX * V);
                }
            }
#pragma unroll
            for (int i = 0; i < RM; ++i) {
#pragma unroll
                for (int j = 0; j < RN; ++j) {
                    if constexpr (KP == 2) {
                        acc[i][j] = relax<Ring::kSemiring>(acc[i][j], ra[0][i], rb[0][j], ra[1][i],
                                                           rb[1][j]);
                    } else {
                        acc[i][j] = relax<Ring::kSemiring>(acc[i][j], ra[0][i], rb[0][j]);
                    }
                }
            }
        }
        stage = stage + 1 == Shape::kStages ? 0 : stage + 1;
        free_stage = free_stage + 1 == Shape::kStages ? 0 : free_stage + 1;
    }

#pragma unroll
    for (int i = 0; i < RM; ++i) {
#pragma unroll
        for (int j = 0; j < RN; j += V) {
            const int row = (ty + i / V * TY) * V + i % V, word = (tx + j / V * TX) * V;
            Stored stored[V];
#pragma unroll
            for (int e = 0; e < V; ++e) stored[e] = Ring::stored(acc[i][j + e]);
            if (!kRagged || word < words_left) write<V>(c + row * p.ldc + word, stored);
        }
    }
}

template <class Ring, class Shape>
ProductShape product_shape() {
    return {.rows = Shape::TM,
            .words = Shape::TN,
            .threads = Shape::kThreads,
            .resident = Shape::kBlocks,
            .shared_bytes = update_shared_bytes<Ring, Shape>(),
            .kernel = address(update<Ring, Shape>)};
}

}  // namespace apsp::cuda
