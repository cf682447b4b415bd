// The last step of every reader: transposes, adds reverse arcs, drops weights or zeros, as the
// options say. It works in place, as the input may fill half of the memory.
#include <algorithm>
#include <cmath>

#include "base/parallel_rows.hpp"
#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/mirror.hpp"

namespace apsp {
namespace {

template <class T>
void apply(Matrix& matrix, const ReadOptions& options) {
    constexpr T kLowest = std::numeric_limits<T>::lowest();
    if (options.transpose) transpose<T>(matrix);
    if (options.zero_is_no_edge || options.unweighted) {
        parallel_rows({0, matrix.n()}, [&](std::size_t i) {
            const auto row = matrix.row<T>(i);
            for (std::size_t j = 0; j < row.size(); ++j) {
                if (options.zero_is_no_edge && i != j && row[j] == T{0}) row[j] = infinity<T>();
                // NaN and -infinity stay, so that they are refused later.
                const bool arc = row[j] >= kLowest && row[j] < infinity<T>();
                if (options.unweighted && arc) row[j] = i == j ? T{0} : T{1};
            }
        });
    }
    if (options.undirected) {
        const bool largest = options.parallel == Parallel::largest;
        for_each_mirrored<T>(matrix, [largest](T& above, T& below) {
            // "No arc" loses to any arc. Written so that NaN stays, too.
            const bool better = largest && above < infinity<T>() && below < infinity<T>()
                                    ? below > above
                                    : below < above;
            if (better || below != below) above = below;
            below = above;
        });
    }
}

}  // namespace

Graph make_graph(std::size_t n, std::vector<Arc> arcs, const std::string& origin,
                 const ReadOptions& options) {
    if (options.zero_is_no_edge) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: lists arcs, in which 0 is a weight; "
                                "ReadOptions::zero_is_no_edge is for dense matrices",
                                origin));
    }
    if (options.transpose || options.unweighted) {
        for (Arc& arc : arcs) {
            if (options.transpose) std::swap(arc.source, arc.target);
            if (options.unweighted && std::isfinite(arc.weight)) arc.weight = 1;
        }
    }
    if (options.undirected) {
        const std::size_t count = arcs.size();
        arcs.resize(2 * count);
        for (std::size_t a = 0; a < count; ++a) {
            arcs[count + a] = {arcs[a].target, arcs[a].source, arcs[a].weight};
        }
    }
    return Graph::from_arcs(n, std::move(arcs), origin, options.parallel);
}

Graph make_graph(Matrix matrix, const std::string& origin, const ReadOptions& options) {
    visit(matrix.dtype(), [&](auto zero) { apply<decltype(zero)>(matrix, options); });
    return Graph::from_matrix(std::move(matrix), origin);
}

}  // namespace apsp
