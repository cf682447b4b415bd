// See pair_output.hpp.
#include "cli/pair_output.hpp"

#include <algorithm>
#include <numeric>

namespace apsp::cli {

PairOutput::PairOutput(std::vector<VertexPair> pairs)
    : pairs_(std::move(pairs)), by_source_(pairs_.size()), distances_(pairs_.size()) {
    std::iota(by_source_.begin(), by_source_.end(), std::size_t{0});
    const auto source = [this](std::size_t place) { return pairs_[place].source; };
    std::ranges::stable_sort(by_source_, {}, source);
    for (const std::size_t place : by_source_) {
        if (sources_.empty() || sources_.back() != source(place)) sources_.push_back(source(place));
    }
}

void PairOutput::take(const Matrix& distances, std::size_t first,
                      std::span<const std::uint32_t> vertices) {
    const auto source = [this](std::size_t place) { return pairs_[place].source; };
    dtype_ = distances.dtype();
    visit(dtype_, [&](auto zero) {
        using T = decltype(zero);
        for (std::size_t r = 0; r < vertices.size(); ++r) {
            const auto row = distances.row<T>(first + r);
            for (const std::size_t place :
                 std::ranges::equal_range(by_source_, vertices[r], {}, source)) {
                distances_[place] = static_cast<double>(row[pairs_[place].target]);
            }
        }
    });
}

void PairOutput::write(const std::string& file, const WriteOptions& options) const {
    write_pairs(pairs_, distances_, dtype_, file, options);
}

}  // namespace apsp::cli
