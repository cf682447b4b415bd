// The last step of every reader: transposes, adds reverse arcs, drops weights or zeros, as the
// options say. It works in place, as the input may fill half of the memory.
#include <algorithm>
#include <cmath>

#include "base/parallel_for.hpp"
#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/mirror.hpp"

namespace apsp {
namespace {

/// Makes what means "no arc" in the matrix infinite, as far as its type has such a value.
template <class T>
void apply_no_arc(Matrix& matrix, double value) {
    constexpr auto kLeast = static_cast<double>(std::numeric_limits<T>::lowest());
    constexpr auto kMost = static_cast<double>(std::numeric_limits<T>::max());
    const bool nan = std::isnan(value);
    if (std::is_integral_v<T> &&
        !(value >= kLeast && value <= kMost && value == std::trunc(value))) {
        return;
    }
    const T none = static_cast<T>(nan ? 0 : std::clamp(value, kLeast, kMost));
    parallel_for({0, matrix.n()}, static_cast<double>(matrix.n()), [&](std::size_t i) {
        for (T& entry : matrix.row<T>(i)) {
            if (nan ? entry != entry : entry == none) entry = infinity<T>();
        }
    });
}

/// What makes zeros look like "no arc".
template <class T>
std::string note_zeros(const Matrix& matrix) {
    constexpr std::size_t kRows = 2048;  // looked at
    const std::size_t n = matrix.n(), step = (n + kRows - 1) / kRows;
    std::size_t zeros = 0, arcs = 0;
    bool ones = true, symmetric = true;
    for (std::size_t i = 0; i < n; i += step) {
        const auto row = matrix.row<T>(i);
        for (std::size_t j = 0; j < n; j += step) {
            if (i == j || !(row[j] < infinity<T>())) continue;
            ++arcs;
            zeros += row[j] == T{0};
            ones &= row[j] == T{0} || row[j] == T{1};
            symmetric &= (matrix.row<T>(j)[i] == T{0}) == (row[j] == T{0});
        }
    }
    if (zeros == 0 || zeros == arcs) return "";
    if (2 * zeros > arcs) return "most entries are 0";
    return ones && symmetric ? "all entries are 0 or 1" : "";
}

template <class T>
void apply(Matrix& matrix, const ReadOptions& options) {
    constexpr T kLowest = std::numeric_limits<T>::lowest();
    if (options.transpose) transpose<T>(matrix);
    if (options.zero_is_no_edge || options.unweighted) {
        parallel_for({0, matrix.n()}, static_cast<double>(matrix.n()), [&](std::size_t i) {
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
    if (options.no_arc) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: lists arcs, of which it leaves out the others; "
                                "ReadOptions::no_arc is for dense matrices",
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

Graph make_graph(Matrix matrix, const std::string& origin, const ReadOptions& options,
                 std::vector<std::string>* notes) {
    visit(matrix.dtype(), [&](auto zero) {
        using T = decltype(zero);
        if (options.no_arc) apply_no_arc<T>(matrix, *options.no_arc);
        // 0 is the least capacity, and likelihood.
        if (notes != nullptr && !options.zero_is_no_edge &&
            options.parallel == Parallel::smallest) {
            const std::string what = note_zeros<T>(matrix);
            if (!what.empty()) {
                notes->push_back(
                    fmt::format("{}: each 0 in the matrix is an arc of weight 0, and {}; "
                                "with ReadOptions::zero_is_no_edge it is no arc",
                                origin, what));
            }
        }
        apply<T>(matrix, options);
    });
    return Graph::from_matrix(std::move(matrix), origin);
}

}  // namespace apsp
