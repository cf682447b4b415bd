#include "backends/opencl/bit_matrix.hpp"

namespace apsp::opencl {

BitMatrix::BitMatrix(Launcher& launcher, std::size_t n) : launcher_(launcher), n_(n) {
    const cl::Program program = launcher.build("bits.cl", {Dtype::u8, Semiring::or_and, {}});
    to_bits_ = cl::Kernel(program, "to_bits");
    to_bytes_ = cl::Kernel(program, "to_bytes");
}

void BitMatrix::pack(const cl::Buffer& bytes, std::size_t rows, std::size_t ld) {
    bytes_ = bytes;
    rows_ = rows;
    ld_ = ld;
    bits_ = launcher_.allocate(BitMatrix::bytes(rows, ld));
    launcher_.launch(to_bits_, cl::NDRange(ld_, rows_), cl::NullRange, bytes_, offset(rows_), bits_,
                     offset(ld_), offset(n_));
}

void BitMatrix::unpack() {
    launcher_.launch(to_bytes_, cl::NDRange(rows_ / kWord, rows_), cl::NullRange, bits_,
                     offset(ld_), bytes_, offset(rows_));
}

}  // namespace apsp::opencl
