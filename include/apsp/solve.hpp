// Solving: all shortest distances of a graph on one device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/devices.hpp"
#include "apsp/dtype.hpp"
#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

/// `kleene`: three-phase blocked Floyd-Warshall; `rkleene`: recursion on quadrants; `fw`: plain
/// Floyd-Warshall, n steps over the whole matrix. All do n^3 relaxations.
enum class Algorithm { kleene, rkleene, fw };

inline constexpr Algorithm kAlgorithms[] = {Algorithm::kleene, Algorithm::rkleene, Algorithm::fw};

constexpr std::string_view name(Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::kleene: return "kleene";
        case Algorithm::rkleene: return "rkleene";
        case Algorithm::fw: return "fw";
    }
    return "?";
}

constexpr std::optional<Algorithm> parse_algorithm(std::string_view text) {
    for (Algorithm algorithm : kAlgorithms) {
        if (name(algorithm) == text) return algorithm;
    }
    return std::nullopt;
}

struct SolveOptions {
    Algorithm algorithm = Algorithm::kleene;
    /// One of the ways a backend has of running the algorithm; "" is its default.
    /// `fw` on "opencl": "step"; on "cpu": "openmp" (default) or "serial".
    /// `kleene` and `rkleene` on "cpu": an instruction set, "avx512", "avx2" or "baseline"
    /// (default: the best that the processor has); on "opencl": "gpu" or "cpu", the kernels for
    /// either kind.
    std::string variant;
    Dtype dtype = Dtype::f32;
    /// Edge of the tiles that are closed, and pivots of an outer block; 0 is the device's choice.
    std::size_t tile = 0;
    std::size_t block = 0;
    /// Called from the solving thread, now and then, with the done share of the computation (0..1).
    std::function<void(double)> progress;
};

/// Seconds of each part of a solve. `compute` is the device's own time where it reports one.
struct SolveSeconds {
    double build = 0;     ///< Kernels built or loaded, host matrix made.
    double upload = 0;    ///< Host to device.
    double compute = 0;   ///< First kernel's start to last kernel's end.
    double download = 0;  ///< Device to host.
};

struct Solution {
    Matrix distances;  ///< `infinity<T>()` where there is no path, 0 on the diagonal.
    std::string variant;
    std::size_t tile = 0;   ///< Edge of the tiles in vertices; 0 for algorithms without tiles.
    std::size_t block = 0;  ///< Pivots of an outer block; the tile where there are no other blocks.
    SolveSeconds seconds;
};

/// The variants that a device has of an algorithm, its default first.
std::vector<std::string_view> variants(const Device& device, Algorithm algorithm);

/// Computes all shortest distances of `graph` on `device`.
/// A dense graph of the right type is solved in its own memory: the host never holds two matrices.
/// @throws NegativeCycle; Error usage (no such variant), bad_input (weights that do not fit the
///         type), out_of_memory, no_device (type not supported), internal (driver failure)
Solution solve(Graph graph, const Device& device, const SolveOptions& options);

/// Sums over the ordered pairs i != j that have a path.
struct Summary {
    std::uint64_t reachable_pairs = 0;
    bool integral = true;  ///< Every distance is an integer; then `sum_integer` is exact.
    std::int64_t sum_integer = 0;
    double sum = 0;
    double max = 0;  ///< The largest distance (the diameter, where all pairs are reachable).
};

Summary summarize(const Matrix& distances);

}  // namespace apsp
