// What a schedule needs of a device: a matrix that lives there, and a few operations on it.
//
// An engine belongs to one solve. Its operations return at once where the device runs beside the
// host, and take effect in the order of the calls; `finish` waits for all of them.
//
// Every blocked algorithm is a schedule of two operations: closing a tile, and relaxing a rectangle
// of the matrix through some intermediate vertices, which is a product over the semiring:
//   D[rows, cols] <- D[rows, cols] (+) D[rows, via] (x) D[via, cols].
// Of a symmetric matrix only the part on and above the diagonal is relaxed, and mirrored where the
// part below is read.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "apsp/algorithm.hpp"
#include "apsp/matrix.hpp"
#include "graph/padding.hpp"
#include "graph/row_flow.hpp"
#include "paths/tight_arcs.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {

/// A range of rows with a gap in it, which may be empty.
struct Rows {
    Range all;
    Range gap = {};
    std::size_t size() const noexcept { return all.size() - gap.size(); }
};

/// Rows of the matrix in memory of their own: see Engine::hold.
struct Stripe {
    Range rows;            ///< Bounds are multiples of kPadding.
    void* host = nullptr;  ///< The memory, for an engine that is in_place(), whose rows it holds.
};

/// A rectangle of a stripe.
struct Piece {
    Range rows;
    Range cols;  ///< Bounds are multiples of kPadding.
};

/// A moment in the order of an engine's operations. An engine remembers so many of them.
using Mark = std::size_t;
inline constexpr std::size_t kMarks = 8;
/// Before all operations: nothing to wait for.
inline constexpr Mark kNoMark = static_cast<Mark>(-1);

/// Which part of a rectangle an update has to relax: all of it, or what lies on or above the
/// diagonal of the matrix (column >= row). An engine may do more, by whole tiles.
enum class Part { all, upper };

/// Parts of a configuration of kernels by name, as tuning finds them: {"tm", 64}. Which names there
/// are is the backend's; names that are absent are the device's own choice.
using Settings = std::map<std::string, std::size_t>;

/// What an engine is opened for.
struct EngineOptions {
    std::size_t n = 0;
    Dtype dtype = Dtype::f32;
    Semiring semiring = Semiring::min_plus;
    Algorithm algorithm = Algorithm::fw;
    std::string variant;
    /// The matrix is symmetric, and the schedule calls `update` with Part::upper.
    bool symmetric = false;
    /// No weight is negative, as over min_plus: a minimum of floats may then be one of their bits.
    bool non_negative = false;
    /// Predecessors will be asked for.
    bool paths = false;
    /// `upload` keeps a copy of the weights on the device, and `find_predecessors` is called.
    bool keep_weights = false;
    std::size_t arcs = 0;  ///< Of the graph, at most.
    /// Where the matrix is held in stripes: rows of the largest. 0 for a matrix in one piece.
    std::size_t stripe_rows = 0;
    std::size_t tile = 0;    ///< Edge of the tiles that are closed; 0 for the device's own choice.
    std::size_t block = 0;   ///< Pivots of an outer block; 0 for the device's own choice.
    Settings settings = {};  ///< Go over the device's own configuration.

    /// Rows that operations can concern.
    std::size_t rows() const { return stripe_rows == 0 ? padded(n) : stripe_rows; }
};

class Engine {
  public:
    virtual ~Engine() = default;

    /// Sizes of blocks within blocks, descending; the last is the edge of a tile. Each divides the
    /// one before it. Empty for algorithms without tiles.
    virtual std::span<const std::size_t> blocks() const = 0;

    /// Edge of the tiles that blocks are closed by; 0 for algorithms without tiles.
    virtual std::size_t tile() const { return blocks().empty() ? 0 : blocks().back(); }

    /// Whether the device works in the host's memory: then `upload` and `download` copy nothing,
    /// and the matrix changes as the operations go.
    virtual bool in_place() const = 0;
    /// Whether operations return before they are done.
    virtual bool asynchronous() const { return true; }
    /// Takes the matrix, which must outlive the engine, and fills its padding with the semiring's
    /// zero.
    virtual void upload(Matrix& matrix) = 0;
    /// The same of rows that no matrix of the host's holds, where the engine is not in_place().
    virtual void upload(const RowSource&) { no_rows(); }

    /// One step of Floyd-Warshall: D[i][j] <- D[i][j] (+) D[i][k] (x) D[k][j] for all i, j.
    virtual void relax(std::size_t k) = 0;

    /// D[tile, tile] <- its closure: Floyd-Warshall inside one tile.
    virtual void close(Range tile) = 0;

    /// Relaxes D[rows, cols] through `via`, as if from a copy of the operands. Where rows or
    /// columns meet `via`, D[via, via] must be closed: then it makes no difference in which order.
    /// Bounds of rows and via are multiples of a tile, those of cols of kPadding.
    virtual void update(const Rows& rows, Range via, Range cols, Part part) = 0;
    void update(const Rows& rows, Range via, Range cols) { update(rows, via, cols, Part::all); }

    /// D[i][j] <- D[j][i] for i in rows, j in cols, j < i. Bounds are multiples of a tile.
    virtual void mirror(Range rows, Range cols) = 0;

    /// Eliminates one tile from `rows`, which it is a part of: closes it, then relaxes D[rows,
    /// cols] through it, its own rows first. Engines that can do it in fewer launches than here,
    /// do.
    virtual void eliminate(Range rows, Range tile, Range cols) {
        close(tile);
        update({tile}, tile, cols);
        if (rows.size() > tile.size()) update({rows, tile}, tile, cols);
    }

    /// D <- its closure, by launches of the engine's own; false, having done nothing, where that is
    /// the schedule's to do.
    /// @throws Error no_device when the device turns out not to be able to
    virtual bool close_all() { return false; }

    /// Waits until all but a bounded number of the operations so far have been done.
    virtual void throttle() {}
    /// Waits for everything.
    virtual void finish() = 0;
    /// Seconds from the first operation's start to the last one's end, on the device's own clock
    /// where it has one; after `finish`.
    virtual double compute_seconds() const = 0;

    // A matrix in stripes, for schedules over several devices, or through one that does not hold
    // all of it: these instead of `upload` and `download`, and of the operations above `close`,
    // `update` and `eliminate`, of all columns' width and Part::all. Those concern the rows of the
    // `target` stripe, and read the rows of `via` in the `source` stripe. The padding must hold the
    // semiring's zero.

    /// Allocates them. Plans (see solve/plan_parts.cpp) know for which solves engines can.
    virtual void hold(const std::vector<Stripe>&) { no_stripes(); }
    /// The stripe's rows have these numbers from now on, no more than it was allocated for. Only
    /// differences to the first one count, so that numbers may wrap around 0.
    virtual void place(std::size_t /*stripe*/, Range /*rows*/) { no_stripes(); }
    virtual void work_on(std::size_t /*target*/, std::size_t /*source*/) { no_stripes(); }

    /// Memory of the device's that `put` and `get` take as they do the host's, for transports that
    /// reach it there; null where the engine has none.
    virtual std::shared_ptr<void> allocate_panel(std::size_t /*bytes*/) { return nullptr; }

    /// The moment after the operations so far.
    virtual Mark mark() { return 0; }
    /// Copies part of the stripe from the host, where its rows follow one another without gaps,
    /// after the operations before `mark` and beside later ones. It has arrived when it returns.
    virtual void put(std::size_t /*stripe*/, const Piece&, const void* /*host*/, Mark) {
        no_stripes();
    }
    /// The same to the host; whole rows are not copied onto themselves.
    virtual void get(std::size_t /*stripe*/, const Piece&, void* /*host*/, Mark) { no_stripes(); }

    /// Reduces each row of the result, where entries from `no_path` on are no distances; after
    /// `finish`, and over min_plus only. Empty where the host does it as well: it then does.
    virtual std::vector<RowReduction> reduce_rows(double) { return {}; }
    /// Brings the result into the matrix that was uploaded.
    virtual void download() = 0;
    /// The same of rows that came without a matrix.
    virtual void download(const RowSink&) { no_rows(); }
    /// After `download`, over min_plus: fills in, for each pair i != j with a path, a source of one
    /// of the arcs that ends such a path, and -1 elsewhere. Each is right by itself; where
    /// `arcs.circles`, following them may lead round, and some may be left at -1.
    virtual void predecessors(const TightArcs& arcs, Matrix& predecessors) = 0;
    /// The same by the weights that `upload` kept, among which the engine finds the tight arcs
    /// itself. Says whether there may be circles, as TightArcs does.
    virtual bool find_predecessors(const TightRule&, Matrix&) {
        throw Error(ErrorKind::internal, "an engine was asked for weights that it does not keep");
    }

  private:
    [[noreturn]] static void no_rows() {
        throw Error(ErrorKind::internal, "an engine that needs a matrix was asked for rows");
    }
    [[noreturn]] static void no_stripes() {
        throw Error(ErrorKind::internal, "an engine without stripes was asked for them");
    }
};

}  // namespace apsp
