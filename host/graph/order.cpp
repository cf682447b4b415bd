// See order.hpp.
#include "graph/order.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "apsp/errors.hpp"
#include "base/parallel_for.hpp"
#include "base/stop.hpp"
#include "graph/neighbours.hpp"
#ifdef APSP_AMD
#include <amd.h>
#endif
#ifdef APSP_METIS
#include <metis.h>
#endif

namespace apsp {

#ifdef APSP_AMD

bool can_order() noexcept {
    return true;
}

namespace {

auto at(auto& ends, std::size_t place) {
    return ends.begin() + static_cast<std::ptrdiff_t>(place);
}

/// Eliminates vertices of small degree, one of the smallest first, as long as there are any. AMD
/// would do the same, in several times the time per vertex; of a road network it is left a fifth.
class SmallDegrees {
  public:
    /// Only vertices of this range whose neighbours are in it, too, so that ranges need nothing of
    /// one another.
    SmallDegrees(const Neighbours& graph, Range own) : own_(own) {
        const std::size_t begin = graph.first[own.first], n = own.size();
        first_.reserve(n);
        degree_.reserve(n);
        for (std::size_t v = own.first; v < own.last; ++v) {
            first_.push_back(graph.first[v] - begin);
            degree_.push_back(static_cast<std::uint32_t>(graph.degree(v)));
        }
        ends_.assign(at(graph.ends, begin), at(graph.ends, graph.first[own.last]));
        room_ = degree_;
        order_.reserve(n);
        for (std::size_t v = own.first; v < own.last; ++v) note(static_cast<std::uint32_t>(v));
        for (std::size_t d = 0; d <= kLargest;) {
            check_stop();
            // Degrees may have changed since a vertex was noted.
            std::vector<std::uint32_t> some;
            some.swap(of_degree_[d]);
            for (const std::uint32_t v : some) {
                if (degree(v) == d) eliminate(v);
            }
            d = 0;
            while (d <= kLargest && of_degree_[d].empty()) ++d;
        }
    }

    const std::vector<std::uint32_t>& order() const { return order_; }
    Range own() const { return own_; }
    bool is_left(std::size_t v) const { return degree(v) != kGone; }
    std::span<const std::uint32_t> ends_of(std::size_t v) const {
        return {ends_.data() + first_[v - own_.first], degree(v)};
    }

  private:
    static constexpr std::size_t kLargest = 4;  // degree; more hardly gains
    static constexpr std::uint32_t kGone = static_cast<std::uint32_t>(-1);
    /// Lists longer than this are not searched through: what would need that is left.
    static constexpr std::uint32_t kFew = 64;

    std::uint32_t degree(std::size_t v) const { return degree_[v - own_.first]; }
    void note(std::uint32_t v) {
        if (degree(v) <= kLargest) of_degree_[degree(v)].push_back(v);
    }
    bool is_own(std::uint32_t v) const { return v >= own_.first && v < own_.last; }

    void eliminate(std::uint32_t v) {
        std::array<std::uint32_t, kLargest> all;
        std::ranges::copy(ends_of(v), all.begin());
        const std::span around(all.data(), degree(v));
        const auto stays = [&](std::uint32_t u) { return !is_own(u) || degree(u) > kFew; };
        if (std::ranges::any_of(around, stays)) return;
        for (const std::uint32_t u : around) {
            const std::size_t first = first_[u - own_.first];
            *std::find(at(ends_, first), ends_.end(), v) = ends_[first + --degree_[u - own_.first]];
            for (const std::uint32_t other : around) {
                if (other != u && !has(u, other)) add(u, other);
            }
            note(u);
        }
        degree_[v - own_.first] = kGone;
        order_.push_back(v);
    }
    bool has(std::uint32_t u, std::uint32_t end) const {
        return std::ranges::find(ends_of(u), end) != ends_of(u).end();
    }
    void add(std::uint32_t u, std::uint32_t end) {
        std::size_t& first = first_[u - own_.first];
        std::uint32_t &count = degree_[u - own_.first], &room = room_[u - own_.first];
        if (count == room) {  // the list moves to the end
            const std::size_t from = std::exchange(first, ends_.size());
            room = 2 * count + 2;
            ends_.resize(ends_.size() + room);
            std::copy_n(at(ends_, from), count, at(ends_, first));
        }
        ends_[first + count++] = end;
    }

    Range own_;
    std::vector<std::size_t> first_;
    std::vector<std::uint32_t> ends_, degree_, room_, order_;
    std::array<std::vector<std::uint32_t>, kLargest + 1> of_degree_;
};

/// What elimination leaves: the vertices in ascending order, and the graph in terms of their
/// places.
struct Rest {
    std::vector<std::uint32_t> vertex;
    Neighbours graph;
};

/// Eliminates vertices of small degree in ranges of vertices at a time, and adds them to `order`.
Rest eliminate_small(const Neighbours& graph, std::size_t ranges,
                     std::vector<std::uint32_t>& order) {
    const std::size_t n = graph.vertices();
    std::vector<std::optional<SmallDegrees>> parts(ranges);
    constexpr double kVertex = 150;  // nanoseconds
    parallel_for({0, ranges}, kVertex * static_cast<double>(n / ranges), [&](std::size_t k) {
        parts[k].emplace(graph, Range{n * k / ranges, n * (k + 1) / ranges});
    });
    Rest rest;
    std::vector<std::uint32_t> number(n);
    for (const auto& part : parts) {
        order.insert(order.end(), part->order().begin(), part->order().end());
        for (std::size_t v = part->own().first; v < part->own().last; ++v) {
            if (!part->is_left(v)) continue;
            number[v] = static_cast<std::uint32_t>(rest.vertex.size());
            rest.vertex.push_back(static_cast<std::uint32_t>(v));
        }
    }
    rest.graph.first = {0};
    rest.graph.first.reserve(rest.vertex.size() + 1);
    for (const auto& part : parts) {
        for (std::size_t v = part->own().first; v < part->own().last; ++v) {
            if (!part->is_left(v)) continue;
            for (const std::uint32_t u : part->ends_of(v)) rest.graph.ends.push_back(number[u]);
            rest.graph.first.push_back(rest.graph.ends.size());
        }
    }
    return rest;
}

std::vector<std::uint32_t> amd_order(const Neighbours& graph) {
    const std::vector<SuiteSparse_long> first(graph.first.begin(), graph.first.end()),
        ends(graph.ends.begin(), graph.ends.end());
    std::vector<SuiteSparse_long> order(graph.vertices());
    const auto status = amd_l_order(static_cast<SuiteSparse_long>(order.size()), first.data(),
                                    ends.data(), order.data(), nullptr, nullptr);
    if (status == AMD_OUT_OF_MEMORY) {
        throw Error(ErrorKind::out_of_memory, "no host memory to order the vertices");
    }
    if (status < AMD_OK) throw Error(ErrorKind::internal, "AMD has failed");
    return {order.begin(), order.end()};
}

}  // namespace

std::vector<std::uint32_t> minimum_degree_order(const Neighbours& graph) {
    // However many threads there are, the order is the same.
    const std::size_t ranges = std::clamp<std::size_t>(graph.vertices() / 16384, 1, 32);
    std::vector<std::uint32_t> order;
    order.reserve(graph.vertices());
    Rest rest = eliminate_small(graph, ranges, order);
    const auto add = [&](const std::vector<std::uint32_t>& more) {
        for (const std::uint32_t v : more) order.push_back(rest.vertex[v]);
    };
    if (ranges != 1) {  // where ranges meet, vertices of small degree are left
        std::vector<std::uint32_t> more;
        Rest last = eliminate_small(rest.graph, 1, more);
        add(more);
        for (std::uint32_t& v : last.vertex) v = rest.vertex[v];
        rest = std::move(last);
    }
    if (!rest.vertex.empty()) add(amd_order(rest.graph));
    return order;
}

#else

bool can_order() noexcept {
    return false;
}

std::vector<std::uint32_t> minimum_degree_order(const Neighbours&) {
    throw Error(ErrorKind::usage,
                "sparse: this build has no SuiteSparse (AMD), which orders the vertices; install "
                "libsuitesparse-dev and build again");
}

#endif

#ifdef APSP_METIS

bool can_dissect() noexcept {
    return true;
}

std::vector<std::uint32_t> nested_dissection_order(const Neighbours& neighbours) {
    std::vector<idx_t> first(neighbours.first.begin(), neighbours.first.end());
    std::vector<idx_t> ends(neighbours.ends.begin(), neighbours.ends.end());
    auto n = static_cast<idx_t>(neighbours.vertices());
    std::vector<idx_t> order(neighbours.vertices()), place(neighbours.vertices());
    const int status =
        METIS_NodeND(&n, first.data(), ends.data(), nullptr, nullptr, order.data(), place.data());
    if (status == METIS_ERROR_MEMORY) {
        throw Error(ErrorKind::out_of_memory, "no host memory to order the vertices");
    }
    if (status != METIS_OK) {
        throw Error(ErrorKind::internal, "METIS has failed");
    }
    return {order.begin(), order.end()};
}

#else

bool can_dissect() noexcept {
    return false;
}

std::vector<std::uint32_t> nested_dissection_order(const Neighbours& graph) {
    return minimum_degree_order(graph);
}

#endif

}  // namespace apsp
