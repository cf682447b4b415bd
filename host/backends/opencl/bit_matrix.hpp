// A matrix of bits beside one of bytes, 0 or 1: what or_and is worked on in.
#pragma once

#include "backends/opencl/launcher.hpp"

namespace apsp::opencl {

class BitMatrix {
  public:
    static constexpr std::size_t kWord = 32;  ///< Vertices a word.

    /// Of n vertices, without the padding.
    BitMatrix(Launcher& launcher, std::size_t n);

    /// Takes the matrix of bytes, `rows` x `rows` with the padding, and packs it into rows of `ld`
    /// words.
    void pack(const cl::Buffer& bytes, std::size_t rows, std::size_t ld);
    /// Back into the matrix of bytes.
    void unpack();

    const cl::Buffer& buffer() const noexcept { return bits_; }

    static std::size_t bytes(std::size_t rows, std::size_t ld) {
        return rows * ld * sizeof(cl_uint);
    }

  private:
    Launcher& launcher_;
    std::size_t n_;
    std::size_t rows_ = 0;
    std::size_t ld_ = 0;
    cl::Kernel to_bits_, to_bytes_;
    cl::Buffer bytes_, bits_;
};

}  // namespace apsp::opencl
