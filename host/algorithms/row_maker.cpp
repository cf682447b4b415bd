// See row_maker.hpp.
#include "algorithms/row_maker.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace apsp {

void RowMaker::make_all(Matrix& distances, const Progress& progress) {
    const std::size_t n = distances.n();
    std::vector<std::uint32_t> sources(n);
    std::iota(sources.begin(), sources.end(), 0);
    for (std::size_t first = 0; first < n; first += batch()) {
        const std::size_t count = std::min(batch(), n - first);
        make(std::span(sources).subspan(first, count), distances.row_data(first));
        tell(progress, static_cast<double>(first + count) / static_cast<double>(n));
    }
}

}  // namespace apsp
