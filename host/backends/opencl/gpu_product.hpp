// The semiring product on GPUs: C <- C (+) A (x) B over views.
#pragma once

#include "backends/opencl/configurations.hpp"
#include "backends/opencl/launcher.hpp"
#include "backends/opencl/tiles.hpp"
#include "backends/word_layout.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {

/// The most pivots of one product, with blocks of these sizes.
std::size_t product_depth(const std::vector<std::size_t>& blocks);

class GpuProduct {
  public:
    /// For products of up to `depth` pivots, of `rows` rows of `ld` words. `pack_file` is the
    /// kernel file with the `pack` for this layout.
    GpuProduct(Launcher& launcher, const GpuConfiguration& configuration,
               const EngineOptions& options, std::string_view pack_file,
               const KernelOptions& pack_options, std::size_t ld, std::size_t depth,
               const Slabs& slabs);

    /// Memory for the operands.
    static std::size_t operand_bytes(const GpuConfiguration& configuration,
                                     const WordLayout& layout, std::size_t rows, std::size_t ld,
                                     std::size_t depth);

    /// As Tiles::update.
    void update(const View& c, const View& a, const View& b, Part part);

  private:
    /// Updates through some of the pivots.
    void multiply(const View& c, const View& a, const View& b, Range pivots, Part part);
    /// `cols` in words, rounded to whole tiles. Where a tile is wider than kPadding, more columns
    /// than asked for are relaxed, which does no harm.
    Range in_words(Range cols) const;

    Launcher& launcher_;
    GpuConfiguration configuration_;
    WordLayout layout_;
    std::size_t depth_;
    const Slabs& slabs_;
    cl::Kernel pack_, update_;
    std::size_t operand_bytes_;
    cl::Buffer operands_;  // A of one product, k-major, and B where it is not read in place
};

}  // namespace apsp::opencl
