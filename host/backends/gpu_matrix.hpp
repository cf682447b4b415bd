// What every algorithm needs of a matrix on OpenCL and CUDA, by matrix.cl and, of bits, bits.cl.
// gpu_queue.hpp describes Queue.
#pragma once

#include <algorithm>
#include <tuple>

#include "algorithms/engine_options.hpp"
#include "backends/gpu_queue.hpp"
#include "backends/matrix_shape.hpp"

namespace apsp {

template <GpuQueue Queue>
class GpuMatrix {
    using Memory = typename Queue::Memory;

  public:
    GpuMatrix(const Queue& queue, const EngineOptions& options, bool bits) {
        if (bits) {
            std::tie(fill_) =
                queue.kernels("bits.cl", {Dtype::u8, Semiring::or_and, {}}, "clear_bits");
        } else {
            const Defines square = {{"MS", kSquare}, {"MG", kSquareRows}};
            std::tie(fill_, transpose_) = queue.kernels(
                "matrix.cl", {options.dtype, options.semiring, square}, "fill", "transpose");
        }
    }

    /// With the semiring's zero; ld in elements, or words of bits.
    void fill(Queue& queue, const Memory& memory, std::size_t ld, const View& view) {
        const std::size_t rows = view.rows.size(), columns = view.cols.size();
        if (rows == 0 || columns == 0) return;
        // PoCL compiles a kernel for each size of groups, and would choose one for every n. CUDA
        // has at most that many groups one below the other.
        const std::size_t group = 64, groups = (columns + group - 1) / group, most = 65535;
        queue.launch(fill_, {groups * group, std::min(rows, most)}, {group, 1}, memory, offset(ld),
                     offset(view.rows.all.first), offset(view.cols.first), offset(rows),
                     offset(columns));
    }

    /// to <- from, transposed; if `below`, only below the matrix's diagonal.
    void transpose(Queue& queue, const Memory& to, const View& there, const Memory& from,
                   const View& here, bool below) {
        if (there.rows.size() == 0 || there.cols.size() == 0) return;
        queue.launch(transpose_, {there.cols.size(), there.rows.size() / kSquare * kSquareRows},
                     {kSquare, kSquareRows}, to, offset(there.slab.ld),
                     offset(there.rows.all.first), offset(there.cols.first), from,
                     offset(here.slab.ld), offset(here.rows.all.first), offset(here.cols.first),
                     count(below), offset(there.slab.first));
    }

  private:
    typename Queue::Kernel fill_, transpose_;
};

}  // namespace apsp
