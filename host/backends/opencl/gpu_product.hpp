// The semiring product on GPUs: C <- C (+) A (x) B over rectangles of one matrix.
#pragma once

#include "algorithms/engine.hpp"
#include "backends/opencl/configurations.hpp"
#include "backends/opencl/launcher.hpp"
#include "backends/opencl/tiles.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {

/// How elements lie in the words of words_gpu.h.
struct WordLayout {
    explicit WordLayout(const EngineOptions& options);

    std::size_t lanes;         ///< Vertices a word.
    std::size_t word_bytes;    ///< Of a word in registers and in packed operands.
    std::size_t memory_bytes;  ///< Of a word in the matrix.
};

class GpuProduct {
  public:
    /// `pack_file` is the kernel file with the `pack` for this layout.
    GpuProduct(Launcher& launcher, const GpuConfiguration& configuration,
               const EngineOptions& options, std::string_view pack_file,
               const KernelOptions& pack_options);

    /// Memory for the operands of products of up to `depth` pivots of `rows` padded rows of `ld`
    /// words.
    static std::size_t operand_bytes(const GpuConfiguration& configuration,
                                     const WordLayout& layout, std::size_t rows, std::size_t ld,
                                     std::size_t depth);

    /// Products will concern up to so many rows of `ld` words, and `depth` pivots at a time.
    void attach(std::size_t rows, std::size_t ld, std::size_t depth);
    /// See Tiles::work_on.
    void work_on(const BufferRows& target, const BufferRows& source);

    /// As Engine::update.
    void update(const Rows& rows, Range via, Range cols, Part part);

  private:
    void multiply(const Rows& rows, Range via, Range cols, Part part);
    /// `cols` in words, whole tiles of them. More than asked is relaxed where a tile is wider than
    /// kPadding, which makes no difference.
    Range in_words(Range cols) const;
    std::size_t at(const BufferRows& part, std::size_t row, std::size_t word) const {
        return (row - part.first_row) * ld_ + word;
    }

    Launcher& launcher_;
    GpuConfiguration configuration_;
    WordLayout layout_;
    cl::Kernel pack_, update_;
    BufferRows target_, source_;
    cl::Buffer operands_;  // A of one product, k-major, and B where it is not read in place
    std::size_t operand_bytes_ = 0;
    std::size_t ld_ = 0;  // in words
    std::size_t depth_ = 0;
};

}  // namespace apsp::opencl
