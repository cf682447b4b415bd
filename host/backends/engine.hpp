// What a schedule needs of a device: a matrix that lives there, and a few operations on it.
//
// An engine belongs to one solve. Its operations return at once where the device runs beside the
// host, and take effect in the order of the calls; `finish` waits for all of them. Squares and
// rectangles are in elements of the padded matrix (see apsp::Matrix).
#pragma once

#include <cstddef>

#include "apsp/matrix.hpp"
#include "apsp/solve.hpp"

namespace apsp {

/// What an engine is opened for.
struct EngineOptions {
    std::size_t n = 0;
    Dtype dtype = Dtype::f32;
    Semiring semiring = Semiring::min_plus;
    Algorithm algorithm = Algorithm::fw;
    std::string variant;  ///< "" for the backend's default
};

class Engine {
  public:
    virtual ~Engine() = default;

    /// The variant in use, by name.
    virtual std::string variant() const = 0;
    /// Edge of a tile; 0 when the algorithm has none.
    virtual std::size_t tile() const { return 0; }

    /// Whether the device works in the host's memory: then `upload` and `download` copy nothing,
    /// and the matrix changes as the operations go.
    virtual bool in_place() const = 0;
    /// Takes the matrix, which must outlive the engine, and fills its padding with infinity.
    virtual void upload(Matrix& matrix) = 0;

    /// One step of Floyd-Warshall: D[i][j] <- min(D[i][j], D[i][k] + D[k][j]) for all i, j.
    virtual void relax(std::size_t k) = 0;

    /// Waits until all but a bounded number of the operations so far have been done.
    virtual void throttle() {}
    /// Waits for everything.
    virtual void finish() = 0;
    /// Seconds from the first operation's start to the last one's end, on the device's own clock
    /// where it has one; after `finish`.
    virtual double compute_seconds() const = 0;

    /// A vertex i with D[i][i] < 0 (or NaN), or n when there is none; after `finish`.
    virtual std::size_t negative_diagonal() = 0;
    /// Brings the result into the matrix that was uploaded.
    virtual void download() = 0;
};

}  // namespace apsp
