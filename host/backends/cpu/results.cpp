// Predecessors from the host's matrix: some rows at a time are laid side by side and searched by
// the kernels (predecessor_search.hpp), and the results are transposed back into rows.
#include "backends/cpu/engine.hpp"
#include "backends/processor.hpp"
#include "base/parallel_for.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace cpu {
namespace {

/// `d` holds the distances of the rows from `origin` on, with their padding. Rows are searched in
/// groups from there; other rows in the groups of `wanted` get predecessors without meaning.
template <class T>
void find_predecessors(const EngineOptions& options, const T* d, std::size_t origin, Range wanted,
                       const TightArcs& arcs, Matrix& predecessors) {
    const Kernels<T>& kernels = find_kernels<T>(options);
    const std::size_t rows = kernels.rows, ld = predecessors.ld();
    const std::size_t first = (wanted.first - origin) / rows,
                      last = (wanted.last - origin + rows - 1) / rows;
    const auto find = [&](const HostMemory& own, std::size_t group) {
        const std::size_t row = origin + group * rows;
        T* const beside = static_cast<T*>(own.get());
        kernels.write_rows(d + group * rows * ld, ld, rows, ld, beside, rows, false);
        kernels.predecessors(search_of(arcs, beside, rows, row, predecessors));
    };
    const ThreadLimit threads(options.variant == "serial" ? 1 : ThreadLimit::now());
    parallel_with(
        {first, last}, static_cast<double>((ld + arcs.sources.size()) * rows) / 2,
        [&](std::size_t) { return allocate_host(ld * rows * sizeof(T)); }, find);
}

class HostResults final : public Results {
  public:
    HostResults(const EngineOptions& options, const Slabs& slabs)
        : options_(options), slabs_(slabs) {}

    void predecessors(const TightArcs& arcs, std::span<const Stripe> stripes,
                      Matrix& predecessors) override {
        for (const auto& [rows, slab] : stripes) {
            visit(arcs.dtype, [&, own = rows, from = slab](auto zero) {
                find_predecessors(options_, slabs_.at<decltype(zero)>(from, 0, 0), own.first,
                                  cut(arcs.rows, own), arcs, predecessors);
            });
        }
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
        cpu::find_predecessors({}, d, 0, rows, arcs, predecessors);
    });
}

}  // namespace apsp
