// How `close` cuts a square: the parameters that can be tuned, and what blocks keep in shared
// memory.
#pragma once

#include <cstddef>

#include "backends/cuda/formats.cuh"

namespace apsp::cuda {

/// Each block holds a tile of kRows x kCols in the registers of kAcross x kDown threads, its
/// holders, or in shared memory; and has more threads that feed them.
template <int kPivots_, int kRows, int kCols, int kAcross, int kDown, int kBlocks_, int kParts_ = 2,
          bool kInShared_ = false>
struct CloseShape {
    static constexpr int P = kPivots_;  // per step
    static constexpr int TR = kRows, TC = kCols;
    static constexpr int X = kAcross, Y = kDown, R = TR / Y, C = TC / X;  // R x C per holder
    static constexpr int kHolders = X * Y;
    static constexpr int kBlocks = kBlocks_;  // per multiprocessor: caps the registers
    static constexpr bool kInShared = kInShared_;
    static constexpr int kParts = kParts_;  // of the rows, relaxed one after the other
    static constexpr int HR = TR / kParts, H = R / kParts;  // rows of a part, and of it per holder

    // The pivots' rows: FR x FC in each of FX x FY feeders. They have the highest numbers: with the
    // lowest, they get less time beside the holders, and n = 2048 takes 6 % longer.
    static constexpr int kFeeders = 128, kThreads = kHolders + kFeeders;
    static constexpr int FX = TC / 4 < 16 ? TC / 4 : 16, FY = kFeeders / FX;
    static constexpr int FR = P / FY, FC = TC / FX;

    // The pivots' square: SR x SC in each of SX x SY threads; more would wait longer.
    static constexpr int SR = P <= 32 ? 2 : 4, SC = 4;
    static constexpr int SX = P / SC, SY = P / SR, kClosers = SX * SY;
    static_assert(kClosers <= kHolders);

    // In shared memory, in values. A block with a tile has
    static constexpr int kPart = P * HR, kOthers = (kParts - 1) * kPart;
    static constexpr int kSquare = P * P, kRow = P * TC;
    static constexpr int kColumns = 0;                 // the parts' columns [P][HR], the first last
    static constexpr int kClosed = kColumns + P * TR;  // the closed square [P][P], k-major
    static constexpr int kRaw = kClosed + kSquare;     // the rows [P][TC] before this step
    static constexpr int kRelaxed = kRaw + kRow;       // and after it, of two steps
    static constexpr int kTile = kRelaxed + 2 * kRow;  // what the holders have, if it is here
    // The block that closes the squares has
    static constexpr int kBefore = 0;                   // the square before, closed, k-major
    static constexpr int kThrough = kBefore + kSquare;  // its rows through it
    static constexpr int kOwn = kThrough + kSquare;     // this square, as others have relaxed it;
    static constexpr int kItsRows = kOwn + kSquare;     // the rows and columns of the one before
    static constexpr int kItsColumns = kItsRows + kSquare;
    static constexpr int kLine = kItsColumns + kSquare;  // of close_pivots
    static constexpr int kOfTile = kTile + (kInShared ? TR * TC : 0), kOfSquares = kLine + 8 * P;
    static constexpr std::size_t kShared = kOfTile > kOfSquares ? kOfTile : kOfSquares;
};

}  // namespace apsp::cuda
