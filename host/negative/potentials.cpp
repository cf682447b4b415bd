#include "apsp/potentials.hpp"

#include <algorithm>
#include <cmath>

namespace apsp {

Potentials::Potentials(std::vector<double> high, std::vector<double> low, bool exact)
    : high_(std::move(high)), low_(std::move(low)), exact_(exact) {
    if (std::ranges::all_of(low_, [](double rest) { return rest == 0; })) low_.clear();
    if (high_.empty()) return;
    const auto [least, most] = std::ranges::minmax(high_);
    spread_ = most - least;
    integral_ = exact && low_.empty() && std::ranges::all_of(high_, [](double h) {
                    return h == std::trunc(h) && std::abs(h) < 0x1p52;
                });
}

}  // namespace apsp
