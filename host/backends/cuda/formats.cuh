// How a matrix lies in memory, and the words that kernels compute with.
//
// A word holds one column of the matrix, two of 16 bits, or 32 of one bit, so that relaxing a word
// relaxes all of its columns at once. In the left operand of a product, a word repeats one value in
// every column.
#pragma once

#include "backends/cuda/semiring.cuh"

namespace apsp::cuda {

/// N neighbours in memory, moved in one access.
template <class T, int N>
struct alignas(sizeof(T) * N) Vector {
    T at[N];
};

template <int N, class T>
APSP_DEVICE void read(T* to, const T* from) {
    const auto v = *reinterpret_cast<const Vector<T, N>*>(from);
#pragma unroll
    for (int i = 0; i < N; ++i) to[i] = v.at[i];
}
template <int N, class T>
APSP_DEVICE void write(T* to, const T* from) {
    Vector<T, N> v;
#pragma unroll
    for (int i = 0; i < N; ++i) v.at[i] = from[i];
    *reinterpret_cast<Vector<T, N>*>(to) = v;
}

template <class T>
APSP_DEVICE T number(T word) {
    return word;
}
APSP_DEVICE float number(NonNegative word) {
    return word.value;
}

// A format has:
//   Cell, Stored, Word   an element in memory; a word there; a word in registers and operands
//   Value                what squares are closed with: one element, in registers
//   kColumns             columns of the matrix per word
//   word(), stored()     from memory to registers and back
//   operand(row, column) one element of a row, in every column of a word
//   value(), cell()      from memory to registers and back, for one element

template <class T, class W = T>
struct Numbers {
    using Cell = T;
    using Stored = T;
    using Word = W;
    using Value = W;
    static constexpr int kColumns = 1;
    APSP_DEVICE W word(T stored) { return {stored}; }
    APSP_DEVICE T stored(W word) { return number(word); }
    APSP_DEVICE W operand(const T* row, unsigned column) { return {row[column]}; }
    APSP_DEVICE W value(T cell) { return {cell}; }
    APSP_DEVICE T cell(W value) { return number(value); }
};
using NonNegativeFloats = Numbers<float, NonNegative>;

struct Shorts {
    using Cell = short;
    using Stored = unsigned;
    using Word = Halves;
    using Value = int;
    static constexpr int kColumns = 2;
    APSP_DEVICE Halves word(unsigned stored) { return {stored}; }
    APSP_DEVICE unsigned stored(Halves word) { return word.bits; }
    APSP_DEVICE Halves operand(const unsigned* row, unsigned column) {
        const unsigned half = reinterpret_cast<const unsigned short*>(row)[column];
        return {half | half << 16};
    }
    APSP_DEVICE int value(short cell) { return cell; }
    // Around a negative cycle values fall without bound: they must not wrap around to positive
    // ones.
    APSP_DEVICE short cell(int value) { return static_cast<short>(larger(value, -0x7fff)); }
};

/// Bytes in memory, 16 bits in registers, where the sum of two bytes fits.
struct Bytes {
    using Cell = unsigned char;
    using Stored = unsigned short;
    using Word = Halves;
    using Value = int;
    static constexpr int kColumns = 2;
    APSP_DEVICE Halves word(unsigned short stored) { return {__byte_perm(stored, 0, 0x4140)}; }
    APSP_DEVICE unsigned short stored(Halves word) {
        return static_cast<unsigned short>(__byte_perm(word.bits, 0, 0x4420));
    }
    APSP_DEVICE Halves operand(const unsigned short* row, unsigned column) {
        const unsigned half = reinterpret_cast<const unsigned char*>(row)[column];
        return {half | half << 16};
    }
    APSP_DEVICE int value(unsigned char cell) { return cell; }
    APSP_DEVICE unsigned char cell(int value) { return static_cast<unsigned char>(value); }
};

/// One bit per element; squares are closed by a kernel of their own.
struct TruthValues {
    using Cell = unsigned;
    using Stored = unsigned;
    using Word = Bits;
    using Value = Bits;
    static constexpr int kColumns = 32;
    APSP_DEVICE Bits word(unsigned stored) { return {stored}; }
    APSP_DEVICE unsigned stored(Bits word) { return word.bits; }
    APSP_DEVICE Bits operand(const unsigned* row, unsigned column) {
        return {0u - (row[column / 32] >> column % 32 & 1u)};
    }
};

/// A semiring over a format: the template parameter of every kernel.
template <Semiring kOf, class Format>
struct Ring : Format {
    static constexpr Semiring kSemiring = kOf;
};

}  // namespace apsp::cuda
