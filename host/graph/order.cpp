// See order.hpp.
#include "graph/order.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "apsp/errors.hpp"
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

/// Eliminates vertices of small degree, one of the smallest first, as long as there are any. AMD
/// would do the same, in several times the time per vertex; of a road network it is left a fifth.
class SmallDegrees {
  public:
    explicit SmallDegrees(const Neighbours& graph)
        : first_(graph.first.begin(), graph.first.end() - 1), ends_(graph.ends) {
        const std::size_t n = graph.vertices();
        for (std::uint32_t v = 0; v < n; ++v) {
            degree_.push_back(static_cast<std::uint32_t>(graph.degree(v)));
            note(v);
        }
        room_ = degree_;
        for (std::size_t d = 0; d <= kLargest;) {
            check_stop();
            // Degrees may have changed since a vertex was noted.
            std::vector<std::uint32_t> some;
            some.swap(of_degree_[d]);
            for (const std::uint32_t v : some) {
                if (degree_[v] == d) eliminate(v);
            }
            d = 0;
            while (d <= kLargest && of_degree_[d].empty()) ++d;
        }
    }

    const std::vector<std::uint32_t>& order() const { return order_; }
    bool is_left(std::uint32_t v) const { return degree_[v] != kGone; }
    std::span<const std::uint32_t> ends_of(std::uint32_t v) const {
        return {ends_.data() + first_[v], degree_[v]};
    }

  private:
    static constexpr std::size_t kLargest = 4;  // degree; more hardly gains
    static constexpr std::uint32_t kGone = static_cast<std::uint32_t>(-1);
    /// Lists longer than this are not searched through: what would need that is left.
    static constexpr std::uint32_t kFew = 64;

    void note(std::uint32_t v) {
        if (degree_[v] <= kLargest) of_degree_[degree_[v]].push_back(v);
    }
    void eliminate(std::uint32_t v) {
        std::array<std::uint32_t, kLargest> all;
        std::ranges::copy(ends_of(v), all.begin());
        const std::span around(all.data(), degree_[v]);
        const auto many = [&](std::uint32_t u) { return degree_[u] > kFew; };
        if (std::ranges::any_of(around, many)) return;
        for (const std::uint32_t u : around) {
            *std::ranges::find(ends_.begin() + place(u), ends_.end(), v) =
                ends_[first_[u] + --degree_[u]];
            for (const std::uint32_t other : around) {
                if (other != u && !has(u, other)) add(u, other);
            }
            note(u);
        }
        degree_[v] = kGone;
        order_.push_back(v);
    }
    std::ptrdiff_t place(std::uint32_t v) const { return static_cast<std::ptrdiff_t>(first_[v]); }
    bool has(std::uint32_t u, std::uint32_t end) const {
        return std::ranges::find(ends_of(u), end) != ends_of(u).end();
    }
    void add(std::uint32_t u, std::uint32_t end) {
        if (degree_[u] == room_[u]) {  // the list moves to the end
            const std::size_t from = std::exchange(first_[u], ends_.size());
            room_[u] = 2 * degree_[u] + 2;
            ends_.resize(ends_.size() + room_[u]);
            std::copy_n(ends_.begin() + static_cast<std::ptrdiff_t>(from), degree_[u],
                        ends_.begin() + place(u));
        }
        ends_[first_[u] + degree_[u]++] = end;
    }

    std::vector<std::size_t> first_;
    std::vector<std::uint32_t> ends_, degree_, room_, order_;
    std::array<std::vector<std::uint32_t>, kLargest + 1> of_degree_;
};

}  // namespace

std::vector<std::uint32_t> minimum_degree_order(const Neighbours& graph) {
    const SmallDegrees small(graph);
    std::vector<std::uint32_t> left, number(graph.vertices());
    for (std::uint32_t v = 0; v < number.size(); ++v) {
        if (!small.is_left(v)) continue;
        number[v] = static_cast<std::uint32_t>(left.size());
        left.push_back(v);
    }
    std::vector<std::uint32_t> all = small.order();
    if (left.empty()) return all;
    std::vector<SuiteSparse_long> first = {0}, targets, order(left.size());
    for (const std::uint32_t v : left) {
        for (const std::uint32_t u : small.ends_of(v)) targets.push_back(number[u]);
        first.push_back(static_cast<SuiteSparse_long>(targets.size()));
    }
    const auto status = amd_l_order(static_cast<SuiteSparse_long>(left.size()), first.data(),
                                    targets.data(), order.data(), nullptr, nullptr);
    if (status == AMD_OUT_OF_MEMORY) {
        throw Error(ErrorKind::out_of_memory, "no host memory to order the vertices");
    }
    if (status < AMD_OK) throw Error(ErrorKind::internal, "AMD has failed");
    for (const SuiteSparse_long v : order) all.push_back(left[static_cast<std::size_t>(v)]);
    return all;
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
