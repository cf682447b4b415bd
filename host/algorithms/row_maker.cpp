// See row_maker.hpp.
#include "algorithms/row_maker.hpp"

#include <algorithm>
#include <numeric>

namespace apsp {

std::vector<std::uint32_t> vertices_in(Range vertices) {
    std::vector<std::uint32_t> all(vertices.size());
    std::iota(all.begin(), all.end(), static_cast<std::uint32_t>(vertices.first));
    return all;
}

void RowMaker::make_all(Matrix& distances, const RowSink& take, const Progress& progress,
                        PathsBeside*) {
    const std::size_t n = distances.n();
    const std::vector<std::uint32_t> sources = vertices_in({0, n});
    for (std::size_t first = 0; first < n; first += batch()) {
        const std::size_t count = std::min(batch(), n - first);
        make(std::span(sources).subspan(first, count), distances.row_data(first));
        take({first, first + count}, distances.row_data(first));
        tell(progress, static_cast<double>(first + count) / static_cast<double>(n));
    }
}

}  // namespace apsp
