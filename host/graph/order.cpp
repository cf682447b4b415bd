// See order.hpp.
#include "graph/order.hpp"

#include "apsp/errors.hpp"
#ifdef APSP_AMD
#include <amd.h>
#endif

namespace apsp {

#ifdef APSP_AMD

bool can_order() noexcept {
    return true;
}

std::vector<std::uint32_t> minimum_degree_order(const Graph& graph) {
    const std::size_t n = graph.vertices();
    std::vector<SuiteSparse_long> first(n + 1, 0), targets, order(n);
    targets.reserve(graph.arcs() + 1);  // AMD wants memory where there are no arcs, too
    for (std::size_t i = 0; i < n; ++i) {
        graph.for_each_arc(
            i, [&](std::size_t j, double) { targets.push_back(static_cast<SuiteSparse_long>(j)); });
        first[i + 1] = static_cast<SuiteSparse_long>(targets.size());
    }
    const auto status = amd_l_order(static_cast<SuiteSparse_long>(n), first.data(), targets.data(),
                                    order.data(), nullptr, nullptr);
    if (status == AMD_OUT_OF_MEMORY) {
        throw Error(ErrorKind::out_of_memory, graph.origin() + ": no host memory for an order");
    }
    if (status < AMD_OK) throw Error(ErrorKind::internal, graph.origin() + ": AMD has failed");
    return {order.begin(), order.end()};
}

#else

bool can_order() noexcept {
    return false;
}

std::vector<std::uint32_t> minimum_degree_order(const Graph&) {
    throw Error(ErrorKind::usage,
                "sparse: this build has no SuiteSparse (AMD), which orders the vertices; install "
                "libsuitesparse-dev and build again");
}

#endif

}  // namespace apsp
