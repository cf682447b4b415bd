// See held_type.hpp. Numbers that f32 has rounded must not be taken for f64 or integers: which
// paths are shortest is then judged with smaller roundings than they have.
#include "cli/held_type.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "graph/rounding.hpp"
#include "io/text_type.hpp"

namespace apsp::cli {
namespace {

/// The exponent of the last binary digit of a number other than 0.
int last_digit(double number) {
    int exponent = 0;
    const double fraction = std::frexp(std::abs(number), &exponent);
    return exponent - 53 + std::countr_zero(static_cast<std::uint64_t>(std::ldexp(fraction, 53)));
}

/// Whether f32 rounds none of the sums that such distances are. All are multiples of the last digit
/// that a weight has.
bool exact_in_f32(const Graph& graph, const Matrix& distances) {
    int last = std::numeric_limits<int>::max();
    double largest = graph.largest_magnitude();
    for (std::size_t i = 0; i < graph.vertices(); ++i) {
        graph.for_each_arc(i, [&](std::size_t, double w) {
            if (w != 0) last = std::min(last, last_digit(w));
        });
    }
    for (std::size_t i = 0; i < distances.n(); ++i) {
        for (const double d : distances.row<double>(i)) {
            if (!std::isfinite(d) || d == 0) continue;
            largest = std::max(largest, std::abs(d));
            last = std::min(last, last_digit(d));
        }
    }
    // Costs have potentials, which are no longer than a path of all vertices.
    if (graph.min_weight() < 0) largest *= 2 * static_cast<double>(graph.vertices());
    return largest == 0 || exact_integers(Dtype::f32, std::ldexp(largest, -last));
}

/// @throws Error bad_input where the type does not hold them as they are
Matrix converted(const Matrix& from, Dtype dtype, const std::string& file) {
    Matrix to(from.n(), dtype);
    visit(dtype, [&](auto to_zero) {
        using T = decltype(to_zero);
        visit(from.dtype(), [&](auto from_zero) {
            using F = decltype(from_zero);
            constexpr double kMost = path_limit<T>();
            for (std::size_t i = 0; i < from.n(); ++i) {
                const auto row = from.row<F>(i);
                for (std::size_t j = 0; j < from.n(); ++j) {
                    const auto d = static_cast<double>(row[j]);
                    T& held = to.row<T>(i)[j];
                    if (row[j] == infinity<F>()) {
                        held = infinity<T>();
                        continue;
                    }
                    const bool fits = d <= kMost && d >= (std::is_unsigned_v<T> ? 0 : -kMost);
                    if (fits) held = static_cast<T>(d);
                    if (fits && static_cast<double>(held) == d) continue;
                    throw Error(ErrorKind::bad_input,
                                fmt::format("{}: {} does not hold the distance {}; use "
                                            "SolveOptions::dtype for another type",
                                            file, name(dtype), d));
                }
            }
        });
    });
    return to;
}

}  // namespace

Matrix held_distances(Matrix distances, const std::string& file, const Graph& graph,
                      std::optional<Dtype> asked) {
    const Dtype own = distances.dtype();
    const bool open = own == Dtype::f64 && !has_type(file) && may_be_f32(distances);
    if (!asked && open && !exact_in_f32(graph, distances)) {
        throw Error(ErrorKind::bad_input,
                    file +
                        ": f32 may have rounded these distances, which text does not tell; if "
                        "f32 wrote them, use SolveOptions::dtype f32, otherwise f64");
    }
    if (!asked || *asked == own) return distances;
    if (own == Dtype::f32 && !has_type(file)) {
        return held_distances(as_f64(distances), file, graph, asked);
    }
    if (own == Dtype::f32) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: distances of f32 are rounded and cannot become {}; solve in "
                                "that type",
                                file, name(*asked)));
    }
    return converted(distances, *asked, file);
}

}  // namespace apsp::cli
