// See page_rows.hpp.
#include "page/page_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace apsp {
namespace {

constexpr float kNoDistance = std::numeric_limits<float>::infinity();

/// At most `most` places of the sample, each the farthest on the map from those before it (T. F.
/// Gonzalez, "Clustering to minimize the maximum intercluster distance", 1985).
std::vector<std::size_t> spread_on_map(const std::vector<std::size_t>& sample,
                                       const std::vector<Coordinates>& at, std::size_t most) {
    std::vector<std::size_t> chosen;
    std::vector<double> away(sample.size(), std::numeric_limits<double>::infinity());  // squared
    for (std::size_t next = 0; chosen.size() < std::min(most, sample.size());) {
        chosen.push_back(next);
        const Coordinates& c = at[sample[next]];
        for (std::size_t k = 0; k < sample.size(); ++k) {
            const double x = at[sample[k]].x - c.x, y = at[sample[k]].y - c.y;
            away[k] = std::min(away[k], x * x + y * y);
        }
        away[next] = -1;  // where several vertices are at one place, each is chosen once at most
        next = static_cast<std::size_t>(std::ranges::max_element(away) - away.begin());
    }
    std::ranges::sort(chosen);
    return chosen;
}

/// The first of 1, 2, 3, 4, 5, 6, 8, 10, ... times a power of ten that is not below x.
double round_up(double x) {
    const double power = std::pow(10, std::floor(std::log10(x)));
    for (const double digit : {1, 2, 3, 4, 5, 6, 8}) {
        if (digit * power >= x) return digit * power;
    }
    return 10 * power;
}

}  // namespace

PageRows::PageRows(std::size_t n, const std::vector<Coordinates>& coordinates, std::size_t most) {
    const std::size_t count = std::min(n, kMostSampled);
    for (std::size_t k = 0; k < count; ++k) sample.push_back(k * n / count);
    among.assign(count * count, kNoDistance);
    if (!coordinates.empty()) sources = spread_on_map(sample, coordinates, most);
    rows.reserve(sources.size() * n);
}

void PageRows::take(const RowBatch& batch) {
    visit(batch.distances.dtype(), [&](auto zero) {
        using T = decltype(zero);
        for (std::size_t r = 0; r < batch.rows.size(); ++r) {
            const std::size_t place = batch.first + r;
            const auto row = batch.distances.row<T>(batch.rows.first + r);
            const auto distance = [](T entry) {
                return entry == infinity<T>() ? kNoDistance : static_cast<float>(entry);
            };
            for (const T entry : row) {
                if (entry == infinity<T>() || std::isinf(static_cast<double>(entry))) continue;
                least = std::min(least, static_cast<double>(entry));
                largest = std::max(largest, static_cast<double>(entry));
            }
            for (std::size_t k = 0; k < sample.size(); ++k) {
                among[place * sample.size() + k] = distance(row[sample[k]]);
            }
            if (!std::ranges::binary_search(sources, place)) continue;
            std::ranges::transform(row, std::back_inserter(rows), distance);
        }
    });
}

std::vector<std::size_t> order_to_show(const PageRows& rows) {
    const std::size_t m = rows.sample.size();
    const auto between = [&](std::size_t i, std::size_t j) {  // in either direction
        return std::min(rows.among[i * m + j], rows.among[j * m + i]);
    };
    std::size_t next = 0;
    float farthest = 0;
    for (std::size_t k = 0; k < m * m; ++k) {
        const float distance = rows.among[k];
        if (distance == kNoDistance || distance <= farthest) continue;
        farthest = distance;
        next = k / m;
    }
    std::vector<std::size_t> order;
    std::vector<float> away(m, kNoDistance);
    std::vector<char> known(m);
    while (order.size() < m) {
        order.push_back(next);
        known[next] = 1;
        std::size_t nearest = m;
        for (std::size_t k = 0; k < m; ++k) {
            away[k] = std::min(away[k], between(next, k));
            if (known[k] == 0 && (nearest == m || away[k] < away[nearest])) nearest = k;
        }
        next = nearest;
    }
    return order;
}

std::vector<double> histogram_bounds(double least, double largest, bool integral) {
    constexpr double kBins = 50, kMargin = 1.25;
    const double first = kMargin * std::min(least, 0.0), last = kMargin * largest;
    if (!(last > first)) return {first};
    double step = (last - first) / kBins;
    step = integral && step <= 1 ? 1 : round_up(step);
    std::vector<double> bounds;
    double k = std::floor(first / step);
    do {
        bounds.push_back(++k * step);
    } while (bounds.back() < last);
    return bounds;
}

}  // namespace apsp
