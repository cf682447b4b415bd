// How `close` cuts a square: the parameters that can be tuned, and what blocks keep in shared
// memory.
#pragma once

#include <algorithm>
#include <cstddef>

namespace apsp::cuda {

/// Each block holds a tile of kRows x kCols in the registers of kAcross x kDown threads.
template <int kPivots_, int kRows, int kCols, int kAcross, int kDown, int kBlocks_>
struct CloseShape {
    static constexpr int P = kPivots_;  // per step
    static constexpr int TR = kRows, TC = kCols;
    static constexpr int X = kAcross, Y = kDown, kThreads = X * Y;
    static constexpr int HR = TR / 2;             // rows of a part
    static constexpr int H = HR / Y, C = TC / X;  // of it, per thread
    static constexpr int kBlocks = kBlocks_;      // per multiprocessor: caps the registers

    // The pivots' rows: each of FX threads across has FC columns, and so many rows.
    static constexpr int FC = 4, FX = TC / FC;
    template <class Value>
    static constexpr int kRelaxedRows = std::max<int>(P / (kThreads / FX), 16 / sizeof(Value));

    // The pivots' square: SR x SC in each of SX x SY threads; more would wait longer.
    static constexpr int SR = P <= 32 ? 2 : 4, SC = 4;
    static constexpr int SX = P / SC, SY = P / SR, kClosers = SX * SY;
    static_assert(kClosers <= kThreads);

    // Pivots of a part after which the next strips are looked for: a fetch takes as long as the
    // rest, and what has not been published by then is looked for again.
    static constexpr int kLookAfter = H * C <= 16 ? P / 2 : P * 3 / 4;
    /// Pairs of pivots per turn of the loop: both parts should fit in an instruction cache.
    template <class Value>
    static constexpr int kUnroll = sizeof(Value[H][C]) < 128 ? P / 2 : 4;

    // In shared memory, in values. A block with a tile has
    static constexpr int kRow = P * TC, kSquare = P * P, kPart = P * HR, kStep = kRow + kSquare;
    static constexpr int kRaw = 0;                      // the rows [P][TC] before this step
    static constexpr int kClosed = kRaw + kRow;         // the closed square [P][P], k-major
    static constexpr int kRelaxed = kClosed + kSquare;  // the rows after it
    static constexpr int kColumns = kRelaxed + kRow;    // those of either part [P][HR]
    static constexpr int kOfTile = kColumns + 2 * kPart;
    // The block that closes the squares has
    static constexpr int kOwn = 0;                   // the square, as others have relaxed it;
    static constexpr int kItsRows = kOwn + kSquare;  // rows and columns of the one before;
    static constexpr int kItsColumns = kItsRows + kSquare;
    static constexpr int kBefore = kItsColumns + kSquare;  // that one, closed, k-major
    static constexpr int kThrough = kBefore + kSquare;     // its rows through it
    static constexpr int kLine = kThrough + kSquare;       // of close_pivots
    static constexpr int kOfSquares = kLine + 8 * P;
    static constexpr std::size_t kShared = std::max(kOfTile, kOfSquares);
};

}  // namespace apsp::cuda
