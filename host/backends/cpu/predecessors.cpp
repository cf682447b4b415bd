// See predecessors.hpp, and engine.hpp.
#include "backends/cpu/predecessors.hpp"

#include "graph/padding.hpp"

namespace apsp {

void find_cpu_predecessors(Matrix& distances, const TightArcs& arcs, Matrix& predecessors) {
    const Range rows = arcs.rows;
    if (rows.size() == 0) return;
    const bool end = rows.last == arcs.n;
    fill_padding(distances, {rows.first, end ? distances.ld() : rows.last}, Semiring::min_plus);
    visit(arcs.dtype, [&](auto zero) {
        using T = decltype(zero);
        const auto& kernels = *cpu::available_kernels<T>(Semiring::min_plus).front();
        cpu::find_predecessors(kernels, static_cast<const T*>(distances.data()), arcs,
                               omp_get_max_threads(), predecessors);
    });
}

}  // namespace apsp
