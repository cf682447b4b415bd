// See distribution.hpp.
#include "algorithms/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "graph/padding.hpp"

namespace apsp {
namespace {

bool some_empty(const std::vector<Range>& parts) {
    return std::ranges::any_of(parts, [](const Range& part) { return part.size() == 0; });
}

/// `to_here` says which part of the whole lies before the end of a share, by the part of all rates.
template <class F>
std::vector<Range> deal_by(std::size_t all, std::size_t block, const std::vector<double>& rates,
                           F&& to_here) {
    const double total = std::accumulate(rates.begin(), rates.end(), 0.0);
    const double blocks = static_cast<double>(all) / static_cast<double>(block);
    std::vector<Range> shares;
    double rate = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < rates.size(); ++i) {
        rate += rates[i];
        const std::size_t rounded =
            static_cast<std::size_t>(to_here(rate / total) * blocks + 0.5) * block;
        const std::size_t last = i + 1 == rates.size() ? all : std::min(rounded, all);
        shares.push_back({first, std::max(first, last)});
        first = shares.back().last;
    }
    return shares;
}

}  // namespace

Grid best_grid(std::size_t engines) {
    Grid best = {engines, 1};
    for (std::size_t cols = 2; cols * cols <= engines; ++cols) {
        if (engines % cols != 0) continue;
        // 1 / cols + cols / engines <= 2 / 3
        if (3 * (engines + cols * cols) <= 2 * cols * engines) best = {engines / cols, cols};
    }
    return best;
}

std::vector<Range> deal(std::size_t all, std::size_t block, const std::vector<double>& rates) {
    return deal_by(all, block, rates, [](double part) { return part; });
}

std::vector<Range> deal_triangle(std::size_t all, std::size_t block,
                                 const std::vector<double>& rates) {
    return deal_by(all, block, rates,
                   [](double part) { return 1 - std::sqrt(std::max(0.0, 1 - part)); });
}

std::vector<Range> equal_stripes(Range all, std::size_t rows) {
    std::vector<Range> stripes;
    for (std::size_t first = all.first; first < all.last; first += rows) {
        stripes.push_back({first, std::min(first + rows, all.last)});
    }
    return stripes;
}

std::vector<Range> panel_steps(std::span<const Range> stripes, std::size_t block) {
    std::vector<Range> steps;
    for (const Range stripe : stripes) {
        const std::vector<Range> own = equal_stripes(stripe, block);
        steps.insert(steps.end(), own.begin(), own.end());
    }
    return steps;
}

std::vector<std::size_t> owners(const std::vector<Range>& steps, const std::vector<Range>& parts) {
    std::vector<std::size_t> found;
    for (const Range step : steps) {
        const auto owner =
            std::ranges::find_if(parts, [&](const Range& part) { return step.first < part.last; });
        found.push_back(static_cast<std::size_t>(owner - parts.begin()));
    }
    return found;
}

std::vector<Range> Distribution::slices() const {
    std::vector<Range> all;
    for (const Range part : rows) {
        for (std::size_t c = 0; c < grid.cols; ++c) {
            all.push_back({part.first + part.size() * c / grid.cols,
                           part.first + part.size() * (c + 1) / grid.cols});
        }
    }
    return all;
}

void Distribution::cut_steps(const std::vector<std::size_t>& stripe_rows, std::size_t block) {
    std::vector<std::size_t> bounds = {rows.back().last};
    for (std::size_t engine = 0; engine < stripe_rows.size(); ++engine) {
        const Range own = rows[row_of(engine)];
        if (own.size() == 0) continue;
        for (const Range stripe : equal_stripes(own, stripe_rows[engine])) {
            bounds.push_back(stripe.first);
        }
    }
    for (const Range part : cols) bounds.push_back(part.first);
    std::ranges::sort(bounds);
    std::vector<Range> uncut;
    for (std::size_t k = 0; k + 1 < bounds.size(); ++k) uncut.push_back({bounds[k], bounds[k + 1]});
    steps = panel_steps(uncut, block);
}

bool deal_grid(Distribution& parts, std::size_t all, std::size_t block) {
    const std::size_t unit = std::lcm(block, kPadding);
    parts.rows = deal(all, unit, std::vector<double>(parts.grid.rows, 1));
    parts.cols = deal(all, unit, std::vector<double>(parts.grid.cols, 1));
    return !some_empty(parts.rows) && !some_empty(parts.cols);
}

}  // namespace apsp
