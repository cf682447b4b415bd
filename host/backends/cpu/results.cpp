// Predecessors from the host's matrix: some rows at a time are laid side by side, searched by the
// kernels (predecessor_search.hpp), and what is found is turned back into rows.
#include <omp.h>

#include "backends/cpu/engine.hpp"
#include "backends/cpu/transpose.hpp"
#include "base/stop.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace cpu {
namespace {

/// to[c * ld_to + r] = from[r * ld_from + c]; sizes are multiples of the vectors' lanes.
template <class T>
void turn(const T* from, std::size_t ld_from, std::size_t rows, std::size_t cols, T* to,
          std::size_t ld_to) {
    constexpr std::size_t kLanes = Transposer<T>::kLanes;
    for (std::size_t c = 0; c < cols; c += kLanes) {
        for (std::size_t r = 0; r < rows; r += kLanes) {
            Transposer<T>::block(from + r * ld_from + c, ld_from, to + c * ld_to + r, ld_to);
        }
    }
}

/// `d` is that of the distances, with its padding. Rows are searched in groups: beside the arcs'
/// rows those of the same groups get predecessors, of no meaning.
template <class T>
void find_predecessors(const EngineOptions& options, const T* d, const TightArcs& arcs,
                       Matrix& predecessors) {
    const Kernels<T>& kernels = find_kernels<T>(options);
    const int threads = options.variant == "serial" ? 1 : omp_get_max_threads();
    constexpr std::size_t kVertices = 64;  // searched before what is found leaves L1
    const std::size_t rows = kernels.rows;
    const std::size_t ld = predecessors.ld();
    const std::size_t first = arcs.rows.first / rows * rows, last = arcs.rows.last;
    auto* const p = static_cast<std::int32_t*>(predecessors.data());
    const std::size_t found_bytes = kVertices * rows * sizeof(std::int32_t);
    const std::size_t bytes = ld * rows * sizeof(T) + found_bytes;
    const HostMemory workspace = allocate_host(static_cast<std::size_t>(threads) * bytes);
    const std::stop_token& stop = stop_token();
#pragma omp parallel num_threads(threads)
    {
        auto* const own = static_cast<unsigned char*>(workspace.get()) +
                          static_cast<std::size_t>(omp_get_thread_num()) * bytes;
        auto* const found = reinterpret_cast<std::int32_t*>(own);
        auto* const beside = reinterpret_cast<T*>(own + found_bytes);
#pragma omp for schedule(dynamic)
        for (std::size_t row = first; row < last; row += rows) {
            if (stop.stop_requested()) continue;
            turn(d + row * ld, ld, rows, ld, beside, rows);
            for (std::size_t j = 0; j < ld; j += kVertices) {
                kernels.predecessors({
                    .d = beside,
                    .first_row = row,
                    .first = j,
                    .last = j + kVertices,
                    .list = arcs.first.data(),
                    .sources = arcs.sources.data(),
                    .weights = arcs.weights_of<T>(),
                    .direct = reinterpret_cast<const unsigned char*>(arcs.direct.data()),
                    .direct_bytes = arcs.words * sizeof(std::uint64_t),
                    .exact = arcs.exact,
                    .no_path_from = static_cast<T>(arcs.no_path_from),
                    .relative_slack = static_cast<T>(arcs.relative_slack),
                    .p = found,
                });
                turn(found, rows, kVertices, rows, p + row * ld + j, ld);
            }
        }
    }
    check_stop();
}

class HostResults final : public Results {
  public:
    HostResults(const EngineOptions& options, const Slabs& slabs)
        : options_(options), slabs_(slabs) {}

    void predecessors(const TightArcs& arcs, Matrix& predecessors) override {
        visit(arcs.dtype, [&](auto zero) {
            find_predecessors(options_, slabs_.matrix<decltype(zero)>(), arcs, predecessors);
        });
    }

  private:
    EngineOptions options_;
    const Slabs& slabs_;
};

}  // namespace

std::unique_ptr<Results> make_results(const EngineOptions& options, const Slabs& slabs) {
    return std::make_unique<HostResults>(options, slabs);
}

}  // namespace cpu

void find_cpu_predecessors(Matrix& distances, const TightArcs& arcs, Matrix& predecessors) {
    const Range rows = arcs.rows;
    if (rows.size() == 0) return;
    const bool end = rows.last == arcs.n;
    fill_padding(distances, {rows.first, end ? distances.ld() : rows.last}, Semiring::min_plus);
    visit(arcs.dtype, [&](auto zero) {
        const auto* const d = static_cast<const decltype(zero)*>(distances.data());
        cpu::find_predecessors({}, d, arcs, predecessors);
    });
}

}  // namespace apsp
