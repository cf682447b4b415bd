#include "backends/opencl/bit_matrix.hpp"

namespace apsp::opencl {

BitMatrix::BitMatrix(Launcher& launcher, std::size_t n, std::size_t rows, std::size_t ld)
    : launcher_(launcher), n_(n), rows_(rows), ld_(ld), bits_(launcher.allocate(bytes(rows, ld))) {
    std::tie(to_bits_, to_bytes_) =
        launcher.kernels("bits.cl", {Dtype::u8, Semiring::or_and, {}}, "to_bits", "to_bytes");
}

void BitMatrix::pack(const cl::Buffer& bytes) {
    launcher_.launch(to_bits_, {ld_, rows_}, cl::NullRange, bytes, offset(rows_), bits_,
                     offset(ld_), offset(n_));
}

void BitMatrix::unpack(const cl::Buffer& bytes) {
    launcher_.launch(to_bytes_, {rows_ / kWord, rows_}, cl::NullRange, bits_, offset(ld_), bytes,
                     offset(rows_));
}

}  // namespace apsp::opencl
