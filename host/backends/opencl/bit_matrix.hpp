// A matrix of bits beside one of bytes, 0 or 1: what or_and is worked on in.
#pragma once

#include "backends/opencl/launcher.hpp"

namespace apsp::opencl {

class BitMatrix {
  public:
    static constexpr std::size_t kWord = 32;  ///< Vertices per word.

    /// Of n vertices, with `rows` of `ld` words.
    BitMatrix(Launcher& launcher, std::size_t n, std::size_t rows, std::size_t ld);

    /// From the matrix of bytes, `rows` x `rows` with the padding, and back.
    void pack(const cl::Buffer& bytes);
    void unpack(const cl::Buffer& bytes);

    const cl::Buffer& buffer() const noexcept { return bits_; }
    std::size_t ld() const noexcept { return ld_; }

    static std::size_t bytes(std::size_t rows, std::size_t ld) {
        return rows * ld * sizeof(cl_uint);
    }

  private:
    Launcher& launcher_;
    std::size_t n_;
    std::size_t rows_;
    std::size_t ld_;
    cl::Kernel to_bits_, to_bytes_;
    cl::Buffer bits_;
};

}  // namespace apsp::opencl
