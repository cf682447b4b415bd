// Land is halved, and each half again, until every piece has one vertex. Halves are then joined by
// roads across the line between them, about as many as the cube root of their vertices: real road
// networks, too, can be cut along so few. Roads lead only between vertices that can be seen from
// the line, in the same order on both sides, so none crosses another. All numbers are integers, so
// that every machine draws the same.
#include "graph/road_network.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "base/hash_numbers.hpp"

namespace apsp {
namespace {

constexpr std::int64_t kSpacing = 1000;  // of vertices, on average

struct Box {
    std::int64_t x = 0, y = 0, width = 0, height = 0;
};
struct Place {
    std::int64_t x = 0, y = 0;
};

/// The vertices of a piece that can be seen from each of its sides, from left to right or from the
/// bottom to the top.
struct Sides {
    std::vector<std::uint32_t> left, right, bottom, top;
};

class RoadNetwork {
  public:
    RoadNetwork(std::size_t n, std::uint64_t seed) : seed_(seed), places_(n) {
        const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n))) + 1;
        build({0, n}, {0, 0, side * kSpacing, side * kSpacing});
    }
    std::vector<Arc> arcs() { return std::move(arcs_); }

  private:
    Sides build(Range vertices, const Box& box) {
        const std::size_t count = vertices.size();
        const std::uint64_t draw = hash_numbers(seed_, vertices.first, count);
        if (count == 1) {
            const auto vertex = static_cast<std::uint32_t>(vertices.first);
            places_[vertex] = {box.x + part(box.width, draw & 0xFFFF),
                               box.y + part(box.height, draw >> 16 & 0xFFFF)};
            return {{vertex}, {vertex}, {vertex}, {vertex}};
        }
        // 3/8 to 5/8 of the vertices and of the land.
        const std::uint64_t share = 0x6000 + (draw & 0x3FFF);
        const std::size_t middle =
            vertices.first + std::clamp<std::size_t>(count * share >> 16, 1, count - 1);
        const Range before{vertices.first, middle}, after{middle, vertices.last};
        Box low = box, high = box;
        if (box.width >= box.height) {
            low.width = part(box.width, share);
            high.x += low.width;
            high.width -= low.width;
            Sides a = build(before, low), b = build(after, high);
            join(a.right, b.left, count, draw);
            return {std::move(a.left), std::move(b.right), together(a.bottom, b.bottom),
                    together(a.top, b.top)};
        }
        low.height = part(box.height, share);
        high.y += low.height;
        high.height -= low.height;
        Sides a = build(before, low), b = build(after, high);
        join(a.top, b.bottom, count, draw);
        return {together(a.left, b.left), together(a.right, b.right), std::move(a.bottom),
                std::move(b.top)};
    }

    static std::int64_t part(std::int64_t length, std::uint64_t share) {
        return length * static_cast<std::int64_t>(share) >> 16;
    }
    static std::vector<std::uint32_t> together(std::vector<std::uint32_t>& a,
                                               const std::vector<std::uint32_t>& b) {
        a.insert(a.end(), b.begin(), b.end());
        return std::move(a);
    }

    void join(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b,
              std::size_t count, std::uint64_t draw) {
        std::size_t roads = 1;
        while ((roads + 1) * (roads + 1) * (roads + 1) <= count) ++roads;
        roads = std::min({roads, a.size(), b.size()});
        for (std::size_t k = 0; k < roads; ++k) {
            const std::uint64_t where = (k << 16) + (hash_numbers(draw, k, roads) & 0xFFFF);
            join(a[where * a.size() / roads >> 16], b[where * b.size() / roads >> 16], count);
        }
    }
    /// Roads between larger pieces are faster.
    void join(std::uint32_t a, std::uint32_t b, std::size_t count) {
        const std::int64_t x = places_[a].x - places_[b].x, y = places_[a].y - places_[b].y;
        const auto length =
            static_cast<std::int64_t>(std::sqrt(static_cast<double>(x * x + y * y)));
        const auto speed = 8 + std::bit_width(count);
        const auto weight =
            static_cast<double>(std::max<std::int64_t>(length / static_cast<int>(speed), 1));
        arcs_.push_back({a, b, weight});
        arcs_.push_back({b, a, weight});
    }

    std::uint64_t seed_;
    std::vector<Place> places_;
    std::vector<Arc> arcs_;
};

}  // namespace

std::vector<Arc> road_arcs(std::size_t n, std::uint64_t seed) {
    return RoadNetwork(n, seed).arcs();
}

}  // namespace apsp
